;;; svvs-buffer.el --- Buffers that show svvs views  -*- lexical-binding: t; -*-

;;; Commentary:

;; The buffer of a view has a line for each property and a button for each
;; action.  It paints itself when the state changes, and killing it closes the
;; view, unless others have it too.

;;; Code:

(require 'svvs-field)

(defvar-local svvs-buffer-view nil
  "The view that this buffer shows.")

(defvar-local svvs-buffer--fields nil
  "The fields of this buffer, by the names of their properties.")

(defvar-local svvs-buffer--entry nil
  "The field that point was in after the last command, if it was in one.")

(defvar svvs-view-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map (make-composed-keymap widget-keymap special-mode-map))
    (define-key map "a" #'svvs-call-action)
    (define-key map "k" #'kill-current-buffer)
    map)
  "Keymap of `svvs-view-mode', where point is in no field.")

(define-derived-mode svvs-view-mode nil "svvs"
  "Major mode of buffers that show a view of an svvs server.
RET in a field, or leaving it, sets the property.  Killing the buffer closes the
view, unless that is in a shared session: there `svvs-close-view' closes it, for
all.

\\{svvs-view-mode-map}"
  :interactive nil
  (setq-local revert-buffer-function #'svvs-buffer--revert
              truncate-lines nil
              header-line-format '(:eval (svvs-buffer--header)))
  (add-hook 'post-command-hook #'svvs-buffer--after-command nil t)
  (add-hook 'kill-buffer-hook #'svvs-buffer--close nil t))

(defun svvs-buffer-create (view)
  "Return a new buffer for VIEW, which paints itself."
  (let ((schema (svvs-view-type-schema (svvs-view-connection view) (svvs-view-type view)))
        (buffer (generate-new-buffer (format "*svvs: %s*" (svvs-view-type view)))))
    (with-current-buffer buffer
      (svvs-view-mode)
      (svvs-buffer--insert view schema)
      (setq svvs-buffer-view view)
      (mapc #'svvs-field-paint (hash-table-values svvs-buffer--fields))
      (setq buffer-undo-list nil))
    (svvs-watch view (lambda (_view names _cause)
                       (when (buffer-live-p buffer)
                         (with-current-buffer buffer (svvs-buffer--repaint names)))))
    buffer))

(defun svvs-buffer--insert (view schema)
  "Insert the properties and actions of VIEW, described by SCHEMA."
  (let ((inhibit-read-only t))
    (setq svvs-buffer--fields (make-hash-table :test #'equal))
    (insert (propertize (or (svvs-json-get schema '(description)) "") 'face 'shadow) "\n\n")
    (pcase-dolist (`(,name . ,property) (svvs-schema-members schema))
      (puthash name (svvs-field-insert view name property) svvs-buffer--fields))
    (insert "\n")
    (maphash (lambda (name action) (svvs-buffer--insert-action name action))
             (or (svvs-json-get schema '(actions)) (make-hash-table)))
    (widget-setup)
    (goto-char (point-min))
    ;; To the first thing there is to fill in or to press; it signals an error if there is none.
    (ignore-errors (widget-forward 1))))

(defun svvs-buffer--insert-action (name action)
  "Insert a button for the action NAME, described by ACTION."
  (widget-create 'push-button :notify (lambda (&rest _) (svvs-call-action name current-prefix-arg))
                 name)
  (insert "  " (propertize (or (svvs-json-get action '(description)) "") 'face 'shadow) "\n"))

(defun svvs-buffer--header ()
  "Return the text of the header line."
  (when-let ((view svvs-buffer-view))
    ;; Others may have chosen the id; a header line has a meaning for the percent sign.
    (format " %s  %s  %s" (svvs-view-type view) (string-replace "%" "%%" (svvs-view-id view))
            (if (svvs-view-live view) (format "commit %d" (svvs-view-commit view)) "closed"))))

(defun svvs-buffer--repaint (names)
  "Show the present values of the properties NAMES.
If NAMES is nil, show that the view is closed."
  (let ((stale (svvs-view-stale svvs-buffer-view)))
    (dolist (name names)
      (when-let ((field (gethash name svvs-buffer--fields)))
        (unless (member name stale) (svvs-field-paint field))))
    (when (and names stale) (svvs-buffer--refresh))
    (force-mode-line-update)))

(defun svvs-buffer--refresh ()
  "Ask for a snapshot; it is painted when it comes."
  (svvs-patience svvs-buffer-view
                 (svvs-refresh-async svvs-buffer-view :error #'svvs-buffer--complain)))

(defun svvs-buffer--revert (&rest _)
  "Show the state as the server has it, and forget what the user has written."
  (svvs-with-user-errors
    (mapc #'svvs-field-reset (hash-table-values svvs-buffer--fields))
    (svvs-buffer--refresh)))

(defun svvs-buffer--complain (error)
  "Show ERROR in the echo area."
  (message "svvs: %s" (svvs-error-message error)))

;;;; Fields and actions

(defun svvs-buffer--entry-at-point ()
  "Return the editable field that point is in, or nil."
  (when-let ((widget (widget-field-find (point))))
    (seq-find (lambda (field) (eq (svvs-field-widget field) widget))
              (hash-table-values svvs-buffer--fields))))

(defun svvs-buffer--after-command ()
  "Set the property of the field that point has just left."
  (let ((entry (svvs-buffer--entry-at-point))
        (left svvs-buffer--entry))
    (setq svvs-buffer--entry entry)
    (unless (or (null left) (eq entry left))
      ;; An error would remove this function from the hook.
      (condition-case error
          (svvs-field-send left)
        ((user-error svvs-error) (svvs-buffer--complain error))))))

(defun svvs-buffer--send-entries ()
  "Set the properties of all fields that the user has changed."
  (dolist (field (hash-table-values svvs-buffer--fields))
    (when (eq (svvs-field-style field) 'entry) (svvs-field-send field))))

(defun svvs-call-action (name &optional asks-all)
  "Call the action NAME of the view in this buffer.
Arguments that it needs are asked for, and with a prefix argument, ASKS-ALL,
also those that it does not need."
  (interactive (list (completing-read "Action: " (hash-table-keys (svvs-buffer--actions)) nil t)
                     current-prefix-arg)
               svvs-view-mode)
  (svvs-with-user-errors
    (let* ((action (gethash name (svvs-buffer--actions)))
           (secrets (cl-loop for field being the hash-values of svvs-buffer--fields
                             when (eq (svvs-field-style field) 'secret)
                             collect (svvs-field-name field)))
           (arguments (svvs-schema-read-members (svvs-view-connection svvs-buffer-view)
                                                (svvs-json-get action '(arguments)) asks-all secrets)))
      (svvs-buffer--send-entries)
      (let ((buffer (current-buffer)))
        (svvs-patience
         svvs-buffer-view
         (svvs-call-async svvs-buffer-view name arguments
                          :error (lambda (error)
                                   ;; It was killed: that its calls are cancelled is no news.
                                   (when (buffer-live-p buffer) (svvs-buffer--complain error)))))))))

(defun svvs-buffer--actions ()
  "Return the actions of the view in this buffer, by their names."
  (unless svvs-buffer-view (user-error "This buffer shows no view"))
  (svvs-json-get (svvs-view-type-schema (svvs-view-connection svvs-buffer-view)
                                        (svvs-view-type svvs-buffer-view))
                 '(actions)))

(defun svvs-buffer--close ()
  "Close the view of this buffer, unless it is shared, without waiting for that."
  (when (and svvs-buffer-view (svvs-view-live svvs-buffer-view)
             (not (svvs-view-shared-p svvs-buffer-view)))
    (ignore-error svvs-error
      (svvs-close-async svvs-buffer-view))))

(provide 'svvs-buffer)
;;; svvs-buffer.el ends here
