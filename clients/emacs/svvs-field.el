;;; svvs-field.el --- Properties of svvs views in a buffer  -*- lexical-binding: t; -*-

;;; Commentary:

;; A property shows its value in lines, in an editable field, as a check box, or
;; beside a button.  Only what differs is replaced, so that point, and what the user
;; is typing, stay.

;;; Code:

(require 'svvs-lines)
(require 'svvs-table)
(require 'wid-edit)

(defface svvs-label '((t :inherit bold))
  "The names of properties."
  :group 'svvs)

(defconst svvs-field--first-rows 100
  "How many rows of an array are shown before more are asked for.")

(defvar-local svvs-fields nil
  "The fields of this buffer, a hash table by the names of their properties.")

(cl-defstruct (svvs-field (:constructor svvs--make-field) (:copier nil))
  "A property in a buffer."
  view name schema kind
  (columns nil :documentation "The members of the record, or of each record of the array, with their schemas.")
  (rows nil :documentation "The elements of the array that are shown, which may have others by now.")
  (limit svvs-field--first-rows :documentation "How many rows are shown.")
  (widget nil :documentation "The check box, the editable field or the button, if there is one.")
  (lines nil :documentation "The lines with the value, if it is in no widget.")
  (shown "" :documentation "The text as it was painted; the user may have changed it since.")
  (sent nil :documentation "The text as it was sent and not yet taken by the server."))

(defun svvs-field-style (field)
  "Return the style of FIELD: `text', `secret', `toggle', `choice' or `entry'."
  (let ((schema (svvs-field-schema field)))
    (cond ((svvs-schema-flag schema 'readOnly) 'text)
          ((svvs-schema-flag schema 'writeOnly) 'secret)
          (t (pcase (svvs-field-kind field)
               (`(boolean nil) 'toggle)
               (`(,(or 'boolean 'enum 'json) . ,_) 'choice)
               (_ 'entry))))))

(defun svvs-field-written-p (field)
  "Return whether FIELD is one that people write in, be it in the minibuffer."
  (memq (svvs-field-style field) '(entry secret)))

(defun svvs-field-title (field)
  "Return the title of FIELD."
  (svvs-schema-title (svvs-field-name field) (svvs-field-schema field)))

(defun svvs-field-value (field)
  "Return the value of FIELD in the state."
  (svvs-get (svvs-field-view field) (svvs-field-name field)))

(defun svvs-field-make (view name schema)
  "Return a field for the property NAME of VIEW, of SCHEMA."
  (let ((connection (svvs-view-connection view)))
    (svvs--make-field :view view :name name :schema schema
                      :kind (svvs-schema-resolve connection schema)
                      :columns (svvs-schema-columns connection schema))))

(defun svvs-field-named (name)
  "Return the field of this buffer for the property NAME, or nil."
  (and svvs-fields (gethash name svvs-fields)))

(defun svvs-field-go (field)
  "Go to the line of FIELD, if it is one, outside of what can be written there."
  (when field
    (goto-char (if (svvs-field-lines field) (svvs-lines-start (svvs-field-lines field))
                 (svvs-field-start field)))
    (forward-line 0)))

(defun svvs-field-start (field)
  "Return where the widget of FIELD begins."
  (let ((widget (svvs-field-widget field)))
    ;; What is typed into an empty field pushes its :from along.
    (or (widget-field-start widget) (widget-get widget :from))))

(defun svvs-field-enter (field)
  "Go to where FIELD can be written, or to its button."
  (goto-char (svvs-field-start field)))

;;;; Painting

(defun svvs-field-paint (field)
  "Show the state's value of FIELD, unless the user is writing another."
  (let ((value (svvs-field-value field)))
    (pcase (svvs-field-style field)
      ('secret nil)
      ('toggle (unless (eq (eq value t) (widget-value (svvs-field-widget field)))
                 (save-excursion (widget-value-set (svvs-field-widget field) (eq value t)))))
      ('entry (svvs-field--paint-entry field (svvs-schema-text value (svvs-field-kind field))))
      (_ (setf (svvs-field-rows field)
               (and (vectorp value) (append (seq-take value (svvs-field-limit field)) nil)))
         (svvs-lines-show (svvs-field-lines field) (svvs-field--value-lines field value))))))

(defun svvs-field--value-lines (field value)
  "Return VALUE, of FIELD, as lines."
  (cond ((hash-table-p value) (cons "" (svvs-value-members value (svvs-field-columns field)
                                                            (lambda (member) (svvs-value-excerpt member 200)))))
        ((equal value []) '("none"))
        ((vectorp value) (cons (number-to-string (length value)) (svvs-field--row-lines field (length value))))
        (t (split-string (svvs-value-text value) "\n"))))

(defun svvs-field--row-lines (field count)
  "Return the lines of the rows of FIELD, of which there are COUNT."
  (let ((rows (svvs-field-rows field)))
    (append (if (svvs-field--records-p field)
                (svvs-table-lines rows (svvs-field-columns field) (svvs-field-width))
              (mapcar (lambda (element) (concat "  " (svvs-value-excerpt element 200))) rows))
            (when (length< rows count)
              (list (format "  … %d more: RET shows them" (- count (length rows))))))))

(defun svvs-field--records-p (field)
  "Return whether the rows of FIELD are records, in a table with titles."
  (seq-every-p #'hash-table-p (svvs-field-rows field)))

(defun svvs-field-width ()
  "Return how much room there is for a line of this buffer."
  (let ((window (get-buffer-window nil t)))
    (if window (window-max-chars-per-line window) 80)))

(defun svvs-field-first-row (field)
  "Return the number of the line of the first row of FIELD, below its label."
  (if (svvs-field--records-p field) 2 1))

(defun svvs-field-row (field position)
  "Return the index of the row of FIELD at POSITION, or nil.
Behind the last one that is shown, it is `more'."
  (when-let ((rows (svvs-field-rows field))
             (number (svvs-lines-number (svvs-field-lines field) position)))
    (let ((index (- number (svvs-field-first-row field))))
      (cond ((< index 0) nil)
            ((length> rows index) index)
            (t 'more)))))

(defun svvs-field-show-more (field)
  "Show ten times as many rows of FIELD."
  (setf (svvs-field-limit field) (* 10 (svvs-field-limit field)))
  (svvs-field-paint field))

(defun svvs-field--paint-entry (field text)
  "Show TEXT in FIELD, an editable one, unless the user has written there."
  (let ((written (svvs-field-written field)))
    ;; While a set is under way, the state is behind what was written.
    (when (and (equal written (svvs-field-shown field)) (not (equal written text))
               (null (svvs-field-sent field)))
      (svvs-field-write field text))
    (when (equal (svvs-field-written field) text)
      (setf (svvs-field-shown field) text))))

(defun svvs-field-write (field text)
  "Have TEXT in FIELD, an editable one, as if the user had written it."
  (let ((inhibit-read-only t)
        (inhibit-modification-hooks t)
        (widget (svvs-field-widget field)))
    (replace-region-contents (widget-field-start widget) (widget-field-text-end widget) (lambda () text) 0.1)
    ;; The positions in it are of the text before.
    (when (consp buffer-undo-list) (setq buffer-undo-list nil))))

(defun svvs-field-written (field)
  "Return the text that stands in FIELD, an editable one."
  (substring-no-properties (widget-value (svvs-field-widget field))))

(defun svvs-field-unsent-p (field)
  "Return whether the user has written something in FIELD that was not sent."
  (and (eq (svvs-field-style field) 'entry)
       (not (equal (svvs-field-written field) (or (svvs-field-sent field) (svvs-field-shown field))))))

(provide 'svvs-field)
;;; svvs-field.el ends here
