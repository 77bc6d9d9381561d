;;; svvs-client.el --- Connect to svvs servers and use their views from Emacs Lisp  -*- lexical-binding: t; -*-

;;; Commentary:

;; A view holds its state.  `svvs--take-snapshot' replaces that; `svvs--fold-change'
;; folds a change into it, which must begin at the commit that the view is at.
;; Watchers of a view are called when its state has changed.
;;
;; In a shared session, other connections open and close views.
;;
;; A session is a group of views.  The other front ends of the process can join a
;; shared session.  When the connection is cut, it is made again, joins the session
;; again, and receives the replies to its calls.
;;
;; For programs:
;;
;;   (setq server (svvs-connect))
;;   (setq login (svvs-open server "login"))
;;   (svvs-call login 'login :userId "12345" :password "password")
;;   (svvs-get login 'loginState)                       ; "loggedIn"
;;   (svvs-disconnect server)
;;
;; When a call returns, all that it changed is in the state.  svvs-connection.el describes
;; the values.

;;; Code:

(require 'svvs-connection)

;;;; State

(cl-defstruct (svvs-view
               (:constructor svvs--make-view
                             (&key connection id type params session delivery commit ((:state held)) (live t)))
               (:copier nil))
  "An open or closed view."
  connection id type params session delivery ; params is a plist or an object.
  (commit nil :documentation "The commit of the state.")
  (held nil :documentation "The properties; long texts lack their `pieces'.  It is read at each redisplay.")
  (pieces nil :documentation "What was added to long texts of `held', last one first: an alist by property.")
  (appended nil :documentation "What the last change has added to texts that only grow: an alist by property.")
  (live t :documentation "Whether the view is open.")
  (watchers nil :documentation "The functions to call after changes."))

(defun svvs-view-state (view)
  "Return the properties of VIEW, a hash table that must not be modified.
A long text that grows is joined when it is read: to copy it takes time."
  (when (svvs-view-pieces view)
    (setf (svvs-view-held view) (copy-hash-table (svvs-view-held view)))
    (pcase-dolist (`(,name . ,texts) (svvs-view-pieces view))
      (puthash name (apply #'concat (gethash name (svvs-view-held view)) (reverse texts)) (svvs-view-held view)))
    (setf (svvs-view-pieces view) nil))
  (svvs-view-held view))

(gv-define-setter svvs-view-state (state view)
  `(progn (setf (svvs-view-pieces ,view) nil)
          (setf (svvs-view-held ,view) ,state)))

(defun svvs--add-piece (view name text)
  "Add TEXT to the property NAME of VIEW."
  (let ((value (gethash name (svvs-view-held view))))
    (if (and (stringp value) (length< value 1000))
        (progn (setf (svvs-view-held view) (copy-hash-table (svvs-view-held view)))
               (puthash name (svvs-json-extend value text) (svvs-view-held view)))
      (push (svvs-json-extend (if (stringp value) "" value) text)
            (alist-get name (svvs-view-pieces view) nil nil #'equal)))))

(cl-defun svvs--view-request (view method params &key success error decode)
  "Send for VIEW a request of METHOD with PARAMS, a plist, and return it.
SUCCESS, ERROR and DECODE are as in `svvs-request-async'."
  (svvs--check-open view)
  (svvs-request-async (svvs-view-connection view) method
                      (svvs-json-object `(,@params :view ,(svvs-view-id view)))
                      :success success :error error :decode decode))

(defun svvs--check-open (view)
  "Signal an error if VIEW is closed."
  (unless (svvs-view-live view)
    (svvs--check-connection (svvs-view-connection view))
    (signal 'svvs-view-closed '("The view is closed"))))

(cl-defun svvs-refresh-async (view &key success error)
  "Request a snapshot of VIEW, without waiting; then call SUCCESS or ERROR."
  (svvs--view-request view 'view/get nil :success success :error error
                      :decode (lambda (result)
                                (svvs--take-snapshot view result)
                                (svvs--notify-watchers view (hash-table-keys (svvs-view-state view)) nil)
                                view)))

;;;; Watching

(defun svvs-watch (view function)
  "Call FUNCTION after each change of VIEW; return a function that stops this.
Its arguments are the view, the names of the properties and the cause: nil, or a
vector of the calls that made the change.  When the view has closed, the names
are nil.  All views are updated before the first watcher is called."
  (setf (svvs-view-watchers view) (append (svvs-view-watchers view) (list function)))
  (lambda () (setf (svvs-view-watchers view) (remq function (svvs-view-watchers view)))))

(defun svvs--notify-watchers (view names cause)
  "Call the watchers of VIEW: the properties NAMES have changed by CAUSE."
  (dolist (function (svvs-view-watchers view))
    (svvs-run function view names cause)))

(defun svvs--mark-closed (view)
  "Mark VIEW as closed, and notify its watchers."
  (when (svvs-view-live view)
    (setf (svvs-view-live view) nil)
    (remhash (svvs-view-id view) (svvs-connection-views (svvs-view-connection view)))
    (svvs--notify-watchers view nil nil)))

;;;; Folding

(defun svvs--take-snapshot (view result)
  "Replace the state of VIEW by RESULT, of view/open or view/get."
  (let ((id (svvs-json-get result '(view)))
        (commit (svvs-json-get result '(commit)))
        (state (svvs-json-get result '(state))))
    (unless (and (stringp id) (integerp commit) (hash-table-p state))
      (signal 'svvs-bad-message '("The server has replied without a snapshot of the view")))
    (setf (svvs-view-id view) id
          (svvs-view-commit view) commit
          (svvs-view-appended view) nil
          (svvs-view-state view) state)))

(defun svvs--take-notification (connection method params)
  "Handle a notification of METHOD with PARAMS that came over CONNECTION.
Ignore those of unknown methods."
  (pcase method
    ("state/changed"
     (pcase-dolist (`(,view . ,names) (svvs--fold-changes connection params))
       (svvs--notify-watchers view names (gethash "cause" params))))
    ("session/changed" (svvs--update-session connection params))))

(defun svvs--fold-changes (connection params)
  "Fold PARAMS, of state/changed, into the states of the views of CONNECTION.
Ignore changes of views that are not open here.  Return a list of the views that
changed, each with the names of its properties."
  (let (changed)
    (seq-doseq (entry (gethash "views" params))
      (when-let ((view (gethash (gethash "view" entry) (svvs-connection-views connection))))
        (unless (eql (gethash "from" entry) (svvs-view-commit view))
          (signal 'svvs-bad-message '("The server has sent a change that does not follow the last one")))
        (push (cons view (svvs--fold-change view entry)) changed)
        (setf (svvs-view-commit view) (gethash "commit" params))))
    (nreverse changed)))

(defun svvs--fold-change (view entry)
  "Fold ENTRY, a change of VIEW, into its state.
ENTRY has the form of the view's delivery: `properties' sends new values of
properties, and what was added to texts that grow; `patch' a JSON Patch.
Return the names of the properties that changed."
  (let ((changes (gethash "changes" entry))
        (appended (gethash "appended" entry))
        (patch (gethash "patch" entry)))
    (setf (svvs-view-appended view) nil)
    (cond ((or changes appended)
           (svvs--fold-properties view (svvs--alist changes) (svvs--alist appended)))
          (patch (svvs--fold-patch view patch))
          (t (signal 'svvs-bad-message '("The server has sent a change without changes"))))))

(defun svvs--alist (object)
  "Return the members of OBJECT, a hash table or nil, as an alist."
  (and object (mapcar (lambda (name) (cons name (gethash name object))) (hash-table-keys object))))

(defun svvs--fold-properties (view changes appended)
  "Fold new values of properties, and what was added to others, into VIEW.
Both CHANGES and APPENDED are alists.  Return the names of the properties."
  (pcase-dolist (`(,name . ,text) appended)
    (when (assoc name changes)
      (signal 'svvs-bad-message '("The server has sent a property that changes and grows")))
    (svvs--add-piece view name text))
  (when changes
    (setf (svvs-view-held view) (copy-hash-table (svvs-view-held view)))
    (pcase-dolist (`(,name . ,value) changes)
      (setf (svvs-view-pieces view) (assoc-delete-all name (svvs-view-pieces view)))
      (puthash name value (svvs-view-held view))))
  (setf (svvs-view-appended view) appended)
  (mapcar #'car (append changes appended)))

(defun svvs--fold-patch (view patch)
  "Apply PATCH, a JSON Patch, to VIEW.
Return the names of the properties."
  (let (names)
    (seq-doseq (step patch)
      (pcase-let* ((`(,name . ,rest) (svvs-json-pointer (gethash "path" step)))
                   (grows (and (null rest) (equal (gethash "op" step) "append"))))
        (if grows (svvs--add-piece view name (gethash "value" step))
          (when (assoc name (svvs-view-pieces view)) (svvs-view-state view))
          (setf (svvs-view-held view) (svvs-json-patch (svvs-view-held view) (vector step))))
        (if (and grows (not (member name names)))
            (push (cons name (gethash "value" step)) (svvs-view-appended view))
          (setf (svvs-view-appended view) (assoc-delete-all name (svvs-view-appended view))))
        (unless (member name names) (push name names))))
    (nreverse names)))

;;;; Shared sessions

(cl-defstruct (svvs-session (:constructor svvs--make-session) (:copier nil))
  "A session that other connections may join."
  name
  (delivery 'properties :documentation "The delivery of the views that other connections have opened.")
  (on-open nil :documentation "A function to call with a view that another connection has opened.")
  (token nil :documentation "Proves that this connection is a member, when it joins again."))

(defun svvs--update-session (connection params)
  "Add and close views of CONNECTION by PARAMS, of session/changed."
  (let ((views (svvs-connection-views connection))
        (session (gethash (gethash "session" params) (svvs-connection-sessions connection))))
    (seq-doseq (id (gethash "closed" params))
      (when-let ((view (gethash id views))) (svvs--mark-closed view)))
    (when session
      (dolist (view (seq-map (lambda (entry) (svvs--add-view connection session entry))
                             (gethash "opened" params)))
        (svvs--notify-opened session view))
      (when (eql (gethash "connections" params) 0)
        (svvs--mark-session-closed connection (svvs-session-name session))))))

(defun svvs--notify-opened (session view)
  "Call the function of SESSION for VIEW, which another connection has opened."
  (when (svvs-session-on-open session)
    (svvs-run (svvs-session-on-open session) view)))

(defun svvs--add-view (connection session entry)
  "Add to SESSION of CONNECTION the view that ENTRY describes, and return it."
  (let ((view (svvs--make-view :connection connection :type (gethash "type" entry)
                               :params (gethash "params" entry)
                               :session (svvs-session-name session)
                               :delivery (svvs-session-delivery session))))
    (svvs--take-snapshot view entry)
    (puthash (svvs-view-id view) view (svvs-connection-views connection))
    view))

(defun svvs--mark-session-closed (connection session)
  "Mark SESSION of CONNECTION as closed, and its views."
  (remhash session (svvs-connection-sessions connection))
  (dolist (view (hash-table-values (svvs-connection-views connection)))
    (when (equal (or (svvs-view-session view) "default") session) (svvs--mark-closed view))))

;;;; Sessions

(cl-defun svvs-open-session-async (connection &optional session &key success error)
  "Open over CONNECTION a session, without waiting.
Then call SUCCESS with its name, or ERROR.  SESSION is as in
`svvs-open-session'."
  (svvs-request-async connection 'session/open (and session (list :session session))
                      :success success :error error
                      :decode (lambda (result) (svvs-json-get result '(session)))))

(defun svvs-open-session (connection &optional session)
  "Open over CONNECTION a session and return its name.
The name is SESSION; if it is nil, the server chooses one."
  (svvs-await (svvs-open-session-async connection session)))

(cl-defun svvs-close-session-async (connection session &key success error)
  "Close SESSION of CONNECTION, without waiting; then call SUCCESS or ERROR."
  (svvs-request-async connection 'session/close (list :session session)
                      :success success :error error
                      ;; A message right after the reply may belong to a new view with the same name.
                      :decode (lambda (result) (svvs--mark-session-closed connection session) result)))

(defun svvs-close-session (connection session)
  "Close SESSION of CONNECTION, and all its views."
  (svvs-await (svvs-close-session-async connection session)))

(cl-defun svvs-sessions-async (connection &key success error)
  "Request the names of the shared sessions in the process of CONNECTION.
Then call SUCCESS with them, or ERROR."
  (svvs-request-async connection 'session/list nil
                      :success success :error error
                      :decode (lambda (result)
                                (seq-map (lambda (session) (svvs-json-get session '(session)))
                                         (svvs-json-get result '(sessions))))))

(defun svvs-sessions (connection)
  "Return the names of the shared sessions in the process of CONNECTION."
  (svvs-await (svvs-sessions-async connection)))

(cl-defun svvs-share-async (connection session &key keep on-open success error)
  "Open over CONNECTION a shared session called SESSION, without waiting.
Then call SUCCESS with SESSION, or ERROR.  KEEP and ON-OPEN are as in
`svvs-share'."
  (svvs-request-async connection 'session/open `(:session ,session :shared t :keep ,(or keep 0))
                      :success success :error error
                      :decode (lambda (result)
                                (svvs--add-session connection
                                                   (svvs--make-session :name session :on-open on-open)
                                                   result)
                                session)))

(cl-defun svvs-share (connection session &rest options &key keep on-open)
  "Open over CONNECTION a session called SESSION, which others may join.
It outlives its last connection by KEEP seconds, by default 0.  ON-OPEN is a
function to call with a view that another connection has opened.  Both are
OPTIONS."
  (ignore keep on-open)
  (svvs-await (apply #'svvs-share-async connection session options)))

(cl-defun svvs-join-async (connection session &key (delivery 'properties) on-open token success error)
  "Join over CONNECTION the shared SESSION, without waiting.
Then call SUCCESS with its views, or ERROR.  DELIVERY, ON-OPEN and TOKEN are as
in `svvs-join'."
  (let ((joined (svvs--make-session :name session :on-open on-open :delivery delivery :token token)))
    (svvs-request-async connection 'session/join (svvs--joining connection joined)
                        :success success :error error
                        :decode (lambda (result)
                                  (prog1 (svvs--take-session connection joined result)
                                    (svvs--take-answers connection result))))))

(cl-defun svvs-join (connection session &rest options &key delivery on-open token)
  "Join over CONNECTION the shared SESSION, and return its views.
DELIVERY is theirs: `properties', the default, or `patch'.  ON-OPEN is a
function to call with a view that another connection has opened.  TOKEN is the
one of an earlier connection, whose pending requests CONNECTION has.  All of
these are OPTIONS."
  (ignore delivery on-open token)
  (svvs-await (apply #'svvs-join-async connection session options)))

(defun svvs--joining (connection session)
  "Return the parameters of session/join for SESSION of CONNECTION.
If SESSION has a token, CONNECTION joins it again."
  `( :session ,(svvs-session-name session)
     :delivery ,(symbol-name (svvs-session-delivery session))
     ,@(when (svvs-session-token session)
         (list :token (svvs-session-token session)
               :unanswered (vconcat (hash-table-keys (svvs-connection-pending connection)))))))

(defun svvs-view-shared-p (view)
  "Return whether VIEW belongs to a shared session."
  (and (gethash (svvs-view-session view) (svvs-connection-sessions (svvs-view-connection view))) t))

(defun svvs--shared-session (connection)
  "Return the name of the shared session of CONNECTION, if there is one."
  (car (hash-table-keys (svvs-connection-sessions connection))))

(defun svvs--add-session (connection session result)
  "Add SESSION, which is shared, to CONNECTION; its token is in RESULT."
  (setf (svvs-session-token session) (svvs-json-get result '(token)))
  (puthash (svvs-session-name session) session (svvs-connection-sessions connection)))

(defun svvs--take-session (connection session result)
  "Add SESSION and its views in RESULT, of session/join, to CONNECTION.
Return the views.  Replace the state of views that are open here already,
without notifying their watchers."
  (svvs--add-session connection session result)
  (seq-map (lambda (entry)
             (puthash "commit" (gethash "commit" result) entry)
             (let ((view (gethash (gethash "view" entry) (svvs-connection-views connection))))
               ;; Another view may have its id by now.
               (when (and view (not (and (svvs-view-shared-p view)
                                         (equal (svvs-view-type view) (gethash "type" entry)))))
                 (svvs--mark-closed view)
                 (setq view nil))
               (if view
                   (svvs--take-snapshot view entry)
                 (setq view (svvs--add-view connection session entry)))
               view))
           (gethash "views" result)))

;;;; After a cut

(defun svvs--rejoin (connection)
  "Attach CONNECTION, whose process was killed, again, and join its shared session.
Return whether there is such a session.  Later messages are sent after the
requests for this."
  (pcase (hash-table-values (svvs-connection-sessions connection))
    (`(,session)
     (let ((joining (svvs--joining connection session))
           (process (svvs-connection-process connection)))
       ;; In the directory of the former process.
       (with-current-buffer (process-buffer process)
         (svvs--launch connection (process-command process)))
       (svvs-request-async connection 'initialize (svvs-connection-introduction connection))
       (svvs-request-async
        connection 'session/join joining
        :decode (lambda (result) (svvs--resume connection session result))
        ;; A server that was started since may have no such session, or another one.
        :error (lambda (error)
                 ;; After a second cut, the next join has this error for the first one.
                 (unless (eq (car error) 'svvs-unanswered)
                   (svvs--fail connection 'svvs-server-died
                               (format "The connection was cut, and the session %s has ended: %s"
                                       (svvs-session-name session) (cadr error)))))))
     t)))

(defun svvs--resume (connection session result)
  "Update the views of SESSION, which CONNECTION has joined again with RESULT."
  (let (held views)
    ;; Views that this connection has opened are not reported as opened by others.
    (seq-doseq (answer (svvs--answers result))
      (when (equal (svvs-pending-method (svvs--pending-of answer connection)) "view/open")
        (svvs--take-reply connection answer)))
    (setq held (hash-table-values (svvs-connection-views connection))
          views (svvs--take-session connection session result))
    ;; The others were closed meanwhile, or were not in a shared session.
    (dolist (view held)
      (unless (memq view views) (svvs--mark-closed view)))
    (dolist (view views)
      (if (memq view held)
          (svvs--notify-watchers view (hash-table-keys (svvs-view-state view)) nil)
        (svvs--notify-opened session view)))
    (svvs--take-answers connection result)))

(defun svvs--take-answers (connection result)
  "Finish the requests over CONNECTION that RESULT, of session/join, replies to."
  (seq-doseq (answer (svvs--answers result))
    (when (svvs--pending-of answer connection) (svvs--take-reply connection answer)))
  (seq-doseq (id (gethash "unknown" result))
    (svvs--finish-unanswered (gethash id (svvs-connection-pending connection)))))

(defun svvs--answers (result)
  "Return the replies in RESULT, of session/join, each snapshot with its state.
RESULT contains the states only once, with the views."
  (let ((views (make-hash-table :test #'equal)))
    (seq-doseq (view (gethash "views" result)) (puthash (gethash "view" view) view views))
    (seq-do (lambda (answer)
              (when-let ((view (gethash (svvs-json-get answer '(result view)) views)))
                (puthash "commit" (gethash "commit" result) (gethash "result" answer))
                (puthash "state" (gethash "state" view) (gethash "result" answer))))
            (gethash "answers" result))
    (gethash "answers" result)))

(defun svvs--pending-of (answer connection)
  "Return the request over CONNECTION that ANSWER is for, if it is pending."
  (gethash (gethash "id" answer) (svvs-connection-pending connection)))

(defun svvs--finish-unanswered (pending)
  "Finish PENDING, whose reply was lost with the connection."
  (svvs--finish pending (list :error 'svvs-unanswered
                              (format "The connection was cut before there was a reply to %s"
                                      (svvs-pending-method pending)))))

;;;; Servers

(defconst svvs-protocol-version 2
  "The version of the protocol that this client uses.")

(cl-defun svvs-connect (&optional command &key cause attach)
  "Start a server with COMMAND, and return the connection to it.
COMMAND is a list of strings, by default that of `svvs-command'.  If CAUSE is
non-nil, watchers are called with the calls that made a change.

With ATTACH, connect to the server that is shared under this name or at this
path, or under the name of the app if it is t.  Start it if it is not running."
  (let ((connection (svvs-connect-async command :cause cause :attach attach))
        is-done)
    (unwind-protect
        (progn
          (svvs--wait connection svvs-timeout (lambda () (svvs-connection-info connection)))
          (svvs--check-connection connection)
          (unless (svvs-connection-info connection)
            (signal 'svvs-timed-out (list (format "The server has not replied to initialize within %s s"
                                                  svvs-timeout))))
          (setq is-done t)
          connection)
      (unless is-done
        (setf (svvs-connection-closing connection) t)
        (svvs--fail connection 'svvs-server-died "The server was ended")))))

(cl-defun svvs-connect-async (&optional command &key cause attach)
  "Start a server with COMMAND, and return the connection to it without waiting.
CAUSE and ATTACH are as in `svvs-connect'.  Requests can be sent at once; they
fail if the server cannot be used."
  (let ((connection (svvs--start command attach)))
    (setf (svvs-connection-origin connection)
          (list default-directory (or command svvs-command) :cause cause :attach attach))
    (svvs--initialize connection `( :protocolVersion ,svvs-protocol-version
                                    :clientInfo (:name "svvs.el")
                                    ;; A shared server continues when Emacs is killed.
                                    ,@(unless attach (list :processId (emacs-pid)))
                                    :capabilities (:append t ,@(and cause '(:cause t)))))
    connection))

(defun svvs-reconnect (connection &optional connect)
  "Return a new connection with the arguments of CONNECTION, which has ended.
CONNECT is `svvs-connect', the default, or `svvs-connect-async'."
  (let ((default-directory (car (svvs-connection-origin connection))))
    (apply (or connect #'svvs-connect) (cdr (svvs-connection-origin connection)))))

(defun svvs--attaching (words attach)
  "Return WORDS, a command, with the option to attach to the server ATTACH, a name.
If it is t, the server is that of WORDS, or else that with the name of the app."
  (cond ((stringp attach) (append words (list (concat "--attach=" attach))))
        ((or (null attach) (seq-some (lambda (word) (string-match-p "\\`--attach\\(=\\|\\'\\)" word)) words)) words)
        (t (append words '("--attach")))))

(defun svvs--start (command &optional attach)
  "Start a server with COMMAND, or that of `svvs-command'; return the connection.
With ATTACH, attach to the server of that name."
  (let* ((default-directory (svvs-process-directory command))
         (words (svvs--attaching (or command (svvs-command-words)) attach))
         (connection (svvs--make-connection :on-notification #'svvs--take-notification :on-end #'svvs--clean-up
                                            :on-cut #'svvs--rejoin)))
    (svvs--launch connection words)
    (add-hook 'kill-emacs-hook #'svvs--disconnect-all)
    connection))

(defun svvs--initialize (connection introduction)
  "Send initialize over CONNECTION with INTRODUCTION, the parameters.
If the server refuses that or uses another version of the protocol, end it."
  (setf (svvs-connection-introduction connection) introduction)
  (svvs-request-async
   connection 'initialize introduction
   :error (lambda (error) (svvs--fail connection (car error) (cadr error)))
   :success (lambda (info)
              (if (equal (svvs-json-get info '(protocolVersion)) svvs-protocol-version)
                  (setf (svvs-connection-info connection) info)
                (svvs--fail connection 'svvs-protocol-version-mismatch
                            (format "The server speaks version %s of the protocol, not %s"
                                    (or (svvs-json-get info '(protocolVersion)) "none")
                                    svvs-protocol-version))))))

;;;; Waiting for a short time

(defun svvs-briefly (connection function)
  "Call FUNCTION, and wait at most `svvs-command-timeout' seconds for its end.
Errors after that are shown as messages.  FUNCTION is called with another
function, to be called at its end, with an error or without.  Handle messages of
CONNECTION meanwhile.  Return whether FUNCTION has ended."
  (let (outcome is-late)
    (funcall function (lambda (&optional error)
                        (setq outcome (list error))
                        (when (and error is-late) (message "svvs: %s" (svvs-error-message error)))))
    ;; The user may quit, also if a message handler waits.
    (with-local-quit (svvs--wait connection svvs-command-timeout
                                 (lambda ()
                                   (unless outcome (redisplay)) ; Work may show its progress.
                                   outcome)))
    (setq is-late t)
    (cond ((null outcome)
           (message "svvs: The server has not replied yet; the command continues after the reply")
           nil)
          ((car outcome) (signal (caar outcome) (cdar outcome)))
          (t t))))

;;;; The end of servers

(defun svvs-disconnect (connection &optional seconds)
  "Shut down the server of CONNECTION, by force if need be.
If SECONDS is non-nil, wait no longer than that; the server is killed later."
  (when (svvs-connection-live-p connection)
    (let ((svvs-timeout (min svvs-timeout svvs-shutdown-timeout)))
      (unwind-protect
          (ignore-error svvs-error
            (svvs--ask-to-end connection)
            (svvs--wait connection (min svvs-shutdown-timeout (or seconds svvs-shutdown-timeout)) #'ignore))
        (if (null seconds) (svvs--kill connection)
          (run-at-time (max 0 (- svvs-shutdown-timeout seconds)) nil #'svvs--kill connection)))))
  ;; If the process has ended by itself, its sentinel has to run.
  (svvs--wait connection 1 (lambda () (and seconds (process-live-p (svvs-connection-process connection))))))

(defun svvs--kill (connection)
  "Kill the server of CONNECTION if it has not ended."
  (when (process-live-p (svvs-connection-process connection))
    (message "svvs: The server did not end within %s s and was killed" svvs-shutdown-timeout)
    (svvs--fail connection 'svvs-server-died "The server was killed")))

(defun svvs--ask-to-end (connection)
  "Request the server of CONNECTION to end, and return the request."
  (setf (svvs-connection-closing connection) t)
  (svvs-request-async connection 'shutdown nil
                      :success (lambda (_) (svvs--send connection (svvs--message 'exit nil)))))

(defun svvs--disconnect-all ()
  "Shut down all servers, because Emacs ends.
Wait until they have saved their data, but not for their ends: Emacs is not
notified of those if its terminal was closed."
  (dolist (process (process-list))
    (when-let ((connection (process-get process 'svvs-connection)))
      (when (svvs-connection-live-p connection)
        (ignore-error svvs-error
          (let* ((svvs-timeout (min svvs-timeout svvs-shutdown-timeout))
                 (shutdown (svvs--ask-to-end connection))
                 (end (+ (float-time) svvs-shutdown-timeout)))
            (while (not (or (svvs-pending-outcome shutdown)
                            (svvs-connection-failure connection)
                            (> (float-time) end)))
              (unless (svvs--take-message connection)
                ;; From this process alone: Emacs might wait for its terminal without end.
                (accept-process-output process 0.1 nil 0)))))
        (svvs--fail connection 'svvs-server-died "The server was shut down")))))

(defun svvs--clean-up (connection)
  "Close the views and finish the requests of CONNECTION, whose server has ended.
The texts that wait for a request know the end of their view by then."
  (mapc #'svvs--mark-closed (hash-table-values (svvs-connection-views connection)))
  (svvs--end-requests connection)
  (svvs--notify-requests connection))

;;;; Views

(cl-defun svvs-open-async (connection type &key params id session delivery success error)
  "Open over CONNECTION a view of TYPE, without waiting.
Then call SUCCESS with the view, which `svvs-await' returns, too, or ERROR.
PARAMS, ID, SESSION and DELIVERY are as in `svvs-open'."
  (let ((view (svvs--make-view :connection connection :type type :params params :session session
                               :delivery (or delivery 'properties))))
    (svvs-request-async
     connection 'view/open
     `( :type ,type
        ,@(and id (list :view id))
        ,@(and params (list :params (svvs-json-object params)))
        ,@(and session (list :session session))
        ,@(and delivery (list :delivery (symbol-name delivery))))
     :success success :error error
     ;; Before changes that were read together with the reply are folded.
     :decode (lambda (result)
               (svvs--take-snapshot view result)
               (puthash (svvs-view-id view) view (svvs-connection-views connection))
               view))))

(cl-defun svvs-open (connection type &rest options &key params id session delivery)
  "Open over CONNECTION a view of TYPE with PARAMS, a plist; return it.
ID is its name, by default one that the server chooses; SESSION is the session
that it belongs to.  DELIVERY is `properties', the default, or `patch'.
All of these are OPTIONS."
  (ignore params id session delivery)
  (let ((pending (apply #'svvs-open-async connection type options)))
    (unwind-protect (svvs-await pending)
      ;; A view that comes later is of no use.
      (unless (svvs-pending-outcome pending)
        (setf (svvs-pending-success pending) #'svvs-close-async)))))

(cl-defun svvs-close-async (view &key success error)
  "Close VIEW, without waiting; then call SUCCESS or ERROR."
  (svvs--view-request view 'view/close nil :success success :error error
                      :decode (lambda (result) (svvs--mark-closed view) result)))

(defun svvs-close (view)
  "Close VIEW.
The server cancels the calls of its actions."
  (when (svvs-view-live view) (svvs-await (svvs-close-async view))))

(defun svvs-refresh (view)
  "Replace the state of VIEW by a fresh snapshot."
  (svvs-await (svvs-refresh-async view)))

(defun svvs-get (view &rest path)
  "Return the value at PATH in the state of VIEW.
PATH begins with a property; then come members and indices."
  (svvs-json-get (svvs-view-state view) path))

(cl-defun svvs-set-async (view properties &key success error)
  "Set PROPERTIES, a plist, of VIEW, without waiting; then call SUCCESS or ERROR."
  (svvs--view-request view 'view/set (list :properties (svvs-json-object properties))
                      :success success :error error))

(defun svvs-set (view &rest properties)
  "Set PROPERTIES, a plist, of VIEW: all of them or none."
  (svvs-await (svvs-set-async view properties)))

(cl-defun svvs-call-async (view action arguments &key success error)
  "Call ACTION of VIEW with ARGUMENTS, a plist, without waiting for its end.
Then call SUCCESS or ERROR.  Return the request, for `svvs-await' and
`svvs-cancel'."
  (svvs--view-request view action arguments :success success :error error))

(defun svvs-call (view action &rest arguments)
  "Call ACTION of VIEW with ARGUMENTS, a plist, and wait until it has settled.
With `:ifCommit' N in ARGUMENTS it is refused if VIEW has changed since commit
N."
  (svvs-await (svvs-call-async view action arguments)))

(defun svvs-notify (view action &rest arguments)
  "Call ACTION of VIEW with ARGUMENTS, a plist, and receive no reply."
  (svvs--check-open view)
  (svvs--send-notification (svvs-view-connection view) action
                           (svvs-json-object `(,@arguments :view ,(svvs-view-id view)))))

(defun svvs-wait-for (view predicate &optional timeout)
  "Wait until PREDICATE, called without arguments, is non-nil; return that.
Call it after each message of the server of VIEW, for TIMEOUT seconds, by
default `svvs-timeout', and until VIEW is closed."
  (let (value)
    (svvs--wait (svvs-view-connection view) (or timeout svvs-timeout)
                (lambda () (or (setq value (funcall predicate)) (not (svvs-view-live view)))))
    (unless value
      (svvs--check-open view)
      (signal 'svvs-timed-out (list (format "The condition was not met within %s s" (or timeout svvs-timeout)))))
    value))

(provide 'svvs-client)
;;; svvs-client.el ends here
