;;; svvs-buffer.el --- Buffers that show svvs views  -*- lexical-binding: t; -*-

;;; Commentary:

;; The buffer of a view paints itself when the state changes, and killing it closes
;; the view, unless others have it too.

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
    ;; What is typed in the belief to be in a field.
    (dolist (command '( self-insert-command delete-char delete-forward-char delete-backward-char
                        backward-delete-char-untabify kill-line kill-word backward-kill-word
                        kill-region kill-whole-line yank transpose-chars open-line newline quoted-insert))
      (define-key map (vector 'remap command) #'svvs-say-no-field))
    (dolist (key (string-to-list "-0123456789"))
      (define-key map (string key) #'svvs-say-no-field))
    map)
  "Keymap of `svvs-view-mode', where point is in no field.")

(defun svvs-say-no-field ()
  "Say how to come to a field."
  (interactive)
  (user-error "Nothing can be written here: TAB goes to a field"))

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
  (add-hook 'eldoc-documentation-functions #'svvs-buffer--describe nil t)
  (eldoc-mode)
  (add-hook 'kill-buffer-hook #'svvs-buffer--close nil t))

(defun svvs-buffer--describe (report &rest _)
  "Call REPORT with the description of what is at point: for `eldoc'."
  (when-let ((field (svvs-page-field-at (point)))
             (description (svvs-schema-description (svvs-field-schema field))))
    (unless (string-empty-p description)
      (funcall report description :thing (svvs-field-title field) :face 'svvs-label))))

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
  (svvs-patience svvs-buffer-view
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

(provide 'svvs-buffer)
;;; svvs-buffer.el ends here
