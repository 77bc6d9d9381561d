;;; svvs-attach.el --- Joining other front ends of svvs  -*- lexical-binding: t; -*-

;;; Commentary:

;; A shared server may have other front ends: another Emacs, a web page, a script.
;; `M-x svvs-attach' joins the session that they share, whose views then are in
;; buffers as if they had been opened here.
;;
;; An Emacs that was killed is the same front end when it is started again: it
;; joins its session with the token that it had, and reports the outcome of its
;; requests.  It keeps the token in a file, which is written when a request begins
;; or ends.

;;; Code:

(require 'svvs)

;;;###autoload
(defun svvs-attach (&optional server)
  "Join a session on the shared SERVER, a name or the path of a socket.
By default it is the one with the name of the app; a prefix argument asks for
it.  If several sessions are shared there, ask for one.  If none is shared, ask
for the name of a new one, which others may join.  Start the server if it is not
running.

Views that others open later get buffers too, which are not displayed.
`svvs-shutdown' leaves the session: its views stay open for the others, or, if
there are none, as long as the server keeps the session."
  (interactive (list (and current-prefix-arg (svvs-attach--read-server))))
  (svvs-with-user-errors
    (when (and svvs-current-connection (svvs-connection-live-p svvs-current-connection))
      (user-error "A server is running already: `svvs-shutdown' ends it"))
    (let* ((svvs-timeout (min svvs-timeout 10)) ; Nothing else can be done meanwhile.
           (connection (svvs-connect nil :attach (or server t)))
           is-done)
      (unwind-protect
          (progn
            (svvs-attach--enter connection)
            (setq is-done t
                  svvs-current-connection connection))
        (unless is-done (svvs-disconnect connection))))))

(defun svvs-attach--read-server ()
  "Ask for the name of a server, or the path of its socket."
  (let ((server (completing-read "Server (that of the app): " (svvs-attach--names))))
    (unless (string-empty-p server) server)))

(defun svvs-attach--names ()
  "Return the names of the running shared servers.
If the server's command cannot list them, return nil."
  (let ((default-directory (svvs-process-directory))
        (words (append (svvs-command-words) '("--attach" "--list"))))
    (ignore-error (file-missing svvs-json-error)
      (with-temp-buffer
        (apply #'call-process (car words) nil '(t nil) nil (cdr words))
        (seq-map (lambda (server) (svvs-json-get server '(name))) (svvs-json-parse (buffer-string)))))))

(defun svvs-attach--enter (connection)
  "Join or open a session of CONNECTION, and show the first of its views."
  (let ((sessions (svvs-sessions connection)))
    ;; Message handlers that make buffers need the screens, and must not wait for a reply.
    (svvs-screens connection)
    (if (null sessions)
        (let ((session (read-string "No session is shared yet; name of a new one: ")))
          (svvs-attach--check session)
          (svvs-share connection session :keep svvs-keep :on-open #'svvs-attach--add)
          (message "svvs: Sharing the session %s" session))
      (let ((buffers (mapcar #'svvs-buffer-create (svvs-attach--join connection sessions))))
        (when buffers (svvs-buffer-show (car buffers)))
        (message "svvs: Joined the session %s; open views: %d"
                 (svvs--shared-session connection) (length buffers))))
    (svvs-attach-keep connection)))

(defun svvs-attach--join (connection sessions)
  "Join over CONNECTION one of SESSIONS, and return its views.
It is the session of an Emacs that was killed, or the only one, or asked for."
  (let ((left (svvs-attach-find connection sessions)))
    (if left
        (svvs-attach-rejoin connection left :on-open #'svvs-attach--add)
      (let ((session (if (cdr sessions) (completing-read "Session: " sessions nil t) (car sessions))))
        (svvs-attach--check session)
        (svvs-join connection session :delivery 'patch :on-open #'svvs-attach--add)))))

(defun svvs-attach--check (session)
  "Signal an error if SESSION is empty."
  (when (string-empty-p session) (user-error "No session was chosen")))

(defun svvs-attach--add (view)
  "Make a buffer for VIEW, which another front end has opened."
  (message "svvs: Another front end has opened %s" (buffer-name (svvs-buffer-create view))))

;;;###autoload
(defun svvs-show-view (view)
  "Show VIEW, an open one, in its buffer, or in a new one if that was killed."
  (interactive (list (svvs-attach--read-view)))
  (svvs-buffer-show
   (or (seq-find (lambda (buffer) (eq (buffer-local-value 'svvs-buffer-view buffer) view))
                 (svvs-buffers))
       (svvs-buffer-create view))))

(defun svvs-attach--read-view ()
  "Ask for an open view."
  (let ((views (and svvs-current-connection
                    (mapcar (lambda (view) (cons (format "%s %s" (svvs-view-type view) (svvs-view-id view)) view))
                            (hash-table-values (svvs-connection-views svvs-current-connection))))))
    (unless views (user-error "No view is open"))
    (cdr (assoc (completing-read "View: " views nil t) views))))

;;;; Rejoining after Emacs was killed

(defconst svvs-attach--silent '("initialize" "rpc.discover" "session/join" "session/list" "view/get")
  "The methods of requests whose outcomes are not reported after a restart.")

(defun svvs-attach-keep (connection)
  "From now on, write the file with which the session of CONNECTION is rejoined."
  (when svvs-return-folder
    (setf (svvs-connection-on-requests connection) #'svvs-attach--write)
    (svvs-attach--write connection)))

(defun svvs-attach--write (connection)
  "Write the file for CONNECTION, or delete it if its session has ended."
  (let* ((session (car (hash-table-values (svvs-connection-sessions connection))))
         (file (svvs-attach--file connection))
         (new (concat file "~"))
         (write-region-inhibit-fsync t))
    (if (or (null session) (svvs-connection-failure connection))
        (delete-file file)
      (with-file-modes #o700 (make-directory svvs-return-folder t))
      (with-file-modes #o600 (write-region (svvs-attach--text connection session) nil new nil 'silent))
      (rename-file new file t))))

(defun svvs-attach--file (connection)
  "Return the name of this Emacs's file for CONNECTION."
  (expand-file-name (format "%s-%d" (svvs-json-get (svvs-connection-info connection) '(process id)) (emacs-pid))
                    svvs-return-folder))

(defun svvs-attach--text (connection session)
  "Return the contents of the file for CONNECTION, in SESSION."
  (svvs-json-serialize
   (list :process (svvs-json-get (svvs-connection-info connection) '(process)) :emacs (emacs-pid)
         :session (svvs-session-name session) :token (svvs-session-token session)
         :delivery (symbol-name (svvs-session-delivery session)) :lastId (svvs-connection-last-id connection)
         :requests (cl-loop for pending being the hash-values of (svvs-connection-pending connection)
                            unless (member (svvs-pending-method pending) svvs-attach--silent)
                            vconcat `((:id ,(svvs-pending-id pending) :method ,(svvs-pending-method pending)))))))

(defun svvs-attach-find (connection sessions)
  "Return the file of a killed Emacs for one of SESSIONS of CONNECTION, as JSON.
Delete the files for servers that have ended."
  (let (found)
    (dolist (file (and svvs-return-folder (file-directory-p svvs-return-folder)
                       (directory-files svvs-return-folder t "[0-9]\\'"))
                  found)
      (let ((left (svvs-json-parse (with-temp-buffer (insert-file-contents file) (buffer-string)))))
        (cond ((not (svvs-attach--runs-p (svvs-json-get left '(process pid)))) (delete-file file))
              ((and (null found)
                    (member (gethash "session" left) sessions)
                    (equal (svvs-json-get left '(process id))
                           (svvs-json-get (svvs-connection-info connection) '(process id)))
                    (not (svvs-attach--runs-p (gethash "emacs" left))))
               (setq found left)
               ;; Another Emacs must not use it too.
               (rename-file file (svvs-attach--file connection) t)))))))

(defun svvs-attach--runs-p (pid)
  "Return whether PID is a process other than this Emacs, and not a zombie."
  (not (or (eql pid (emacs-pid)) (member (alist-get 'state (process-attributes pid)) '(nil "Z")))))

(cl-defun svvs-attach-rejoin (connection left &key on-open)
  "Join over CONNECTION the session of LEFT, as the front end that was killed.
Return the views, and show the outcome of its requests.  ON-OPEN is as in
`svvs-join'."
  ;; In a shared session a front end uses each id once.
  (setf (svvs-connection-last-id connection) (max (svvs-connection-last-id connection) (gethash "lastId" left)))
  (seq-doseq (request (gethash "requests" left))
    (let* ((id (gethash "id" request))
           (method (gethash "method" request))
           ;; After the message about joining.
           (say (lambda (outcome) (run-at-time 0 nil #'message "svvs: %s: %s" method outcome))))
      (puthash id (svvs--make-pending
                   :connection connection :id id :method method
                   :success (lambda (result) (funcall say (format "done in commit %d" (gethash "commit" result))))
                   :error (lambda (error) (funcall say (svvs-error-message error))))
               (svvs-connection-pending connection))))
  (let ((session (gethash "session" left))
        (delivery (intern (gethash "delivery" left))))
    (condition-case nil
        (svvs-join connection session :on-open on-open :delivery delivery :token (gethash "token" left))
      ;; The session may be a new one with the same name.
      (svvs-refused
       (prog1 (svvs-join connection session :on-open on-open :delivery delivery)
         (mapc #'svvs--finish-unanswered (hash-table-values (svvs-connection-pending connection))))))))

(provide 'svvs-attach)
;;; svvs-attach.el ends here
