;;; svvs-field.el --- Properties of svvs views in a buffer  -*- lexical-binding: t; -*-

;;; Commentary:

;; A property shows its value in lines, in an editable field, as a check box, or
;; beside a button.  A draft says what is in an editable field.

;;; Code:

(require 'svvs-draft)
(require 'svvs-lines)
(require 'svvs-table)
(require 'wid-edit)

(defconst svvs-field--first-rows 100
  "The number of rows of an array that are shown until the user asks for more.")

(defvar-local svvs-fields nil
  "The fields of this buffer, a hash table by the names of their properties.")

(defvar-local svvs-drafts nil
  "The drafts of the view of this buffer, a hash table by the names of their parts.")

(cl-defstruct (svvs-field (:constructor svvs--make-field) (:copier nil))
  "A property in a buffer."
  view name part
  (columns nil :documentation "The fields of the record, or of each record of the array, that are shown.")
  (rows nil :documentation "The elements of the array that are shown; the state may be newer.")
  (offset 0 :documentation "The number of elements before the first one that is shown.")
  (followed nil :documentation "The target that was scrolled to, until the state has no target.")
  (limit svvs-field--first-rows :documentation "The number of rows that are shown.")
  (widget nil :documentation "The check box, the editable field or the button, if there is one.")
  (lines nil :documentation "The lines with the value, if it is not in a widget.")
  (draft nil :documentation "The draft of the text that the user types, in the field or in the minibuffer.")
  (beside nil :documentation "The overlay with the texts beside the field.")
  (line nil :documentation "An overlay that hides the line, if the property is shown only when it is true."))

(defun svvs-field-style (field)
  "Return the style of FIELD: `text', `secret', `toggle', `choice' or `entry'."
  (let ((part (svvs-field-part field)))
    (cond ((not (gethash "editable" part)) 'text)
          ((gethash "secret" part) 'secret)
          (t (pcase (gethash "kind" part)
               ((or "text" "integer" "number") 'entry)
               ((and "switch" (guard (not (gethash "nullable" part)))) 'toggle)
               (_ 'choice))))))

(defun svvs-field-flag-p (field)
  "Return whether FIELD is shown only when it is true."
  (equal (gethash "role" (svvs-field-part field)) "flag"))

(defun svvs-field-title (field)
  "Return the title of FIELD."
  (gethash "title" (svvs-field-part field)))

(defun svvs-field-value (field)
  "Return the value of FIELD in the state."
  (svvs-get (svvs-field-view field) (svvs-field-name field)))

(defun svvs-field-make (view part)
  "Return a field for PART of VIEW, with the draft that this buffer has for it."
  (let* ((name (gethash "name" part))
         (field (svvs--make-field :view view :name name :part part :columns (svvs-screen-columns part))))
    (when (memq (svvs-field-style field) '(entry secret))
      (setf (svvs-field-draft field)
            (or (gethash name svvs-drafts) (puthash name (svvs-draft-make part) svvs-drafts))))
    field))

(defun svvs-field-named (name)
  "Return the field of this buffer for the property NAME, or nil."
  (and svvs-fields (gethash name svvs-fields)))

(defun svvs-field-shown-p (field)
  "Return whether FIELD is still in this buffer; the view may have been closed."
  (eq field (svvs-field-named (svvs-field-name field))))

(defun svvs-field-go (field)
  "Go to the line of FIELD, outside of its editable text; do nothing if it is nil."
  (when field
    (goto-char (if (svvs-field-lines field) (svvs-lines-start (svvs-field-lines field))
                 (svvs-field-start field)))
    (forward-line 0)))

(defun svvs-field-start (field)
  "Return the beginning of the widget of FIELD."
  (let ((widget (svvs-field-widget field)))
    ;; Typing into an empty field moves its :from.
    (or (widget-field-start widget) (widget-get widget :from))))

(defun svvs-field-enter (field)
  "Go to the editable text of FIELD, or to its button."
  (goto-char (svvs-field-start field)))

;;;; Painting

(defun svvs-field-paint (field)
  "Show the value of FIELD in the state, unless the user is typing another."
  (let ((value (svvs-field-value field)))
    (when (svvs-field-line field)
      (overlay-put (svvs-field-line field) 'invisible (not (eq value t))))
    (pcase (svvs-field-style field)
      ((or 'secret 'entry) (svvs-field-serve field) (svvs-field-show field))
      ('toggle (unless (eq (eq value t) (widget-value (svvs-field-widget field)))
                 (save-excursion (widget-value-set (svvs-field-widget field) (eq value t)))))
      (_ (svvs-field--take-rows field value)
         (svvs-lines-show (svvs-field-lines field) (svvs-field--value-lines field value))))))

(defun svvs-field--take-rows (field value)
  "Set the rows of FIELD to those of VALUE that are shown, if it is an array."
  (let* ((rows (and (vectorp value) value))
         (offset (if (svvs-field-from-end-p field) (max 0 (- (length rows) (svvs-field-limit field))) 0)))
    (setf (svvs-field-offset field) offset
          (svvs-field-rows field) (append (seq-take (seq-drop rows offset) (svvs-field-limit field)) nil))))

(defun svvs-field-from-end-p (field)
  "Return whether FIELD is a list that is read from its end."
  (and (gethash "scroll" (svvs-field-part field)) t))

(defun svvs-field--value-lines (field value)
  "Return VALUE, of FIELD, as lines."
  (cond ((hash-table-p value) (cons "" (svvs-value-members value (svvs-field-columns field) #'svvs-field--excerpt)))
        ((svvs-field-flag-p field) '(""))
        ((equal value []) (cons "0" (svvs-field--absence field)))
        ((vectorp value) (cons (concat (number-to-string (length value))
                                       (and (equal (svvs-json-get (svvs-field-part field) '(opens on)) "row")
                                            (concat "  " (propertize "RET" 'face 'svvs-key) " opens")))
                               (svvs-field--row-lines field (length value))))
        (t (split-string (svvs-field--linked (svvs-value-text value (svvs-field-part field))
                                             (svvs-field-part field))
                         "\n"))))

(defun svvs-field--absence (field)
  "Return a list of the line below FIELD, an array without rows.
The list is empty if work in progress may add rows, or if an error may be the
reason."
  (let* ((view (svvs-field-view field))
         (screen (svvs-view-screen view))
         (state (svvs-view-state view))
         (filters (cl-loop for part in (svvs-screen-list screen 'parts)
                           for value = (gethash (gethash "name" part) state)
                           when (and (equal (gethash "filters" part) (svvs-field-name field))
                                     (not (member value '(nil :null :false ""))))
                           collect (svvs-field--criterion part value))))
    (unless (or (svvs-screen-busy screen state) (svvs-screen-errors screen state))
      (list (concat "  " (propertize (if filters (concat "No rows match " (string-join filters " and "))
                                       (concat "No " (svvs-screen-within (svvs-field-title field))))
                                     'face 'shadow))))))

(defun svvs-field--criterion (part value)
  "Return VALUE of PART, a filter, in words.
A text has no title, and a title stands alone if it is true."
  (let ((title (gethash "title" part))
        (text (svvs-value-excerpt value 40 part)))
    (format "“%s”" (cond ((eq value t) title)
                         ((stringp value) text)
                         (t (concat title ": " text))))))

(defun svvs-field--excerpt (value part)
  "Return VALUE, of PART, in one line."
  (svvs-field--linked (svvs-value-excerpt value 200 part) part))

(defun svvs-field--linked (text part)
  "Return TEXT, of a value of PART, as a link if it is a URL."
  (if (equal (gethash "format" part) "url") (propertize text 'face 'link) text))

(defun svvs-field--row-lines (field count)
  "Return the lines of the rows of FIELD, whose array has COUNT elements."
  (let* ((rows (svvs-field-rows field))
         (left (- count (length rows)))
         (more (and (> left 0)
                    (list (propertize (format "  … %d %s: RET shows them" left
                                              (if (svvs-field-from-end-p field) "earlier" "more"))
                                      'face 'shadow))))
         (lines (if (svvs-field--records-p field)
                    (svvs-table-lines rows (svvs-field-columns field) (svvs-field-width))
                  (mapcar (lambda (element)
                            (concat "  " (svvs-value-excerpt element 200
                                                             (gethash "of" (svvs-field-part field)))))
                          rows))))
    (cond ((not (svvs-field-from-end-p field)) (append lines more))
          ((svvs-field--records-p field) (cons (car lines) (append more (cdr lines))))
          (t (append more lines)))))

(defun svvs-field--records-p (field)
  "Return whether the rows of FIELD are records, in a table with titles."
  (seq-every-p #'hash-table-p (svvs-field-rows field)))

(defun svvs-field-width ()
  "Return the number of columns for a line of this buffer."
  (let ((window (get-buffer-window nil t)))
    (if window (window-max-chars-per-line window) 80)))

(defun svvs-field-first-row (field)
  "Return the number of the line of the first row of FIELD, below its label."
  (+ (if (svvs-field--records-p field) 2 1)
     (if (zerop (svvs-field-offset field)) 0 1)))

(defun svvs-field-row (field position)
  "Return the index in the shown rows of FIELD of the one at POSITION, or nil.
On the line that stands for the rows that are not shown, it is `more'."
  (when-let ((rows (svvs-field-rows field))
             (number (svvs-lines-number (svvs-field-lines field) position)))
    (let ((index (- number (svvs-field-first-row field))))
      (cond ((and (= index -1) (> (svvs-field-offset field) 0)) 'more)
            ((< index 0) nil)
            ((length> rows index) index)
            (t 'more)))))

(defun svvs-field-go-row (field index)
  "Go to the shown row of FIELD with INDEX; from the end, if that is negative.
Without rows, go to the line of FIELD."
  (svvs-field-go field)
  (when-let ((rows (svvs-field-rows field)))
    (forward-line (+ (svvs-field-first-row field) (if (< index 0) (+ (length rows) index) index)))))

(defun svvs-field-show-more (field)
  "Show ten times as many rows of FIELD."
  (setf (svvs-field-limit field) (* 10 (svvs-field-limit field)))
  (svvs-field-paint field))

(defun svvs-field-submits (field)
  "Return the name of the action of RET in FIELD alone, or nil."
  (gethash "submits" (svvs-field-part field)))

(defun svvs-field-served (field)
  "Return the text of the value of FIELD in the state, which has no secrets."
  (if (eq (svvs-field-style field) 'secret) ""
    (svvs-value-write (svvs-field-value field) (svvs-field-part field))))

(defun svvs-field-serve (field)
  "Note the state in the draft of FIELD."
  (when (eq (svvs-field-style field) 'entry)
    (svvs-draft-serve (svvs-field-draft field) (svvs-field-served field))))

(defun svvs-field-show (field)
  "Show the text of the draft of FIELD, and beside it those that are sent or kept."
  (let* ((draft (svvs-field-draft field))
         (text (svvs-draft-shown draft)))
    (if (eq (svvs-field-style field) 'secret)
        (svvs-lines-show (svvs-field-lines field)
                         (list (cond ((string-empty-p text) "") ((svvs-draft-typed draft) "not sent") (t "entered"))))
      (unless (equal (svvs-field-written field) text) (svvs-field--write field text))
      (let ((end (widget-field-text-end (svvs-field-widget field))))
        (move-overlay (svvs-field-beside field) end (1+ end))
        (overlay-put (svvs-field-beside field) 'before-string (svvs-field--beside draft))))))

(defun svvs-field--beside (draft)
  "Return the text beside the field of DRAFT, or nil."
  (let ((sent (and (svvs-draft-message-p draft) (svvs-draft-sent draft)))
        (kept (svvs-draft-kept draft)))
    (when (or sent kept)
      (concat (propertize " " 'cursor t) " "
              (and sent (propertize (concat "sending" (svvs-field--first sent)) 'face 'shadow))
              (and sent kept "  ")
              (and kept (concat (propertize "M-p" 'face 'svvs-key)
                                (propertize (concat " not sent" (svvs-field--first kept)) 'face 'warning)))))))

(defun svvs-field--first (texts)
  "Return the first of TEXTS, after their number if there are several."
  (format "%s: %s" (if (cdr texts) (format " %d" (length texts)) "") (svvs-value-excerpt (car texts) 30)))

(defun svvs-field--write (field text)
  "Put TEXT into FIELD, an editable one."
  (let ((inhibit-read-only t)
        (inhibit-modification-hooks t)
        (widget (svvs-field-widget field))
        (is-at-end (= (point) (widget-field-text-end (svvs-field-widget field)))))
    (replace-region-contents (widget-field-start widget) (widget-field-text-end widget) (lambda () text) 0.1)
    (when is-at-end (goto-char (widget-field-text-end widget)))
    ;; The positions in it are of the text before.
    (when (consp buffer-undo-list) (setq buffer-undo-list nil))))

(defun svvs-field-written (field)
  "Return the text in FIELD, an editable one."
  (substring-no-properties (widget-value (svvs-field-widget field))))

(defun svvs-field-parse (field)
  "Return the value that the text in FIELD stands for."
  (svvs-value-parse (svvs-draft-shown (svvs-field-draft field)) (svvs-field-part field)))

(provide 'svvs-field)
;;; svvs-field.el ends here
