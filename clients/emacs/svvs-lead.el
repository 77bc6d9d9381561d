;;; svvs-lead.el --- Ways from one svvs view to another  -*- lexical-binding: t; -*-

;;; Commentary:

;; A row, a property or an action may lead to another view.  Who comes back from
;; there takes the property back that has led away.

;;; Code:

(require 'svvs-buffer)

(defvar-local svvs-lead--away nil
  "The names of the properties of this buffer that have led away from it.")

(defvar-local svvs-lead--seen nil
  "An alist of the properties of this buffer that lead away, and their values.")

;;;; Opening

(defun svvs-lead-show (view)
  "Make a buffer for VIEW, which was opened here, and return it.
What is to be called when a view appears is called."
  (let* ((buffer (svvs-buffer-create view)))
    (with-current-buffer buffer (svvs-lead-appear))
    buffer))

(defun svvs-lead-appear ()
  "Call what is to be called when the view of this buffer appears, if anything."
  (let ((action (svvs-json-get (svvs-page-schema) '(onAppear))))
    (when (and (stringp action) (svvs-json-get (svvs-page-schema) (list 'actions action)))
      (svvs-call-with action nil))))

(defun svvs-lead-open (destination scopes &optional property)
  "Open DESTINATION, as hints have it, and display it if this buffer is looked at.
Its parameters are members of the first of SCOPES that has them, all objects.
PROPERTY is the name of the property that leads there, if one does."
  (let* ((origin (current-buffer))
         (type (svvs-json-get destination '(type)))
         (params (svvs-lead--params destination scopes))
         (connection (svvs-view-connection svvs-buffer-view))
         (buffer (svvs-buffer-find connection type params)))
    (if buffer (svvs-lead--display buffer origin property)
      (svvs-open-async connection type :params params :session (svvs-view-session svvs-buffer-view)
                       :delivery 'patch
                       :success (lambda (view) (svvs-lead--display (svvs-lead-show view) origin property))
                       :error (lambda (error) (message "svvs: %s" (svvs-error-message error)))))))

(defun svvs-lead--params (destination scopes)
  "Return the parameters of DESTINATION out of SCOPES, as a plist."
  (let (params)
    (maphash (lambda (name member)
               (let ((scope (seq-find (lambda (scope) (svvs-json-get scope (list member))) scopes)))
                 (setq params (append params (list name (svvs-json-get scope (list member)))))))
             (or (svvs-json-get destination '(params)) (make-hash-table)))
    params))

(defun svvs-lead--display (buffer origin property)
  "Display BUFFER in place of ORIGIN, if that is in the selected window.
Take note that PROPERTY has led away from there, unless it is nil."
  ;; Not before: until the view is open, there is nowhere to come back from.
  (when (and property (buffer-live-p origin))
    (with-current-buffer origin (push property svvs-lead--away)))
  (if (eq (window-buffer) origin)
      (svvs-buffer-show buffer)
    (message "svvs: %s is open" (buffer-name buffer))))

;;;; Properties and actions that lead away

(defun svvs-lead--begin ()
  "Take note of what leads away from this buffer at first: nobody is led there."
  (setq svvs-lead--seen (cl-loop for (name . schema) in (svvs-schema-members (svvs-page-schema))
                                 when (svvs-schema-way-p (svvs-view-connection svvs-buffer-view) schema)
                                 collect (cons name (svvs-get svvs-buffer-view name)))
        svvs-lead--away nil)
  (add-hook 'post-command-hook #'svvs-lead--come-back nil t))

(defun svvs-lead--follow (names)
  "Go where those of the properties NAMES lead that have begun to lead away."
  (pcase-dolist (`(,name . ,before) (seq-filter (lambda (seen) (member (car seen) names)) svvs-lead--seen))
    (let ((value (svvs-get svvs-buffer-view name)))
      (setf (alist-get name svvs-lead--seen nil nil #'equal) value)
      (unless (or (memq value '(nil :false :null)) (equal value before))
        (svvs-lead-open (svvs-json-get (svvs-page-schema) `(properties ,name x-opens))
                        (list (svvs-view-state svvs-buffer-view)) name)))))

(defun svvs-lead--done (action arguments)
  "Go where ACTION leads, which has settled; it was called with ARGUMENTS."
  (when-let ((destination (svvs-json-get (svvs-page-schema) `(actions ,action opens))))
    (svvs-lead-open destination (list (svvs-json-object arguments) (svvs-view-state svvs-buffer-view)))))

(defun svvs-lead--come-back ()
  "Take back what has led away from this buffer, where there is somebody again."
  (let ((names svvs-lead--away))
    (setq svvs-lead--away nil)
    (dolist (name names)
      (let ((schema (svvs-json-get (svvs-page-schema) (list 'properties name))))
        (unless (svvs-schema-flag schema 'readOnly)
          ;; An error would remove this function from the hook.
          (ignore-error svvs-error
            (svvs-set-async svvs-buffer-view
                            (list name (if (eq (svvs-get svvs-buffer-view name) t) :false :null)))))))))

(add-hook 'svvs-buffer-adopted-hook #'svvs-lead--begin)
(add-hook 'svvs-buffer-changed-functions #'svvs-lead--follow)
(add-hook 'svvs-call-done-functions #'svvs-lead--done)

(provide 'svvs-lead)
;;; svvs-lead.el ends here
