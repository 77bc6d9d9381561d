;;; svvs-set.el --- Setting properties of svvs views from a buffer  -*- lexical-binding: t; -*-

;;; Commentary:

;; Nothing is sent by moving about: RET in a field sends, and so does an action that
;; is called.  A field that filters a list sends as one types.

;;; Code:

(require 'svvs-field)
(require 'svvs-patience)
(require 'svvs-read)

(defvar svvs-field-last-hook nil
  "Functions to call in a buffer when what was written in its last field was sent.")

(defun svvs-field-send (field)
  "Set the property of FIELD, an editable one, if the user has changed its text."
  (when (svvs-field-unsent-p field)
    (let* ((text (svvs-field-written field))
           (value (svvs-schema-parse text (svvs-field-kind field))))
      (setf (svvs-field-sent field) text)
      (svvs-field--set field value (lambda () (svvs-field--taken field text))))))

(defun svvs-field--taken (field text)
  "Take note that the server has taken TEXT, which stood in FIELD."
  ;; Unless that was forgotten since.
  (when-let ((sent (svvs-field-sent field)))
    (setf (svvs-field-shown field) text)
    (when (equal sent text)
      (setf (svvs-field-sent field) nil)
      (if (svvs-field-unsent-p field)
          ;; One set at a time, however fast one types.
          (svvs-field-typed field)
        (unless (member (svvs-field-name field) (svvs-view-stale (svvs-field-view field)))
          (svvs-field-paint field))))))

(defun svvs-field-filters (field)
  "Return the name of the array that FIELD filters, if it does."
  (let ((view (svvs-field-view field)))
    (svvs-hints-filtered (svvs-view-connection view)
                         (svvs-view-type-schema (svvs-view-connection view) (svvs-view-type view))
                         (svvs-field-name field))))

(defun svvs-field-typed (field)
  "Set the property of FIELD, if that filters a list, to what is written there."
  (when (and (svvs-field-filters field) (null (svvs-field-sent field)))
    ;; What is no value yet may become one.
    (ignore-error (user-error svvs-error) (svvs-field-send field))))

(defun svvs-field-accept (field)
  "Set the property of FIELD, and go on as in a form, or to what it filters."
  (svvs-with-user-errors (svvs-field-send field))
  (let ((list (and (svvs-field-filters field) (svvs-field-named (svvs-field-filters field)))))
    (if (and list (svvs-field-lines list))
        (progn
          (svvs-field-go list)
          (when (svvs-field-rows list) (forward-line (svvs-field-first-row list))))
      (svvs-field--leave field))))

(defun svvs-field--leave (field)
  "Go from FIELD to the next one to write in; submit what was written in the last."
  (let ((next (seq-find #'svvs-field-written-p (cdr (memq field (hash-table-values svvs-fields))))))
    (cond (next (svvs-field-enter next))
          ((svvs-field-written-p field)
           (svvs-field-go field)
           (run-hooks 'svvs-field-last-hook)))))

(defun svvs-field-reset (field)
  "Forget what the user has written in FIELD."
  (when (eq (svvs-field-style field) 'entry)
    (setf (svvs-field-shown field) (svvs-field-written field)
          (svvs-field-sent field) nil))
  (svvs-field-paint field))

(defun svvs-field-toggle (field)
  "Set the property of FIELD as its check box is."
  (svvs-with-user-errors
    (svvs-field--set field (if (widget-value (svvs-field-widget field)) t :false) #'ignore)))

(defun svvs-field-ask (field)
  "Ask in the minibuffer for the value of FIELD, and set the property."
  (svvs-with-user-errors
    (let* ((view (svvs-field-view field))
           (is-secret (eq (svvs-field-style field) 'secret))
           (kind (svvs-field-kind field))
           (value (svvs-schema-read (svvs-view-connection view) (svvs-field-name field) (svvs-field-schema field)
                                    nil is-secret nil
                                    (and (eq (car kind) 'json) (svvs-schema-text (svvs-field-value field) kind)))))
      (svvs-field--set field value
                       (lambda () (when is-secret (svvs-lines-show (svvs-field-lines field) '("entered"))))))
    (svvs-field--leave field)))

(defun svvs-field--set (field value done)
  "Set the property of FIELD to VALUE, and then call DONE in this buffer."
  (let* ((buffer (current-buffer))
         (view (svvs-field-view field))
         (is-set nil))
    (unwind-protect
        (progn
          (svvs-patience
           view
           (svvs-set-async
            view (list (svvs-field-name field) value)
            :success (lambda (_)
                       (when (buffer-live-p buffer)
                         (with-current-buffer buffer (funcall done))))
            :error (lambda (error)
                     (setf (svvs-field-sent field) nil)
                     (when (buffer-live-p buffer)
                       (message "svvs: %s" (svvs-error-message error))
                       (with-current-buffer buffer (svvs-field-paint field))))))
          (setq is-set t))
      (unless is-set
        (setf (svvs-field-sent field) nil)
        ;; A check box shows what was clicked.
        (svvs-field-paint field)))))

(provide 'svvs-set)
;;; svvs-set.el ends here
