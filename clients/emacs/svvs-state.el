;;; svvs-state.el --- State of svvs views, kept up to date  -*- lexical-binding: t; -*-

;;; Commentary:

;; The changes of a view are folded into its state, each behind the last.  In a
;; shared session, others open views and close them.

;;; Code:

(require 'svvs-connection)

(cl-defstruct (svvs-view (:constructor svvs--make-view) (:copier nil))
  "An open view, or one that was."
  connection id type params session delivery
  (commit nil :documentation "The commit that the state is of.")
  (state nil :documentation "The properties, a hash table, not to be changed.")
  (stale nil :documentation "The names of the properties that have newer values.")
  (live t :documentation "Whether the view is open.")
  (watchers nil :documentation "The functions to call after changes."))

(cl-defun svvs--view-request (view method params &key success error decode)
  "Send for VIEW a request of METHOD with PARAMS, a plist, and return it.
SUCCESS, ERROR and DECODE are as in `svvs-request-async'."
  (svvs--check-live view)
  (svvs-request-async (svvs-view-connection view) method
                      (svvs-json-object `(,@params :view ,(svvs-view-id view)))
                      :success success :error error :decode decode))

(defun svvs--check-live (view)
  "Signal an error if VIEW is closed."
  (unless (svvs-view-live view)
    (svvs--check-connection (svvs-view-connection view))
    (signal 'svvs-view-closed '("The view is closed"))))

(cl-defun svvs-refresh-async (view &key success error)
  "Ask for a snapshot of VIEW, without waiting; then call SUCCESS or ERROR."
  (svvs--view-request view 'view/get nil :success success :error error
                      :decode (lambda (result)
                                (svvs--take-snapshot view result)
                                (svvs--tell view (hash-table-keys (svvs-view-state view)) nil)
                                view)))

;;;; Watching

(defun svvs-watch (view function)
  "Have FUNCTION called whenever VIEW has changed; return a function to end that.
Its arguments are the view, the names of the properties and the cause: nil, or a
vector of the calls behind the change.  When the view has closed, the names are
nil.  All views are changed before the first watcher is called."
  (setf (svvs-view-watchers view) (append (svvs-view-watchers view) (list function)))
  (lambda () (setf (svvs-view-watchers view) (remq function (svvs-view-watchers view)))))

(defun svvs--tell (view names cause)
  "Call the watchers of VIEW: the properties NAMES have changed by CAUSE."
  (dolist (function (svvs-view-watchers view))
    (svvs-run function view names cause)))

(defun svvs--forget (view)
  "Take note that VIEW is closed."
  (when (svvs-view-live view)
    (setf (svvs-view-live view) nil)
    (remhash (svvs-view-id view) (svvs-connection-views (svvs-view-connection view)))
    (svvs--tell view nil nil)))

;;;; Folding

(defun svvs--take-snapshot (view result)
  "Take the state of VIEW from RESULT, of view/open or view/get."
  (let ((id (svvs-json-get result '(view)))
        (commit (svvs-json-get result '(commit)))
        (state (svvs-json-get result '(state))))
    (unless (and (stringp id) (integerp commit) (hash-table-p state))
      (signal 'svvs-bad-message '("The server has sent no snapshot of a view")))
    (setf (svvs-view-id view) id
          (svvs-view-commit view) commit
          (svvs-view-state view) state
          (svvs-view-stale view) nil)))

(defun svvs--receive (connection message)
  "Take MESSAGE, a JSON value that came over CONNECTION."
  (let ((method (svvs-json-get message '(method))))
    (cond ((null method) (svvs--take-reply connection message))
          ((or (svvs-json-get message '(id)) (not (stringp method)))
           (signal 'svvs-bad-message '("The server has sent something that is no notification")))
          ((equal method "state/changed")
           (let ((params (gethash "params" message)))
             (pcase-dolist (`(,view . ,names) (svvs--fold connection params))
               (svvs--tell view names (gethash "cause" params)))))
          ((equal method "session/changed")
           (svvs--change-session connection (gethash "params" message))))))

(defun svvs--fold (connection params)
  "Fold PARAMS, of state/changed, into the views of CONNECTION.
Return a list of the views that changed, each with the names of its properties."
  (let (changed)
    (seq-doseq (entry (gethash "views" params))
      (when-let ((view (gethash (gethash "view" entry) (svvs-connection-views connection))))
        (unless (eql (gethash "from" entry) (svvs-view-commit view))
          (signal 'svvs-bad-message '("The server has sent a change that does not follow on the last")))
        (push (cons view (svvs--fold-entry view entry)) changed)
        (setf (svvs-view-commit view) (gethash "commit" params))))
    (nreverse changed)))

(defun svvs--fold-entry (view entry)
  "Fold ENTRY into VIEW, and return the names of the properties that changed."
  (let ((changes (gethash "changes" entry))
        (patch (gethash "patch" entry))
        (changed (gethash "changed" entry)))
    (cond (changes
           (setf (svvs-view-state view) (copy-hash-table (svvs-view-state view)))
           (maphash (lambda (name value) (puthash name value (svvs-view-state view))) changes)
           (hash-table-keys changes))
          (patch
           (setf (svvs-view-state view) (svvs-json-patch (svvs-view-state view) patch))
           (delete-dups
            (mapcar (lambda (step) (car (svvs-json-pointer (gethash "path" step)))) patch)))
          (changed
           (setf (svvs-view-stale view)
                 (delete-dups (append (svvs-view-stale view) changed nil)))
           (append changed nil))
          (t (signal 'svvs-bad-message '("The server has sent a change without changes"))))))

;;;; Shared sessions

(cl-defstruct (svvs-session (:constructor svvs--make-session) (:copier nil))
  "A session that other connections may join."
  name
  (delivery 'properties :documentation "How changes of the views are sent that others have opened.")
  (on-open nil :documentation "A function to call with a view that another connection has opened.")
  (token nil :documentation "What this connection joins the session with again."))

(defun svvs--change-session (connection params)
  "Take PARAMS, of session/changed over CONNECTION: views that come and go."
  (let ((views (svvs-connection-views connection))
        (session (gethash (gethash "session" params) (svvs-connection-sessions connection))))
    (seq-doseq (id (gethash "closed" params))
      (when-let ((view (gethash id views))) (svvs--forget view)))
    (when session
      (dolist (view (seq-map (lambda (entry) (svvs--hold-view connection session entry))
                             (gethash "opened" params)))
        (svvs--announce session view))
      (when (eql (gethash "connections" params) 0)
        (svvs--forget-session connection (svvs-session-name session))))))

(defun svvs--announce (session view)
  "Call who waits for views in SESSION: another connection has opened VIEW."
  (when (svvs-session-on-open session)
    (svvs-run (svvs-session-on-open session) view)))

(defun svvs--hold-view (connection session entry)
  "Return the view that is described by ENTRY, in SESSION of CONNECTION."
  (let ((view (svvs--make-view :connection connection :type (gethash "type" entry)
                               :params (svvs--plist (gethash "params" entry))
                               :session (svvs-session-name session)
                               :delivery (svvs-session-delivery session))))
    (svvs--take-snapshot view entry)
    (puthash (svvs-view-id view) view (svvs-connection-views connection))
    view))

(defun svvs--plist (object)
  "Return the members of OBJECT, if it is one, as a plist."
  (let (plist)
    (when (hash-table-p object)
      (maphash (lambda (name value) (setq plist (append plist (list name value)))) object))
    plist))

(defun svvs--forget-session (connection session)
  "Take note that SESSION of CONNECTION is closed, with its views."
  (remhash session (svvs-connection-sessions connection))
  (dolist (view (hash-table-values (svvs-connection-views connection)))
    (when (equal (svvs-view-session view) session) (svvs--forget view))))

(provide 'svvs-state)
;;; svvs-state.el ends here
