;;; svvs-lead.el --- Ways from one svvs view to another  -*- lexical-binding: t; -*-

;;; Commentary:

;; A row, a property or an action may lead to another view.  When the user comes
;; back, the property that has led there is set back.

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
  (when-let ((action (svvs-hints-first-call (svvs-page-schema))))
    (svvs-call-with action nil)))

(defun svvs-lead-open (way &optional property)
  "Open WAY, a view type and parameters.
Display it if this buffer is looked at.
PROPERTY is the name of the property that leads there, if one does."
  (pcase-let* ((origin (current-buffer))
               (`(,type . ,params) way)
               (connection (svvs-view-connection svvs-buffer-view))
               (buffer (svvs-buffer-find connection type params)))
    (if buffer (svvs-lead--display buffer origin property)
      (svvs-open-async connection type :params params :session (svvs-view-session svvs-buffer-view)
                       :delivery 'patch
                       :success (lambda (view) (svvs-lead--display (svvs-lead-show view) origin property))
                       :error (lambda (error) (message "svvs: %s" (svvs-error-message error)))))))

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
  (setq svvs-lead--seen (svvs-hints-ways (svvs-view-connection svvs-buffer-view) (svvs-page-schema)
                                         (svvs-view-state svvs-buffer-view))
        svvs-lead--away nil)
  (add-hook 'post-command-hook #'svvs-lead--come-back nil t))

(defun svvs-lead--follow (_names)
  "Open the views that properties lead to by the last change."
  (let ((connection (svvs-view-connection svvs-buffer-view))
        (type (svvs-page-schema))
        (state (svvs-view-state svvs-buffer-view))
        (before svvs-lead--seen))
    (setq svvs-lead--seen (svvs-hints-ways connection type state))
    (pcase-dolist (`(,name . ,way) (svvs-hints-changed connection type before state))
      (svvs-lead-open way name))))

(defun svvs-lead--done (action arguments refused)
  "Open the view that ACTION leads to, unless its call was REFUSED.
It was called with ARGUMENTS."
  (when-let ((way (svvs-hints-settled (svvs-view-connection svvs-buffer-view) (svvs-page-schema) action arguments
                                      (svvs-view-state svvs-buffer-view) refused)))
    (svvs-lead-open way)))

(defun svvs-lead--come-back ()
  "Take back what has led away from this buffer, where there is somebody again."
  (let ((names svvs-lead--away))
    (setq svvs-lead--away nil)
    (dolist (name names)
      (when-let ((properties (svvs-hints-returned (svvs-view-connection svvs-buffer-view) (svvs-page-schema) name
                                                  (svvs-view-state svvs-buffer-view))))
        ;; An error would remove this function from the hook.
        (ignore-error svvs-error
          (svvs-set-async svvs-buffer-view properties))))))

(add-hook 'svvs-buffer-adopted-hook #'svvs-lead--begin)
(add-hook 'svvs-buffer-changed-functions #'svvs-lead--follow)
(add-hook 'svvs-call-done-functions #'svvs-lead--done)

(provide 'svvs-lead)
;;; svvs-lead.el ends here
