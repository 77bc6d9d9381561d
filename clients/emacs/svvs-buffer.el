;;; svvs-buffer.el --- Buffers that show svvs views, and open others  -*- lexical-binding: t; -*-

;;; Commentary:

;; The buffer of a view repaints itself when the state changes, and killing it closes
;; the view, unless other front ends have it too.
;;
;; A row, a property or an action may open another view.  When the user comes
;; back, the property that has opened it is reset.

;;; Code:

(require 'svvs-call)

(defvar svvs-view-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map (make-composed-keymap widget-keymap special-mode-map))
    (define-key map (kbd "RET") 'svvs-press)
    (define-key map "g" 'svvs-refresh-buffer)
    (define-key map "k" #'svvs-kill-buffer)
    (define-key map "n" 'svvs-next-row)
    (define-key map "p" 'svvs-previous-row)
    (define-key map "v" 'svvs-open-view)
    (define-key map "x" #'svvs-call-action)
    (define-key map "?" 'svvs-help)
    map)
  "Keymap of `svvs-view-mode', where point is in no field.")

(defun svvs-kill-buffer ()
  "Kill this buffer, and so close its view, if that is what the user wants."
  (interactive nil svvs-view-mode)
  (when (or (not (svvs-view-live svvs-buffer-view)) (y-or-n-p "Close this view? "))
    (kill-buffer)))

(defvar svvs-buffer-adopted-hook nil
  "Functions to call in a buffer that has begun to show a view.")

(defvar svvs-buffer-changed-functions nil
  "Functions to call in a buffer with the names of the properties that changed.")

(define-derived-mode svvs-view-mode nil "svvs"
  "Major mode of buffers that show a view of an svvs server.
Each action has a letter; in a field, where letters are text, that is typed with
\\`C-c' and Control.  RET in a field sets the property, on a row opens it, and
on a button presses it.  Killing the buffer closes the view, unless that is in
a shared session: there `svvs-close-view' closes it, for all.

\\{svvs-view-mode-map}"
  :interactive nil
  (setq-local revert-buffer-function (lambda (&rest _) (svvs-buffer-refresh))
              truncate-lines nil
              word-wrap t
              ;; Text from right to left does not move what is beside it.
              bidi-paragraph-direction 'left-to-right
              header-line-format '(:eval (svvs-call-header)))
  (add-hook 'window-size-change-functions #'svvs-buffer--resized nil t)
  (add-hook 'kill-buffer-hook #'svvs-buffer--close nil t))

(defun svvs-buffer-create (view)
  "Return a new buffer for VIEW, which paints itself."
  (let ((buffer (generate-new-buffer (svvs-buffer--name view))))
    (with-current-buffer buffer
      (svvs-view-mode)
      (svvs-buffer-adopt view))
    buffer))

(defun svvs-buffer-adopt (view)
  "Show VIEW in this buffer.
What the user has written here and not sent stays."
  (let ((schema (svvs-view-type-schema (svvs-view-connection view) (svvs-view-type view)))
        (buffer (current-buffer))
        (written (cl-loop for field in (and svvs-fields (hash-table-values svvs-fields))
                          when (svvs-field-unsent-p field)
                          collect (cons (svvs-field-name field) (svvs-field-written field)))))
    (svvs-keys-use schema svvs-view-mode-map)
    (svvs-page-insert view schema)
    (pcase-dolist (`(,name . ,text) written)
      (when-let ((field (svvs-field-named name))) (svvs-field-write field text)))
    (run-hooks 'svvs-buffer-adopted-hook)
    (svvs-watch view (lambda (view names _cause)
                       (when (and (buffer-live-p buffer)
                                  (eq view (buffer-local-value 'svvs-buffer-view buffer)))
                         (svvs-buffer--changed buffer names))))))

(defun svvs-buffer--name (view)
  "Return what to call the buffer of VIEW, such as *svvs user id=A*."
  (let ((schema (svvs-view-type-schema (svvs-view-connection view) (svvs-view-type view))))
    (format "*svvs %s%s*" (svvs-view-type view)
            (cl-loop for (name value) on (svvs-view-params view) by #'cddr
                     unless (svvs-schema-flag (svvs-json-get schema `(params properties ,name)) 'writeOnly)
                     concat (format " %s=%s" (svvs-json-name name) (svvs-value-excerpt value 40))))))

(defun svvs-buffer--changed (buffer names)
  "Have the properties NAMES painted in BUFFER, or nil if its view is closed."
  (svvs-page-changed buffer names)
  (with-current-buffer buffer
    ;; The buffers of a server that has died stay as they were.
    (unless (or names (svvs-connection-failure (svvs-view-connection svvs-buffer-view)))
      (svvs-page-blank))
    (run-hook-with-args 'svvs-buffer-changed-functions names)
    (when (and names (svvs-view-stale svvs-buffer-view)) (svvs-buffer--snapshot))))

(defun svvs-buffer--snapshot ()
  "Ask for a snapshot; it is painted when it comes."
  (svvs-warn-if-silent svvs-buffer-view
                 (svvs-refresh-async svvs-buffer-view
                                     :error (lambda (error) (message "svvs: %s" (svvs-error-message error))))))

(defun svvs-buffer-refresh ()
  "Show the state as the server has it, and forget what the user has written."
  (svvs-with-user-errors
    (mapc #'svvs-field-reset (hash-table-values svvs-fields))
    (svvs-buffer--snapshot)))

(defun svvs-forget-field ()
  "Forget what was typed in the field at point and not sent."
  (interactive nil svvs-view-mode)
  (let ((field (svvs-page-field-at (point))))
    (unless (and field (svvs-field-unsent-p field)) (user-error "Nothing was typed here that is not sent"))
    (svvs-field-reset field)))

(defun svvs-buffer--resized (window)
  "Paint the tables of the buffer of WINDOW anew, which has another size."
  (with-current-buffer (window-buffer window)
    (when svvs-buffer-view
      (dolist (field (hash-table-values svvs-fields))
        (when (svvs-field-rows field) (svvs-field-paint field))))))

(defun svvs-buffer-show (buffer)
  "Display BUFFER, with point outside of fields."
  (pop-to-buffer-same-window buffer)
  (svvs-page-begin))

(defun svvs-buffers ()
  "Return the buffers of views."
  (seq-filter (lambda (buffer) (buffer-local-value 'svvs-buffer-view buffer)) (buffer-list)))

(defun svvs-buffer-find (connection type params)
  "Return the buffer of an open view of TYPE with PARAMS over CONNECTION, or nil."
  (seq-find (lambda (buffer)
              (let ((view (buffer-local-value 'svvs-buffer-view buffer)))
                (and (eq (svvs-view-connection view) connection)
                     (svvs-view-live view)
                     (equal (svvs-view-type view) type)
                     (equal (svvs-json-serialize (svvs-json-object (svvs-view-params view)))
                            (svvs-json-serialize (svvs-json-object params))))))
            (svvs-buffers)))

(defun svvs-buffer--close ()
  "Close the view of this buffer, unless it is shared, without waiting for that."
  (when (and svvs-buffer-view (svvs-view-live svvs-buffer-view)
             (not (svvs-view-shared-p svvs-buffer-view)))
    (ignore-error svvs-error
      (svvs-close-async svvs-buffer-view))))

;;;; Views that open views

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

(provide 'svvs-buffer)
;;; svvs-buffer.el ends here
