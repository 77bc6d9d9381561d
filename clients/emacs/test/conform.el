;;; conform.el --- Tests the client by the cases of schemas  -*- lexical-binding: t; -*-

;;; Commentary:

;; schemas/conform.py starts this:
;;
;;     emacs -Q --batch -l clients/emacs/test/conform.el
;;
;; schemas/CONFORMANCE.md describes the requests and answers.

;;; Code:

(require 'cl-lib)
(add-to-list 'load-path (expand-file-name ".." (file-name-directory (or load-file-name buffer-file-name))))
(require 'svvs-client)

(setq inhibit-message t) ; the faults of a case

(defvar conform--client nil "The connection of the case.")
(defvar conform--wrote "" "The text that the client has written.")
(defvar conform--rest "" "The bytes of an incomplete character, which Emacs keeps.")
(defvar conform--requests nil "The requests that were sent.")
(defvar conform--replies nil "The replies, the last one first.")
(defvar conform--shown nil "The views that have been open, each with its state when its watchers were last called.")

(defun conform--hello (_request)
  "Return what the client can do."
  '(:name "svvs for Emacs" :can ["properties" "patch" "shared" "run"]))

(defun conform--new (_request)
  "Connect to a process that neither reads nor writes."
  (conform--forget)
  (advice-add 'process-send-string :override #'conform--keep)
  (setq conform--client (svvs-connect-async '("cat")))
  (conform--take (format "{\"id\":1,\"result\":{\"protocolVersion\":%d}}\n" svvs-protocol-version)))

(defun conform--forget ()
  "End the connection of the last case."
  (when (and conform--client (svvs-connection-live-p conform--client))
    (let ((svvs-shutdown-timeout 0)
          (inhibit-message t))
      (svvs-disconnect conform--client)))
  (setq conform--client nil conform--rest "" conform--requests nil conform--replies nil conform--shown nil))

(defun conform--keep (_process text)
  "Keep TEXT, which the client has written."
  (setq conform--wrote (concat conform--wrote text)))

(defun conform--send (request)
  "Call the client's function for the message of REQUEST."
  (setq conform--wrote "")
  (conform--call (svvs-json-get request '(message)))
  (list :wrote conform--wrote))

(defun conform--call (message)
  "Call the client's function for MESSAGE, and return the request, if it is one."
  (let* ((method (svvs-json-get message '(method)))
         (params (svvs-json-get message '(params)))
         (view (gethash (svvs-json-get params '(view)) (svvs-connection-views conform--client)))
         (session (svvs-json-get params '(session)))
         (delivery (svvs-json-get params '(delivery)))
         (cancelled (seq-find (lambda (sent) (equal (svvs-pending-id sent) (svvs-json-get params '(id))))
                              conform--requests))
         request
         (outcome (list :success (lambda (_) (push `(:id ,(svvs-pending-id request)) conform--replies))
                        :error (lambda (error)
                                 (push `( :id ,(svvs-pending-id request)
                                          :kind ,(or (svvs-error-kind error) (symbol-name (car error))))
                                       conform--replies)))))
    (pcase (list method (and (svvs-json-get message '(id)) t) (and view t))
      ((and '("$/cancelRequest" nil nil) (guard cancelled)) (svvs-cancel cancelled))
      (`(,_ nil t) (apply #'svvs-notify view method (conform--arguments params)))
      (`(,_ nil nil) (svvs--send-notification conform--client method params))
      (`("view/open" . ,_)
       (setq request (apply #'svvs-open-async conform--client (svvs-json-get params '(type))
                            :id (svvs-json-get params '(view)) :session session
                            :params (conform--arguments (svvs-json-get params '(params)))
                            :delivery (and delivery (intern delivery)) outcome)))
      ('("view/get" t t) (setq request (apply #'svvs-refresh-async view outcome)))
      ('("view/close" t t) (setq request (apply #'svvs-close-async view outcome)))
      ('("view/set" t t)
       (setq request (apply #'svvs-set-async view (conform--arguments (svvs-json-get params '(properties))) outcome)))
      ((and `("session/open" . ,_) (guard (svvs-json-get params '(shared))))
       (setq request (apply #'svvs-share-async conform--client session outcome)))
      (`("session/open" . ,_) (setq request (apply #'svvs-open-session-async conform--client session outcome)))
      (`("session/join" . ,_)
       (setq request (apply #'svvs-join-async conform--client session :delivery (intern (or delivery "properties"))
                            outcome)))
      (`("session/close" . ,_) (setq request (apply #'svvs-close-session-async conform--client session outcome)))
      (`(,_ t t) (setq request (apply #'svvs-call-async view method (conform--arguments params) outcome)))
      (_ (setq request (apply #'svvs-request-async conform--client method params outcome))))
    (when request (push request conform--requests))
    request))

(defun conform--arguments (object)
  "Return the members of OBJECT, except for the view, as a plist."
  (when object
    (cl-loop for name being the hash-keys of object using (hash-values value)
             unless (equal name "view") append (list (intern (concat ":" name)) value))))

(defun conform--read (request)
  "Pass the bytes of REQUEST to the client."
  (conform--take (encode-coding-string (svvs-json-get request '(bytes)) 'latin-1)))

(defun conform--take (bytes)
  "Pass BYTES to the client, as Emacs does after a read."
  (let* ((states (conform--states))
         (bytes (concat conform--rest bytes))
         (end (string-match-p "[^[:ascii:]]*\\'" bytes)))
    (setq conform--rest (substring bytes end))
    (svvs--filter (svvs-connection-process conform--client)
                  (decode-coding-string (substring bytes 0 end) 'utf-8-unix))
    (while (svvs-connection-timer conform--client) (accept-process-output nil 0))
    (unless (equal states (mapcar (lambda (before) (cons (car before) (svvs-json-serialize (car before)))) states))
      (error "A state that was read has changed"))
    (conform--see)
    (and (svvs-connection-failure conform--client)
         (not (process-live-p (svvs-connection-process conform--client)))
         '(:fault t))))

(defun conform--end (&rest _)
  "Return the states of the views, and the replies."
  (list :views (conform--views) :replies (vconcat (reverse conform--replies))
        :sessions (vconcat (hash-table-keys (svvs-connection-sessions conform--client)))))

(defun conform--states ()
  "Return the states of the open views, each with its text."
  (mapcar (lambda (view) (cons (svvs-view-state view) (svvs-json-serialize (svvs-view-state view)))) (conform--see)))

(defun conform--see ()
  "Watch the open views, and return those that are not closed."
  (dolist (view (hash-table-values (svvs-connection-views conform--client)))
    (unless (assq view conform--shown)
      (push (cons view (svvs-view-state view)) conform--shown)
      (svvs-watch view (lambda (view &rest _)
                         (setf (alist-get view conform--shown) (svvs-view-state view))))))
  (seq-filter #'svvs-view-live (mapcar #'car conform--shown)))

(defun conform--views ()
  "Return the commits and states of the open views by their names."
  (svvs-json-object
   (mapcan (lambda (view)
             (list (svvs-view-id view) (list :commit (svvs-view-commit view) :state (alist-get view conform--shown))))
           (conform--see))))

(defun conform--run (request)
  "Start the command of REQUEST, send its messages, and return what has come."
  (conform--forget)
  (advice-remove 'process-send-string #'conform--keep)
  (setq conform--client (svvs-connect (append (svvs-json-get request '(command)) nil)))
  (seq-doseq (message (svvs-json-get request '(messages)))
    (when-let ((sent (conform--call message)))
      (ignore-error svvs-refused (svvs-await sent))))
  (let ((found (conform--end)))
    (svvs-disconnect conform--client)
    `(,@found :status ,(process-exit-status (svvs-connection-process conform--client)))))

(set-language-environment "UTF-8")
(let (line)
  (while (setq line (ignore-error end-of-file (read-from-minibuffer "")))
    (princ (svvs-json-serialize
            (condition-case error
                (let ((request (svvs-json-parse line)))
                  (funcall (intern (concat "conform--" (svvs-json-get request '(do)))) request))
              (error (list :error (format "%S" error))))))
    (terpri)))
(conform--forget)

(provide 'conform)
;;; conform.el ends here
