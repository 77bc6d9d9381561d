;;; svvs-field.el --- Properties of svvs views in a buffer  -*- lexical-binding: t; -*-

;;; Commentary:

;; A property shows its value in lines, in an editable field, as a check box, or
;; beside a button.  Only text that differs is replaced, so that point and unsent
;; input stay.
;;
;; Moving point sends nothing: RET in a field sends it, and so does calling an
;; action.  A field that filters a list is sent while the user types.

;;; Code:

(require 'svvs-value)
(require 'wid-edit)

;;;; Lines

(cl-defstruct (svvs-lines (:constructor svvs-lines--make) (:copier nil))
  "Lines in a buffer."
  (start nil :documentation "The position of the first, which may follow a label.")
  (shown nil :documentation "The texts of the lines, at least one; nil before the first ones.")
  (marks nil :documentation "The overlays on the lines that have just changed."))

(defface svvs-changed '((t :inherit highlight))
  "Values that have just changed."
  :group 'svvs)

(defvar svvs-lines-marked-seconds 2
  "The number of seconds for which lines that have changed are marked, or nil.")

(defconst svvs-lines--most-marked 3
  "The number of lines that may change at once and be marked.
If more have changed, the marks would not tell anything.")

(defun svvs-lines-insert ()
  "Insert a line end at point, with room for lines before it; return the lines."
  (prog1 (svvs-lines--make :start (point-marker))
    (insert "\n")))

(defun svvs-lines-show (lines new)
  "Show NEW, a list of texts without line ends, as LINES."
  (let* ((is-first (null (svvs-lines-shown lines)))
         (new (or new (list "")))
         (old (or (svvs-lines-shown lines) (list "")))
         (same (svvs-lines--common (cdr old) (cdr new)))
         (below (svvs-lines--common (reverse (nthcdr (1+ same) old)) (reverse (nthcdr (1+ same) new)))))
    (unless (equal (car old) (car new))
      (svvs-lines--replace (svvs-lines-start lines) (svvs-lines--end lines 0) (car new))
      (unless is-first (svvs-lines--mark lines (svvs-lines-start lines) (svvs-lines--end lines 0))))
    (let ((removed (butlast (nthcdr (1+ same) old) below))
          (added (butlast (nthcdr (1+ same) new) below)))
      (when (or removed added)
        (svvs-lines--replace (svvs-lines--end lines same) (svvs-lines--end lines (+ same (length removed)))
                             (mapconcat (lambda (line) (concat "\n" line)) added ""))
        (unless (or is-first (null added) (length> added svvs-lines--most-marked)
                    (length> removed svvs-lines--most-marked))
          (svvs-lines--mark lines (1+ (svvs-lines--end lines same))
                            (svvs-lines--end lines (+ same (length added)))))))
    (setf (svvs-lines-shown lines) new)))

(defun svvs-lines--mark (lines start end)
  "Mark the text between START and END, in LINES, as changed for some seconds."
  (when svvs-lines-marked-seconds
    (let ((mark (make-overlay start end)))
      (overlay-put mark 'face 'svvs-changed)
      (overlay-put mark 'evaporate t)
      (push mark (svvs-lines-marks lines))
      (run-at-time svvs-lines-marked-seconds nil #'svvs-lines--unmark lines mark))))

(defun svvs-lines--unmark (lines mark)
  "Remove MARK, an overlay on LINES."
  (delete-overlay mark)
  (setf (svvs-lines-marks lines) (delq mark (svvs-lines-marks lines))))

(defun svvs-lines--common (one other)
  "Return the length of the common prefix of the lists ONE and OTHER."
  (cl-loop for left in one for right in other while (equal left right) count t))

(defun svvs-lines--end (lines number)
  "Return the end of the line with this NUMBER in LINES."
  (save-excursion
    (goto-char (svvs-lines-start lines))
    (line-end-position (1+ number))))

(defun svvs-lines--replace (start end text)
  "Replace the text between START and END by TEXT; keep point and windows in place."
  (let* ((inhibit-read-only t)
         (inhibit-modification-hooks t)
         (start (copy-marker start))
         (windows (get-buffer-window-list nil t t))
         (place (lambda (position) (svvs-lines--place position start end)))
         (here (funcall place (point)))
         (points (mapcar (lambda (window) (funcall place (window-point window))) windows))
         (starts (mapcar (lambda (window) (funcall place (window-start window))) windows)))
    (save-excursion
      (goto-char start)
      (delete-region start end)
      (insert text)
      (setq end (point)))
    (when here (goto-char (svvs-lines--position here start end)))
    (cl-loop for window in windows for point in points for start-place in starts
             when start-place do (set-window-start window (svvs-lines--position start-place start end) t)
             when point do (set-window-point window (svvs-lines--position point start end)))
    ;; The positions in it are of the text before.
    (when (consp buffer-undo-list) (setq buffer-undo-list nil))))

(defun svvs-lines--place (position start end)
  "Return the line, its text, and the column of POSITION between START and END."
  (when (and (< start position) (<= position end))
    (save-excursion
      (goto-char position)
      (let ((line (max start (line-beginning-position))))
        (list (- (line-number-at-pos position) (line-number-at-pos start))
              (buffer-substring-no-properties line (line-end-position))
              (- position line))))))

(defun svvs-lines--position (place start end)
  "Return the position of PLACE between START and END.
It is in the line with the same text, or else in the one with the same number."
  (pcase-let ((`(,number ,text ,column) place))
    (save-excursion
      (goto-char start)
      (if (re-search-forward (concat "^" (regexp-quote text) "$") end t)
          (goto-char (match-beginning 0))
        (unless (zerop number) (forward-line number)))
      (min end (line-end-position) (+ (point) column)))))

(defun svvs-lines-number (lines position)
  "Return the number of the line in LINES that POSITION is in, or nil.
The label before the first belongs to it."
  (let ((number (- (line-number-at-pos position) (line-number-at-pos (svvs-lines-start lines)))))
    (when (< -1 number (max 1 (length (svvs-lines-shown lines)))) number)))

;;;; Fields


(defconst svvs-field--first-rows 100
  "The number of rows of an array that are shown until the user asks for more.")

(defvar-local svvs-fields nil
  "The fields of this buffer, a hash table by the names of their properties.")

(cl-defstruct (svvs-field (:constructor svvs--make-field) (:copier nil))
  "A property in a buffer."
  view name schema kind
  (columns nil :documentation "The members of the record, or of each record of the array, with their schemas.")
  (rows nil :documentation "The elements of the array that are shown; the state may be newer.")
  (offset 0 :documentation "The number of elements before the first one that is shown.")
  (followed nil :documentation "The target that was scrolled to, until the state has no target.")
  (limit svvs-field--first-rows :documentation "The number of rows that are shown.")
  (widget nil :documentation "The check box, the editable field or the button, if there is one.")
  (lines nil :documentation "The lines with the value, if it is not in a widget.")
  (shown "" :documentation "The text as it was painted; the user may have changed it since.")
  (sent nil :documentation "The text that was sent, until the server has set the property.")
  (emptying nil :documentation "An alist of the calls that empty the property, and its texts.
The field is shown empty meanwhile.  The call of a text that waits is nil.")
  (line nil :documentation "An overlay that hides the line, if the property is shown only when it is true."))

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
  "Return whether the user types text for FIELD, in it or in the minibuffer."
  (memq (svvs-field-style field) '(entry secret)))

(defun svvs-field-title (field)
  "Return the title of FIELD."
  (svvs-schema-title (svvs-field-name field) (svvs-field-schema field)))

(defun svvs-field-value (field)
  "Return the value of FIELD in the state."
  (svvs-get (svvs-field-view field) (svvs-field-name field)))

(defun svvs-field-make (view name schema)
  "Return a field for the property NAME of VIEW, of SCHEMA."
  (svvs--make-field :view view :name name :schema schema
                    :kind (svvs-schema-resolve schema) :columns (svvs-hints-members schema)))

(defun svvs-field-named (name)
  "Return the field of this buffer for the property NAME, or nil."
  (and svvs-fields (gethash name svvs-fields)))

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
      (overlay-put (svvs-field-line field) 'invisible (not (svvs-hints-shown-p (svvs-field-schema field) value))))
    (pcase (svvs-field-style field)
      ('secret nil)
      ('toggle (unless (eq (eq value t) (widget-value (svvs-field-widget field)))
                 (save-excursion (widget-value-set (svvs-field-widget field) (eq value t)))))
      ('entry (unless (svvs-field-emptying field)
                (svvs-field--paint-entry field (svvs-schema-text value (svvs-field-kind field)))))
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
  (svvs-hints-from-end-p (svvs-field-schema field)))

(defun svvs-field--value-lines (field value)
  "Return VALUE, of FIELD, as lines."
  (cond ((hash-table-p value) (cons "" (svvs-value-members value (svvs-field-columns field)
                                                            (lambda (member schema)
                                                              (svvs-field--excerpt member schema)))))
        ((eq (svvs-hints-shown (svvs-field-schema field)) 'when-true) '(""))
        ((equal value []) (list (propertize "none" 'face 'shadow)))
        ((vectorp value) (cons (number-to-string (length value)) (svvs-field--row-lines field (length value))))
        (t (split-string (svvs-field--linked (svvs-value-text value (svvs-field-schema field))
                                             (svvs-field-schema field))
                         "\n"))))

(defun svvs-field--excerpt (value schema)
  "Return VALUE, of SCHEMA, in one line."
  (svvs-field--linked (svvs-value-excerpt value 200 schema) schema))

(defun svvs-field--linked (text schema)
  "Return TEXT, of a value of SCHEMA, as a link if it is a URL."
  (if (eq (svvs-schema-format schema) 'url) (propertize text 'face 'link) text))

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
                                                             (svvs-schema-items (svvs-field-schema field)))))
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

(defun svvs-field--paint-entry (field text)
  "Show TEXT in FIELD, an editable one, unless the user has changed it."
  (let ((written (svvs-field-written field)))
    ;; While the server sets the property, the state is older than the text.
    (when (and (equal written (svvs-field-shown field)) (not (equal written text))
               (null (svvs-field-sent field)))
      (svvs-field-write field text))
    (when (equal (svvs-field-written field) text)
      (setf (svvs-field-shown field) text))))

(defun svvs-field-write (field text)
  "Put TEXT into FIELD, an editable one, as if the user had typed it."
  (let ((inhibit-read-only t)
        (inhibit-modification-hooks t)
        (widget (svvs-field-widget field)))
    (replace-region-contents (widget-field-start widget) (widget-field-text-end widget) (lambda () text) 0.1)
    ;; The positions in it are of the text before.
    (when (consp buffer-undo-list) (setq buffer-undo-list nil))))

(defun svvs-field-written (field)
  "Return the text in FIELD, an editable one."
  (substring-no-properties (widget-value (svvs-field-widget field))))

(defun svvs-field-unsent-p (field)
  "Return whether FIELD has text that the user has changed and not sent."
  (and (eq (svvs-field-style field) 'entry)
       (not (equal (svvs-field-written field)
                   (or (and (null (svvs-field-emptying field)) (svvs-field-sent field)) (svvs-field-shown field))))))

(defun svvs-field-unsent (field)
  "Return the text of FIELD that may not have reached the server, or nil."
  (if (svvs-field-unsent-p field) (svvs-field-written field)
    (car (last (remove "" (mapcar #'cdr (svvs-field-emptying field)))))))

(defun svvs-field-empty (field call &optional waiting)
  "Show FIELD empty while CALL is in progress, if that may be done.
The user can then type the next text.  If CALL is nil, the text is submitted
later.  WAITING is the element of `svvs-field-emptying' that CALL submits, if it
submits one."
  (cond ((and waiting (memq waiting (svvs-field-emptying field))) (setcar waiting call))
        ((and (eq (svvs-field-style field) 'entry) (eq (car (svvs-field-kind field)) 'string))
         (setf (svvs-field-emptying field)
               (append (svvs-field-emptying field) (list (cons call (svvs-field-written field))))
               (svvs-field-shown field) "")
         (svvs-field-write field ""))))

(defun svvs-field-refill (field call error)
  "Show the value of FIELD in the state after CALL, unless the user has typed.
If CALL has failed with ERROR, or has not emptied the property, show the text."
  (when-let ((entry (assq call (svvs-field-emptying field))))
    (setf (svvs-field-emptying field) (delq entry (svvs-field-emptying field)))
    (when (or error (and (not (string-empty-p (cdr entry))) (equal (svvs-field-value field) (cdr entry))))
      (svvs-field-give-back field error (cdr entry)))
    ;; If the state has the text already, a new server has not.
    (unless (svvs-field-unsent-p field) (svvs-field-paint field))))

(defun svvs-field-give-back (field error &optional text)
  "Put the last text of FIELD that was not sent into FIELD, if that is empty.
The texts are TEXT, if it is non-nil, and those that wait.  Report the others,
with ERROR, unless that is nil."
  (let ((texts (remove "" (cons (or text "") (mapcar #'cdr (seq-remove #'car (svvs-field-emptying field)))))))
    (setf (svvs-field-emptying field) (seq-filter #'car (svvs-field-emptying field)))
    (when (and texts (string-empty-p (svvs-field-written field)))
      (svvs-field-write field (car (last texts))))
    (when-let ((others (remove (svvs-field-written field) texts)))
      (message "svvs: %s: %s" (if error (concat (svvs-error-message error) "; not sent") "Not sent")
               (string-join others "; ")))))

;;;; Setting properties

(defvar svvs-field-submit-functions nil
  "Functions to call in a buffer with a field that is submitted by RET.")

(defun svvs-field-send (field)
  "Set the property of FIELD, an editable one, if the user has changed its text."
  (when (svvs-field-unsent-p field)
    (svvs-field-send-text field (svvs-field-written field))))

(defun svvs-field-send-text (field text)
  "Set the property of FIELD, an editable one, to TEXT."
  (let ((value (svvs-schema-parse text (svvs-field-kind field))))
    (setf (svvs-field-sent field) text)
    (svvs-field--set field value
                     (lambda () (svvs-field--taken field text))
                     (lambda (error) (svvs-field--refused field text error)))))

(defun svvs-field--refused (field text error)
  "Show TEXT in FIELD, whose property could not be set to it because of ERROR."
  (when-let ((entry (rassoc text (svvs-field-emptying field))))
    (setf (svvs-field-emptying field) (remq entry (svvs-field-emptying field)))
    (svvs-field-give-back field error text)))

(defun svvs-field--taken (field text)
  "Update FIELD after the server has set its property to TEXT."
  ;; Unless the text was discarded since.
  (when-let ((sent (svvs-field-sent field)))
    (unless (svvs-field-emptying field) (setf (svvs-field-shown field) text))
    (when (equal sent text)
      (setf (svvs-field-sent field) nil)
      (if (svvs-field-unsent-p field)
          ;; Only one request is pending at a time, however fast the user types.
          (svvs-field-typed field)
        (unless (member (svvs-field-name field) (svvs-view-stale (svvs-field-view field)))
          (svvs-field-paint field))))))

(defun svvs-field-filters (field)
  "Return the name of the array that FIELD filters, or nil."
  (svvs-hints-filtered (svvs-view-schema (svvs-field-view field)) (svvs-field-name field)))

(defun svvs-field-typed (field)
  "Set the property of FIELD to its text, if it filters a list."
  (when (and (svvs-field-filters field) (null (svvs-field-sent field)))
    ;; Incomplete text may become a value as the user types on.
    (ignore-error (user-error svvs-error) (svvs-field-send field))))

(defun svvs-field-accept (field)
  "Set the property of FIELD, and do what RET in it stands for.
Submit the field, or go to the list that it filters, or to the next field."
  (let ((list (and (svvs-field-filters field) (svvs-field-named (svvs-field-filters field)))))
    (cond ((svvs-field-submits field) (run-hook-with-args 'svvs-field-submit-functions field))
          ((and list (svvs-field-lines list))
           (svvs-with-user-errors (svvs-field-send field))
           (svvs-field-go-row list 0))
          (t (svvs-with-user-errors (svvs-field-send field))
             (svvs-field--leave field)))))

(defun svvs-field-submits (field)
  "Return the name of the action to call after RET in FIELD by a hint, or nil."
  (svvs-hints-submits (svvs-view-schema (svvs-field-view field)) (svvs-field-name field)))

(defun svvs-field--leave (field)
  "Go from FIELD to the next one for text; after the last one, submit the form.
If the next one is a secret, ask for it."
  (let ((next (seq-find #'svvs-field-written-p (cdr (memq field (hash-table-values svvs-fields))))))
    (cond (next (svvs-field-enter next)
                (when (eq (svvs-field-style next) 'secret) (svvs-field-ask next)))
          ((svvs-field-written-p field)
           (svvs-field-go field)
           (run-hook-with-args 'svvs-field-submit-functions field)))))

(defun svvs-field-reset (field)
  "Discard the unsent text in FIELD."
  (when (eq (svvs-field-style field) 'entry)
    (setf (svvs-field-shown field) (svvs-field-written field)
          (svvs-field-sent field) nil
          (svvs-field-emptying field) nil))
  (svvs-field-paint field))

(defun svvs-field-toggle (field)
  "Set the property of FIELD to the value of its check box."
  (svvs-with-user-errors
    (svvs-field--set field (if (widget-value (svvs-field-widget field)) t :false) #'ignore)))

(defun svvs-field-ask (field)
  "Ask in the minibuffer for the value of FIELD, and set the property."
  (svvs-with-user-errors
    (let* ((is-secret (eq (svvs-field-style field) 'secret))
           (kind (svvs-field-kind field))
           (value (svvs-schema-read (svvs-field-name field) (svvs-field-schema field)
                                    nil is-secret nil
                                    (and (eq (car kind) 'json) (svvs-schema-text (svvs-field-value field) kind)))))
      (svvs-field--set field value
                       (lambda () (when is-secret (svvs-lines-show (svvs-field-lines field) '("entered"))))))
    (svvs-field--leave field)))

(defun svvs-field--set (field value done &optional failed)
  "Set the property of FIELD to VALUE, and then call DONE in this buffer.
If that fails, call FAILED with the error."
  (let* ((buffer (current-buffer))
         (view (svvs-field-view field))
         (is-set nil))
    (unwind-protect
        (progn
          (svvs-warn-if-silent
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
                       (with-current-buffer buffer
                         (when failed (funcall failed error))
                         (svvs-field-paint field))))))
          (setq is-set t))
      (unless is-set
        (setf (svvs-field-sent field) nil)
        ;; A check box shows what was clicked.
        (svvs-field-paint field)))))

(provide 'svvs-field)
;;; svvs-field.el ends here
