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
(require 'svvs)

(setq inhibit-message t) ; the faults of a case

(defvar conform--client nil "The connection of the case.")
(defvar conform--wrote "" "The text that the client has written.")
(defvar conform--rest "" "The bytes of an incomplete character, which Emacs keeps.")
(defvar conform--requests nil "The requests that were sent.")
(defvar conform--replies nil "The replies, the last one first.")
(defvar conform--shown nil
  "The views that were open, each with its state when its watchers were called.")

(defun conform--hello (_request)
  "Return what the client can do."
  '(:name "svvs for Emacs" :can ["properties" "patch" "append" "shared" "run" "screen"]))

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

;;;; Screens

(defvar conform--sets nil "The properties that a page has set, a plist.")
(defvar conform--calls nil "The actions that a page has called.")
(defvar conform--opens nil "The views that a page has opened.")

(defun conform--screen (request)
  "Return the results of the event of REQUEST."
  (let ((screen (svvs-screen-read (svvs-json-get request '(screen))))
        (state (svvs-json-get request '(state))))
    (funcall (intern (concat "conform--on-" (svvs-json-get request '(event)))) request screen state)))

(defun conform--names (objects)
  "Return the names of OBJECTS."
  (vconcat (mapcar (lambda (object) (gethash "name" object)) objects)))

(defun conform--by-name (objects function)
  "Return an object of the values of FUNCTION for OBJECTS, by their names."
  (svvs-json-object (mapcan (lambda (object) (list (gethash "name" object) (funcall function object))) objects)))

(defun conform--views-of (targets)
  "Return TARGETS, views to open, as objects."
  (vconcat (mapcar (pcase-lambda (`(,type . ,params))
                     (if (eq type :file) (list :file params) (list :type type :params (svvs-json-object params))))
                   (delq nil targets))))

(defun conform--offered (screen rows)
  "Return the offered actions of SCREEN for ROWS, the name of a part or nil.
Their buttons are in one place, and have no other rule."
  (seq-filter (lambda (action) (equal (gethash "rows" action) rows)) (svvs-screen-offered screen)))

(defun conform--refused (fields answers)
  "Return the names of FIELDS whose ANSWERS, an object, are not accepted."
  (conform--names (seq-remove (lambda (field)
                                (svvs-screen-accepts-p field (svvs-json-get answers (list (gethash "name" field)))))
                              fields)))

(defun conform--row (state place)
  "Return the row, or the record, at PLACE in STATE."
  (let ((value (gethash (gethash "part" place) state))
        (row (gethash "row" place)))
    (if row (aref value row) value)))

(defun conform--on-begin (request &rest _)
  "Begin with one of the screens of REQUEST."
  (let ((screen (svvs-screen-start (append (svvs-json-get request '(screens)) nil))))
    (list :screen (if screen (gethash "name" screen) :null))))

(defun conform--on-pick (request screen _state)
  "Ask for the parameters of SCREEN as in REQUEST."
  (let ((fields (svvs-screen-asked screen nil (svvs-json-get request '(all)))))
    (list :asks (conform--names fields) :refuses (conform--refused fields (svvs-json-get request '(answers))))))

(defun conform--on-look (request screen state)
  "Look at SCREEN in STATE, with the unsent text of REQUEST."
  (let* ((parts (svvs-screen-list screen 'parts))
         (actions (svvs-screen-list screen 'actions))
         (subtitle (svvs-screen-subtitle screen state))
         (unsent (svvs-screen-list request 'unsent)))
    (list :shown (conform--names (seq-filter (lambda (part) (and (svvs-screen-shown-p part state)
                                                                 (null (svvs-screen-about screen part state))))
                                             parts))
          :question (conform--question screen state)
          :progress (conform--by-name (seq-filter (lambda (part) (and (svvs-screen-progress-p part)
                                                                      (svvs-screen-shown-p part state)))
                                                  parts)
                                      (lambda (part) (or (svvs-screen-progress part state) :null)))
          :busy (conform--names (svvs-screen-busy screen state))
          :subtitle (if subtitle (svvs-value-text subtitle (gethash "subtitle" screen)) :null)
          :errors (conform--by-name (svvs-screen-errors screen state)
                                    (lambda (part) (gethash (gethash "name" part) state)))
          :about (conform--by-name (seq-filter (lambda (part) (svvs-screen-about screen part state))
                                               (svvs-screen-errors screen state))
                                   (lambda (part) (gethash "name" (svvs-screen-about screen part state))))
          :columns (conform--by-name parts (lambda (part) (conform--names (svvs-screen-columns part))))
          :offered (conform--names (conform--offered screen nil))
          :rowActions (conform--by-name parts (lambda (part)
                                                (conform--names (conform--offered screen (gethash "name" part)))))
          :cancellable (conform--names (seq-filter #'svvs-screen-cancellable-p actions))
          :dimmed (conform--names (seq-filter (lambda (action) (svvs-screen-dimmed-p screen action state unsent))
                                              actions)))))

(defun conform--question (screen state)
  "Return the question of SCREEN in STATE, or null."
  (let* ((part (car (svvs-screen-questions screen state)))
         (question (and part (gethash (gethash "name" part) state))))
    (if part (list :title (gethash "title" question) :choices (vconcat (mapcar #'car (svvs-offer--choices question))))
      :null)))

(defun conform--on-answer (request screen state)
  "Answer the question of REQUEST, of SCREEN in STATE."
  (let* ((part (svvs-screen-part screen (svvs-json-get request '(part))))
         (choice (svvs-json-get request '(choice)))
         (call (svvs-screen-answer part (gethash (gethash "name" part) state) (and (integerp choice) choice))))
    (list :calls (or (car call) :null) :arguments (svvs-json-object (cdr call)))))

(defun conform--on-write (request &rest _)
  "Write the value of REQUEST as text."
  (let ((now (svvs-json-get request '(now))))
    (list :text (svvs-value-text (svvs-json-get request '(value)) (svvs-screen-read (svvs-json-get request '(field)))
                                 (svvs-json-get request '(short)) (and now (encode-time (iso8601-parse now)))))))

(defun conform--on-choose (request screen state)
  "Choose the row of REQUEST, of SCREEN in STATE."
  (list :opens (conform--views-of (list (svvs-screen-chosen (svvs-screen-part screen (svvs-json-get request '(part)))
                                                            (conform--row state request))))))

(defun conform--on-call (request screen state)
  "Call the action of REQUEST, of SCREEN in STATE."
  (let* ((action (svvs-screen-action screen (svvs-json-get request '(action))))
         (at (svvs-json-get request '(at)))
         (answers (svvs-json-get request '(answers)))
         (given (and at (svvs-screen-given action (gethash "part" at) (conform--row state at))))
         (fields (svvs-screen-asked action given (svvs-json-get request '(all))))
         (arguments (svvs-screen-answered action given (conform--arguments answers)))
         (question (svvs-page-question screen action arguments state)))
    (list :asks (conform--names fields) :arguments (svvs-json-object arguments)
          :refuses (conform--refused fields answers)
          :confirms (if question (list :text (car question) :beside (or (cadr question) :null)) :null)
          :offers (conform--by-name (svvs-screen-list action 'asks)
                                    (lambda (field) (vconcat (mapcar #'conform--offer (svvs-screen-offers screen field state))))))))

(defun conform--offer (offer)
  "Return OFFER, of `svvs-screen-offers', as an object."
  `(:value ,(car offer) ,@(and (cdr offer) (list :name (svvs-value-name (cdr offer))))))

(defun conform--on-settle (request screen state)
  "End the call of REQUEST, of SCREEN in STATE."
  (list :opens (conform--views-of
                (list (svvs-screen-settled (svvs-screen-action screen (svvs-json-get request '(action)))
                                           (conform--arguments (svvs-json-get request '(arguments))) state
                                           (svvs-json-get request '(refused)))))))

(defun conform--on-return (request screen state)
  "Return from the view of the part of REQUEST, of SCREEN in STATE."
  (let ((part (svvs-screen-part screen (svvs-json-get request '(part)))))
    (list :sets (svvs-json-object (svvs-screen-returned part state)))))

(defun conform--on-enter (request screen _state)
  "Complete the form of SCREEN with the values of REQUEST."
  (pcase-let* ((`(,name . ,given) (svvs-screen-entered screen (svvs-json-get request '(values))))
               (action (and name (svvs-screen-action screen name))))
    (list :calls (or name :null) :arguments (svvs-json-object given)
          :asks (conform--names (svvs-screen-asked action given)))))

(defun conform--on-type (request screen _state)
  "Type into the field of REQUEST, of SCREEN, step by step."
  (let ((draft (svvs-draft-make (svvs-screen-part screen (svvs-json-get request '(part))))))
    (list :texts (vconcat (mapcar (lambda (step) (conform--typed draft step (svvs-json-get step '(by))))
                                  (svvs-json-get request '(steps)))))))

(defun conform--typed (draft step ending)
  "Return what DRAFT is after STEP, whose ENDING is that of a text, if any."
  (let* ((name (car (delete "by" (hash-table-keys step))))
         (text (gethash name step))
         (sent (pcase name
                 ("type" (svvs-draft-edit draft text))
                 ("enter" (svvs-draft-enter draft))
                 ("state" (ignore (svvs-draft-serve draft text)))
                 ("ended" (svvs-draft-end draft text (intern ending)))
                 ("recall" (ignore (svvs-draft-recall draft)))
                 ("closed" (ignore (svvs-draft-close draft)))
                 ("lost" (ignore (svvs-draft-lose draft)))
                 ("opened" (svvs-draft-begin draft (svvs-draft-part draft) text)))))
    `( :shown ,(svvs-draft-shown draft) ,@(and sent (list :sends sent))
       ,@(and (svvs-draft-kept draft) (list :kept (vconcat (svvs-draft-kept draft))))
       ,@(and (svvs-draft-doubtful draft) (list :doubtful (vconcat (svvs-draft-doubtful draft)))))))

(defun conform--on-cancel (_request screen state)
  "Cancel the work of SCREEN in STATE."
  (list :calls (or (svvs-screen-cancelling screen state) :null)))

(defun conform--on-narrow (request screen _state)
  "Narrow the table of REQUEST, of SCREEN."
  (list :leaves (conform--names (svvs-screen-leaving
                                 (svvs-screen-columns (svvs-screen-part screen (svvs-json-get request '(part))))))))

;; These events are those of a buffer in a window that is so low that it shows two lines.

(defmacro conform--in-buffer (arguments &rest body)
  "Do BODY in the buffer of a view; ARGUMENTS are those of `conform--show'."
  (declare (indent 1) (debug (form body)))
  `(let (conform--sets conform--calls conform--opens)
     (cl-letf (((symbol-function 'svvs-set-async)
                (lambda (view properties &rest options)
                  (setq conform--sets (append conform--sets properties))
                  (setf (svvs-view-state view) (copy-hash-table (svvs-view-state view)))
                  (cl-loop for (name value) on properties by #'cddr do (puthash name value (svvs-view-state view)))
                  (funcall (or (plist-get options :success) #'ignore) nil)))
               ((symbol-function 'svvs-call-async)
                (lambda (_view name &rest _)
                  (push name conform--calls)
                  (svvs--make-pending :method name :outcome '(:result))))
               ((symbol-function 'svvs-open-async)
                (lambda (_connection type &rest options) (push (cons type (plist-get options :params)) conform--opens)))
               ((symbol-function 'svvs-offer-visit) (lambda (place &rest _) (push (cons :file place) conform--opens)))
               ((symbol-function 'svvs-briefly) (lambda (_connection function) (funcall function #'ignore)))
               (svvs-buffer--drafts (make-hash-table :test #'equal))
               (inhibit-message t))
       (delete-other-windows)
       (select-window (split-window nil -3))
       (unwind-protect
           (progn (conform--show ,@arguments) ,@body)
         (setf (svvs-view-live svvs-buffer-view) nil)
         (kill-buffer)))))

(defun conform--show (screen state &optional is-opened)
  "Show a view of SCREEN with STATE, which was joined unless it IS-OPENED."
  (let ((view (svvs--make-view :connection (svvs--make-connection :screens (list screen)) :id "v"
                               :type (gethash "name" screen) :commit 0 :state state)))
    (svvs-buffer-show (if is-opened (svvs-buffer-create-opened view) (svvs-buffer-create view)))))

(defun conform--results (&optional start)
  "Return the results of the event; the window began at START before.
The row to scroll to is that of point, or the last one if point is not in rows
that the window has followed."
  (list :sets (svvs-json-object conform--sets) :calls (or (car conform--calls) :null)
        :opens (conform--views-of (reverse conform--opens))
        :scrollsTo
        (svvs-json-object
         (cl-loop for field being the hash-values of svvs-fields
                  for row = (svvs-field-row field (point))
                  when (and (svvs-field-from-end-p field) (svvs-field-rows field) (not (equal start (window-start))))
                  append (list (svvs-field-name field)
                               (if (and (integerp row) (svvs-field--scroll-in-sight-p (point) (selected-window))) row
                                 (1- (length (svvs-field-value field)))))))))

(defun conform--on-open (request screen state)
  "Open or join a view of SCREEN with STATE, as in REQUEST."
  (conform--in-buffer (screen state (not (svvs-json-get request '(joined))))
    (conform--results)))

(defun conform--on-change (request screen state)
  "Change STATE of a view of SCREEN as in REQUEST."
  (conform--in-buffer (screen state)
    (goto-char (point-min))
    (set-window-start nil (point-min))
    (dolist (name (svvs-screen-list request 'inSight))
      (goto-char (svvs-field--scroll-last (svvs-field-named name)))
      (set-window-start nil (point)))
    (setq conform--sets nil)
    (let ((start (window-start))
          (after (svvs-json-get request '(after))))
      (setf (svvs-view-state svvs-buffer-view) after)
      (when (svvs-json-get request '(calling))
        (setq svvs-page--calls (list (cons (svvs--make-pending :method "call") (float-time)))))
      (svvs-buffer--changed (current-buffer) (hash-table-keys after))
      (svvs-page--paint-dirty (current-buffer))
      `(,@(conform--results start)
        :offersFile ,(vconcat (mapcar #'cdr (reverse svvs-offer--files)))
        :notices ,(vconcat (mapcar (lambda (part) (gethash (gethash "name" part) after))
                                   (svvs-screen-notices screen state after)))))))

(defun conform--on-submit (request screen state)
  "Press RET in the field of REQUEST, of a view of SCREEN with STATE."
  (conform--in-buffer (screen state)
    (let ((field (svvs-field-named (svvs-json-get request '(part)))))
      (svvs-field--write field (svvs-value-write (svvs-json-get request '(value)) (svvs-field-part field)))
      (svvs-field-edited field)
      (svvs-field-accept field)
      (conform--results))))

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
