;;; svvs-state.el --- State of svvs views, and changes folded into it  -*- lexical-binding: t; -*-

;;; Commentary:

;; A view holds its state.  `svvs--take-snapshot' replaces that; `svvs--fold-change'
;; folds a change into it, which must begin at the commit that the view is at.
;; Watchers of a view are called when its state has changed.
;;
;; In a shared session, other connections open and close views.

;;; Code:

(require 'svvs-connection)

(cl-defstruct (svvs-view (:constructor svvs--make-view) (:copier nil))
  "An open or closed view."
  connection id type params session delivery
  (commit nil :documentation "The commit of the state.")
  (state nil :documentation "The properties, a hash table that must not be modified.")
  (live t :documentation "Whether the view is open.")
  (watchers nil :documentation "The functions to call after changes."))

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
properties, and `patch' a JSON Patch.
Return the names of the properties that changed."
  (let ((changes (gethash "changes" entry))
        (patch (gethash "patch" entry)))
    (cond (changes
           (setf (svvs-view-state view) (copy-hash-table (svvs-view-state view)))
           (maphash (lambda (name value) (puthash name value (svvs-view-state view))) changes)
           (hash-table-keys changes))
          (patch
           (setf (svvs-view-state view) (svvs-json-patch (svvs-view-state view) patch))
           (delete-dups
            (mapcar (lambda (step) (car (svvs-json-pointer (gethash "path" step)))) patch)))
          (t (signal 'svvs-bad-message '("The server has sent a change without changes"))))))

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

(defun svvs--mark-session-closed (connection session)
  "Mark SESSION of CONNECTION as closed, and its views."
  (remhash session (svvs-connection-sessions connection))
  (dolist (view (hash-table-values (svvs-connection-views connection)))
    (when (equal (or (svvs-view-session view) "default") session) (svvs--mark-closed view))))

(provide 'svvs-state)
;;; svvs-state.el ends here
