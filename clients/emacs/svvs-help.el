;;; svvs-help.el --- What svvs views say of themselves  -*- lexical-binding: t; -*-

;;; Commentary:

;; All descriptions together, with the keys.  That of what point is at is shown in
;; the echo area, too.

;;; Code:

(require 'svvs-buffer)
(require 'help-mode)

(defun svvs-help ()
  "Describe the view of this buffer, its actions and its keys."
  (interactive nil svvs-view-mode)
  (let* ((schema (svvs-page-schema))
         (title (svvs-schema-title (svvs-view-type svvs-buffer-view) schema))
         (actions (mapcar (lambda (action)
                            (cons (format "%c  %s" (or (svvs-keys-of (car action)) ?\s)
                                          (svvs-schema-title (car action) (cdr action)))
                                  (string-trim (concat (svvs-schema-description (cdr action)) "  "
                                                       (svvs-schema-arguments (cdr action))))))
                          (svvs-schema-actions schema)))
         (properties (mapcar (lambda (property)
                               (cons (svvs-schema-title (car property) (cdr property))
                                     (svvs-schema-description (cdr property))))
                             (svvs-schema-members schema))))
    (with-help-window (help-buffer)
      (with-current-buffer standard-output
        (insert (propertize title 'face 'svvs-title) "\n" (svvs-schema-description schema) "\n\n"
                "In a field, type a letter as C-c and Control with that letter.\n\n")
        (svvs-help--list actions)
        (svvs-help--list '(("C-u, a letter" . "asks for the arguments with a ? too")
                           ("RET" . "sets the field, opens the row, or presses the button")
                           ("TAB" . "goes to the next field or button")
                           ("n, p" . "goes to the next or previous row")
                           ("v" . "opens another view; with C-u, a second one of the same kind")
                           ("x" . "calls an action by its name")
                           ("g" . "gets the state afresh; opens all views again if the server has died")
                           ("C-c DEL" . "forgets what was typed in a field and not sent")
                           ("C-c C-k" . "cancels what is under way")
                           ("q, k" . "buries the view, or closes it")))
        (svvs-help--list properties)))))

(defun svvs-help--list (entries)
  "Insert ENTRIES, an alist of terms and what they mean."
  (pcase-dolist (`(,term . ,meaning) entries)
    (insert (propertize (string-pad term 24) 'face 'svvs-label) " " meaning "\n"))
  (insert "\n"))

(provide 'svvs-help)
;;; svvs-help.el ends here
