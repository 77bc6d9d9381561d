;;; svvs-state.el --- State of svvs views, kept up to date  -*- lexical-binding: t; -*-

;;; Commentary:

;; What the server tells of a view is folded into its state.  If something was
;; missed, a snapshot is asked for.

;;; Code:

(require 'svvs-request)

(cl-defstruct (svvs-view (:constructor svvs--make-view) (:copier nil))
  "An open view, or one that was."
  connection id type session delivery
  (commit nil :documentation "The commit that the state is of.")
  (state nil :documentation "The properties, a hash table, not to be changed.")
  (stale nil :documentation "The names of the properties that have newer values.")
  (live t :documentation "Whether the view is open.")
  (watchers nil :documentation "The functions that are told of changes.")
  (fetching nil :documentation "Whether a change was missed, and a snapshot is on its way."))

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
    (when (svvs--failure (svvs-view-connection view))
      (svvs--signal-failure (svvs-view-connection view)))
    (svvs-signal 'svvs-closed "The view is closed")))

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
nil.  All views are changed before the first watcher is told."
  (setf (svvs-view-watchers view) (append (svvs-view-watchers view) (list function)))
  (lambda () (setf (svvs-view-watchers view) (remq function (svvs-view-watchers view)))))

(defun svvs--tell (view names cause)
  "Tell the watchers of VIEW that the properties NAMES have changed by CAUSE."
  (dolist (function (svvs-view-watchers view))
    (svvs-run function view names cause)))

(defun svvs--forget (view)
  "Take note that VIEW is closed."
  (when (svvs-view-live view)
    (setf (svvs-view-live view) nil)
    (remhash (svvs-view-id view) (svvs--views (svvs-view-connection view)))
    (svvs--tell view nil nil)))

;;;; Folding

(defun svvs--take-snapshot (view result)
  "Take the state of VIEW from RESULT, of view/open or view/get."
  (let ((id (svvs-json-get result '(view)))
        (commit (svvs-json-get result '(commit)))
        (state (svvs-json-get result '(state))))
    (unless (and (stringp id) (integerp commit) (hash-table-p state))
      (signal 'svvs-json-error '("No snapshot")))
    (setf (svvs-view-id view) id
          (svvs-view-commit view) commit
          (svvs-view-state view) state
          (svvs-view-stale view) nil
          (svvs-view-fetching view) nil)))

(defun svvs--notified (connection method params)
  "Take over CONNECTION the notification METHOD with PARAMS."
  (when (eq method 'state/changed)
    (pcase-dolist (`(,view . ,names)
                   (condition-case nil
                       (svvs--fold connection params)
                     ;; What is ill-formed shows where it is used.
                     (error (svvs--break connection 'svvs-bad-message
                                         "The server has told an ill-formed change")
                            nil)))
      (svvs--tell view names (gethash "cause" params)))))

(defun svvs--fold (connection params)
  "Fold PARAMS, of state/changed, into the views of CONNECTION.
Return a list of the views that changed, each with the names of its properties."
  (let (told)
    (seq-doseq (entry (gethash "views" params))
      (when-let ((view (gethash (gethash "view" entry) (svvs--views connection))))
        (unless (svvs-view-fetching view)
          (let ((names (and (eql (gethash "from" entry) (svvs-view-commit view))
                            (svvs--fold-entry view entry))))
            (if (null names)
                (svvs--fetch view)
              (setf (svvs-view-commit view) (gethash "commit" params))
              (push (cons view names) told))))))
    (nreverse told)))

(defun svvs--fold-entry (view entry)
  "Fold ENTRY into VIEW and return the names of what changed, or nil if that fails."
  (let ((changes (gethash "changes" entry))
        (patch (gethash "patch" entry))
        (changed (gethash "changed" entry)))
    (cond (changes
           (setf (svvs-view-state view) (copy-hash-table (svvs-view-state view)))
           (maphash (lambda (name value) (puthash name value (svvs-view-state view))) changes)
           (hash-table-keys changes))
          (patch
           (ignore-error svvs-json-error
             (setf (svvs-view-state view) (svvs-json-patch (svvs-view-state view) patch))
             (delete-dups
              (mapcar (lambda (step) (car (svvs-json-pointer (gethash "path" step)))) patch))))
          (changed
           (setf (svvs-view-stale view)
                 (delete-dups (append (svvs-view-stale view) changed nil)))
           (append changed nil)))))

(defun svvs--fetch (view)
  "Ask for a snapshot of VIEW, because a change was missed."
  (setf (svvs-view-fetching view) t)
  (push (svvs-refresh-async view :error (lambda (error)
                                          (message "svvs: %s" (svvs-error-message error))))
        (svvs--fences (svvs-view-connection view))))

(provide 'svvs-state)
;;; svvs-state.el ends here
