;;; svvs-value.el --- Values of svvs as text, in prompts, lines and tables  -*- lexical-binding: t; -*-

;;; Commentary:

;; Converts values to text and text to values by their fields.  Prompts in the
;; minibuffer offer the values of a choice, or the rows of a table if the argument has
;; such a source, and hide secrets.
;;
;; Only text that differs is replaced, so that point and windows stay.  Lines that
;; have just changed are marked for a moment.
;;
;; A table is as wide as its window: wide columns are cut first, and the last ones
;; are left out if there is no room.  Each gap between cells is displayed up to a
;; fixed column, whatever is in the cells; that also keeps right-to-left text inside
;; its cell.

;;; Code:

(require 'cl-lib)
(require 'iso8601)
(require 'subr-x)
(require 'svvs-screen)

;;;; Values

(defconst svvs-value--longest 2000
  "The number of characters of a text that are shown: long lines slow Emacs down.")

(defun svvs-value-parse (text field)
  "Return the value of FIELD written in TEXT.
If TEXT is not such a value, signal a `user-error'."
  (pcase (gethash "kind" field)
    ((guard (and (string-empty-p text) (gethash "nullable" field))) :null)
    ("text" text)
    ((and "integer" (guard (string-match-p "\\`[-+]?[0-9]+\\'" text))
          (guard (<= (- (expt 2 63)) (string-to-number text) (1- (expt 2 63)))))
     (string-to-number text))
    ("integer" (user-error "Not an integer of 64 bits: %s" text))
    ((and "number" (guard (string-match-p "\\`[-+]?[0-9]+\\(?:\\.[0-9]+\\)?\\(?:e[-+]?[0-9]+\\)?\\'" text)))
     (string-to-number text))
    ("number" (user-error "Not a number: %s" text))
    ("switch" (pcase text ("yes" t) ("no" :false) (_ (user-error "Not yes or no: %s" text))))
    ("choice" (let ((choices (svvs-screen-list field 'choices)))
                (gethash "value" (or (seq-find (lambda (choice) (equal (gethash "title" choice) text)) choices)
                                     (user-error "Not one of %s: %s"
                                                 (mapconcat (lambda (choice) (gethash "title" choice)) choices ", ")
                                                 text)))))
    ((guard (string-empty-p text)) :null)
    (_ (condition-case nil
           (svvs-json-parse text)
         (svvs-json-error (user-error "Not JSON: %s" text))))))

(defun svvs-value-write (value field)
  "Return VALUE, of FIELD, as text for `svvs-value-parse'."
  (cond ((and (eq value :null) (gethash "nullable" field)) "")
        ((and (stringp value) (member (gethash "kind" field) '("text" "choice"))) value)
        (t (svvs-json-serialize value))))

;;;; Text that is only shown

(defface svvs-label '((t :inherit shadow))
  "The names of properties, beside their values."
  :group 'svvs)

(defun svvs-value-text (value &optional field is-short now)
  "Return VALUE, of FIELD, as text for people, cut if it is long.
If IS-SHORT, it is for a cell: in one line, and a time is relative to NOW."
  (let* ((choice (seq-find (lambda (choice) (equal (gethash "value" choice) value)) (svvs-screen-list field 'choices)))
         (money (svvs-json-get field '(money)))
         (format (svvs-json-get field '(format))))
    (pcase value
      ((guard choice) (gethash "title" choice))
      ((guard (and (equal (svvs-json-get field '(role)) "flag") (not (eq value t)))) "")
      ('nil "")
      (:null "–")
      ('t "yes")
      (:false "no")
      ((pred stringp)
       (or (and (equal format "time") (svvs-value--time value is-short now))
           (and (equal format "longText") (not is-short) (svvs-value-clean-lines (svvs-value--cut value)))
           (and (equal format "stream")
                (let ((end (substring value (- (min (length value) svvs-value--longest)))))
                  (if is-short (svvs-json-clean (or (car (last (split-string end "\r?\n" t))) ""))
                    (svvs-value-clean-lines end))))
           (svvs-json-clean (svvs-value--cut value))))
      ((and (pred numberp) (guard money)) (svvs-value--money value money))
      ((pred numberp) (string-remove-suffix ".0" (number-to-string value)))
      ((guard (and (equal format "file") (svvs-screen-place-p value))) (svvs-value-place value))
      (_ (svvs-value--cut (svvs-value--listed value 0 (svvs-json-get field '(of))))))))

(defun svvs-value-place (place)
  "Return PLACE, one in a file, as text."
  (let ((line (gethash "line" place)) (column (gethash "column" place)))
    (concat (svvs-json-clean (svvs-value--cut (gethash "path" place)))
            (and (integerp line) (format ":%d" line))
            (and (integerp line) (integerp column) (format ":%d" column)))))

(defun svvs-value-clean-lines (text)
  "Return TEXT without hidden characters, but with its line ends and tabs."
  (replace-regexp-in-string "[^\t\n]+" #'svvs-json-clean (string-replace "\r\n" "\n" text) t t))

(defun svvs-value--cut (text)
  "Return TEXT, cut if it is long."
  (if (<= (length text) svvs-value--longest) text
    (format "%s… (%d more characters)" (substring text 0 svvs-value--longest)
            (- (length text) svvs-value--longest))))

(defun svvs-value--listed (value depth of)
  "Return VALUE, an object or an array, in one line.
It is within DEPTH others.  OF is the field of the elements of an array."
  (cl-flet ((text (each field)
              (cond ((not (or (vectorp each) (hash-table-p each))) (svvs-value-text each field t))
                    ((= depth 2) "(…)")
                    (t (format "(%s)" (svvs-value--listed each (1+ depth) nil))))))
    (cond ((zerop (if (vectorp value) (length value) (hash-table-count value))) "–")
          ((vectorp value) (mapconcat (lambda (each) (text each of)) (seq-take value 100) ", "))
          (t (mapconcat (lambda (name) (concat (svvs-json-clean name) " " (text (gethash name value) nil)))
                        (seq-take (sort (hash-table-keys value) #'string<) 100) " · ")))))

(defun svvs-value--money (value money)
  "Return VALUE, an amount of the currency of MONEY, as text."
  (let* ((digits (gethash "digits" money 0))
         (symbol (gethash "symbol" money))
         (amount (if (integerp value)
                     (concat (number-to-string (abs value)) (if (> digits 0) (concat "." (make-string digits ?0)) ""))
                   ;; The factor rounds up half a unit, also one that is a little less as a binary number.
                   (format (format "%%.%df" digits) (* (abs value) (+ 1 (expt 2.0 -52)))))))
    (while (string-match "\\`\\([0-9]+\\)\\([0-9]\\{3\\}\\)" amount)
      (setq amount (replace-match "\\1,\\2" nil nil amount)))
    (concat (if (< value 0) "-" "") symbol amount (if symbol "" (concat " " (gethash "currency" money))))))

(defun svvs-value--time (value is-short now)
  "Return VALUE, a date and time by ISO 8601, in local time, or nil.
If IS-SHORT, it is relative to NOW, or without what today has in common with it."
  (when-let ((time (and (string-match-p
                         "\\`[-0-9]\\{10\\}T[:0-9]\\{8\\}\\(\\.[0-9]+\\)?\\(Z\\|[-+][0-9:]\\{5\\}\\)\\'" value)
                        (ignore-errors (encode-time (iso8601-parse value))))))
    (let ((age (float-time (time-subtract now time)))
          (near (lambda (form) (equal (format-time-string form time) (format-time-string form now)))))
      (cond ((not is-short) (format-time-string "%F %T" time))
            ((and (<= 0 age) (< age 60)) "just now")
            ((< 0 age 3600) (format "%d min ago" (/ age 60)))
            ((funcall near "%F") (format-time-string "%R" time))
            ((funcall near "%Y") (let ((system-time-locale "C")) (format-time-string "%-d %b %R" time)))
            (t (format-time-string "%F" time))))))

(defun svvs-value-progress (fraction)
  "Return FRACTION, of some work, as a bar; it is nil if it is unknown."
  (if (null fraction) "in progress"
    (format "[%s] %s" (string-pad (make-string (floor (* 20 fraction)) ?#) 20 ?.) (svvs-value-percent fraction))))

(defun svvs-value-percent (fraction)
  "Return FRACTION as a percentage, rounded down."
  ;; 0.29 is a little less as a binary number.
  (format "%d%%" (floor (+ (* 100 fraction) 1e-9))))

(defun svvs-value-excerpt (value length &optional field)
  "Return VALUE, of FIELD, as text of one line and of at most LENGTH columns."
  (let ((text (svvs-value-text value field t)))
    ;; Many characters may have no width.
    (truncate-string-to-width (substring text 0 (min (length text) (* 4 length))) length nil nil t)))

(defun svvs-value-name (name)
  "Return NAME, a field and its value, as text of one line."
  (svvs-value-excerpt (cdr name) 60 (car name)))

(defun svvs-value-columns (columns object)
  "Return COLUMNS, a list of fields, or else fields for the members of OBJECT."
  (or columns (mapcar (lambda (name) (svvs-json-object (list "name" name "title" (svvs-json-clean name)))) (hash-table-keys object))))

(defun svvs-value-shown (object columns)
  "Return those of COLUMNS, a list of fields, that are shown of OBJECT.
If COLUMNS is nil, they are all members of OBJECT."
  (seq-filter (lambda (column) (svvs-screen-shown-p column object)) (svvs-value-columns columns object)))

(defun svvs-value-members (object columns text)
  "Return a line for each member of OBJECT, whose COLUMNS are a list of fields.
TEXT is a function that converts a value and its field to text."
  (let* ((shown (svvs-value-shown object columns))
         (titles (mapcar (lambda (column) (gethash "title" column)) shown))
         (width (min 30 (apply #'max 0 (mapcar #'string-width titles)))))
    (cl-mapcar (lambda (column title)
                 (format "  %s %s" (propertize (string-pad (concat title ":") (1+ width)) 'face 'svvs-label)
                         (funcall text (gethash (gethash "name" column) object) column)))
               shown titles)))

;;;; Prompts

(cl-defun svvs-value-read (field &key is-optional is-filled offered source initial default)
  "Ask for a value of FIELD until the answer is one.
If IS-OPTIONAL, return nil for empty input.  If IS-FILLED, do not accept that.
OFFERED is an alist of values and their names, of `svvs-screen-offers', and
SOURCE the part that they are from.  INITIAL is the initial input, and DEFAULT
the value for empty input unless IS-OPTIONAL."
  (let ((offers (or (mapcar (lambda (offer) (svvs-value--read-offer offer field)) offered)
                    (and source (concat "no " (svvs-screen-within (gethash "title" source))))))
        (default (and default (not is-optional) (not (gethash "secret" field)) (not (eq default :null))
                      (if (member (gethash "kind" field) '("choice" "switch")) (svvs-value-text default field)
                        (svvs-value-write default field))))
        text problem offer value)
    (while (progn
             (setq text (svvs-value--read-text field is-optional offers problem (if problem text initial) default)
                   problem nil)
             (cond ((and is-optional (string-empty-p text)))
                   ((and is-filled (string-empty-p text))
                    (setq problem (concat (gethash "title" field) " must not be empty")))
                   ((setq offer (svvs-value--read-chosen text offered field)) (setq value (car offer)))
                   (t (condition-case error (setq value (svvs-value-parse text field))
                        (user-error (setq problem (if (gethash "secret" field) (concat "Not of type " (gethash "kind" field))
                                                    (svvs-value-excerpt (cadr error) 60)))))))
             problem))
    value))

(defun svvs-value--read-text (field is-optional offers problem initial default)
  "Ask for FIELD, and return the text of the answer.
PROBLEM, if there is one, is why the last answer was not accepted.  OFFERS is a
list of texts, or says that there is none.  IS-OPTIONAL, INITIAL and DEFAULT are
as in `svvs-value-read', but DEFAULT is a text."
  (let* ((choices (if (equal (gethash "kind" field) "switch") '("yes" "no")
                    (mapcar (lambda (choice) (gethash "title" choice)) (svvs-screen-list field 'choices))))
         (may-be-empty (or is-optional (gethash "nullable" field) (gethash "mayBeEmpty" field)))
         (prompt (format "%s%s (%s%s%s): " (if problem (concat problem ".  ") "") (gethash "title" field)
                         (cond (choices (string-join choices ", "))
                               ((stringp offers) offers)
                               (offers (format "TAB lists %d" (length offers)))
                               (t (gethash "kind" field)))
                         (if may-be-empty ", or empty" "")
                         (if default (concat ", default " (svvs-value-excerpt default 40)) ""))))
    (cond ((gethash "secret" field) (read-passwd prompt))
          (choices (completing-read prompt choices nil (not may-be-empty) nil nil default))
          ((consp offers)
           (let ((completion-styles (append completion-styles '(substring)))
                 (completion-ignore-case t))
             (completing-read prompt (svvs-value-read-table (mapcar #'list offers)) nil nil
                              (and problem initial) nil default)))
          (t (read-string prompt initial nil default)))))

(defun svvs-value--read-chosen (text offered field)
  "Return the one of OFFERED, of `svvs-value-read', that TEXT stands for, or nil.
TEXT is its value, or its value and its name, or its name if no other has that."
  (let ((named (seq-filter (lambda (offer) (and (cdr offer) (equal (svvs-value-name (cdr offer)) text))) offered)))
    (or (seq-find (lambda (offer) (equal (svvs-value-write (car offer) field) text)) offered)
        (seq-find (lambda (offer) (equal (svvs-value--read-offer offer field) text)) offered)
        (and (length= named 1) (car named)))))

(defun svvs-value--read-offer (offer field)
  "Return the text of OFFER, a value of FIELD and its name: 2  Buy milk.
It can be completed by either of them."
  (string-join (cons (svvs-value-write (car offer) field) (and (cdr offer) (list (svvs-value-name (cdr offer)))))
               "  "))

(defun svvs-value-read-table (rows)
  "Return ROWS, an alist of texts and more about them, for `completing-read'."
  (let ((width (min 30 (apply #'max 0 (mapcar (lambda (row) (string-width (car row))) rows)))))
    (lambda (text predicate action)
      (if (eq action 'metadata)
          `(metadata (display-sort-function . ,#'identity)
                     (annotation-function
                      . ,(lambda (choice)
                           (when-let ((more (cdr (assoc choice rows))))
                             (concat (make-string (max 2 (- (+ 2 width) (string-width choice))) ?\s) more)))))
        (complete-with-action action rows text predicate)))))

(cl-defun svvs-value-read-fields (object &key asks-all screen state given defaults)
  "Ask for the fields of OBJECT, a screen or an action; return a plist.
Ask for optional fields only if ASKS-ALL, and not for those in GIVEN, a plist.
Offer values of STATE of SCREEN.  DEFAULTS is a plist of default values."
  (svvs-screen-answered
   object given
   (cl-loop for field in (svvs-screen-asked object given asks-all)
            for name = (gethash "name" field)
            for value = (svvs-value-read field :is-optional (gethash "optional" field)
                                         :is-filled (not (svvs-screen-accepts-p field ""))
                                         :offered (and state (svvs-screen-offers screen field state))
                                         :source (and state (svvs-screen-part screen (svvs-json-get field '(from property))))
                                         :default (gethash name (svvs-json-object defaults)))
            append (list name (or value :null)))))

(defun svvs-value-read-described (objects)
  "Return an alist of the names of OBJECTS, and their descriptions."
  (mapcar (lambda (object) (cons (gethash "name" object) (gethash "description" object ""))) objects))

;;;; Lines

(cl-defstruct (svvs-value-lines (:constructor svvs-value--make-lines) (:copier nil))
  "Lines in a buffer."
  (start nil :documentation "The position of the first, which may follow a label.")
  (shown nil :documentation "The texts of the lines, at least one; nil before the first ones."))

(defface svvs-changed '((t :inherit secondary-selection))
  "Values that have just changed."
  :group 'svvs)

(defvar svvs-value-marked-seconds 2
  "The number of seconds for which lines that have changed are marked, or nil.")

(defconst svvs-value--most-marked 3
  "The number of lines that may change at once and be marked.
Marks on more lines would be most of what is in sight.")

(defun svvs-value-lines-insert ()
  "Insert a line end at point, with room for lines before it; return the lines."
  (prog1 (svvs-value--make-lines :start (point-marker))
    (insert "\n")))

(defun svvs-value-lines-show (lines new)
  "Show NEW, a list of texts without line ends, as LINES."
  (let* ((is-first (null (svvs-value-lines-shown lines)))
         (new (or new (list "")))
         (old (or (svvs-value-lines-shown lines) (list "")))
         (same (svvs-value--lines-common (cdr old) (cdr new)))
         (below (svvs-value--lines-common (reverse (nthcdr (1+ same) old)) (reverse (nthcdr (1+ same) new)))))
    (unless (equal (car old) (car new))
      (svvs-value--lines-replace (svvs-value-lines-start lines) (svvs-value--lines-end lines 0) (car new))
      (unless is-first (svvs-value--lines-mark (svvs-value-lines-start lines) (svvs-value--lines-end lines 0))))
    (let ((removed (butlast (nthcdr (1+ same) old) below))
          (added (butlast (nthcdr (1+ same) new) below)))
      (when (or removed added)
        (svvs-value--lines-replace (svvs-value--lines-end lines same)
                                   (svvs-value--lines-end lines (+ same (length removed)))
                                   (mapconcat (lambda (line) (concat "\n" line)) added ""))
        (unless (or is-first (null added) (length> added svvs-value--most-marked)
                    (length> removed svvs-value--most-marked))
          (svvs-value--lines-mark (1+ (svvs-value--lines-end lines same))
                                  (svvs-value--lines-end lines (+ same (length added)))))))
    (setf (svvs-value-lines-shown lines) new)))

(defun svvs-value-lines-end (lines)
  "Return the end of the last of LINES."
  (svvs-value--lines-end lines (1- (length (svvs-value-lines-shown lines)))))

(defun svvs-value-lines-extend (lines text from)
  "Add to LINES, which end with TEXT up to FROM, the rest of TEXT.
How its last character is shown, unless that ends a line, depends on the rest."
  (let* ((kept (if (or (zerop from) (eq (aref text (1- from)) ?\n)) 0 (min from 2)))
         (added (substring (svvs-value-clean-lines (substring text (- from kept))) (max 0 (1- kept))))
         (end (svvs-value-lines-end lines))
         (last (car (last (svvs-value-lines-shown lines)))))
    (svvs-value--lines-replace (- end (min kept 1)) end added)
    (setf (svvs-value-lines-shown lines)
          (append (butlast (svvs-value-lines-shown lines))
                  (split-string (concat (substring last 0 (- (length last) (min kept 1))) added) "\n")))))

(defun svvs-value--lines-mark (start end)
  "Mark the text between START and END as changed for some seconds."
  (when svvs-value-marked-seconds
    (let ((mark (make-overlay start end)))
      (overlay-put mark 'face 'svvs-changed)
      (overlay-put mark 'evaporate t)
      (run-at-time svvs-value-marked-seconds nil #'delete-overlay mark))))

(defun svvs-value--lines-common (one other)
  "Return the length of the common prefix of the lists ONE and OTHER."
  (cl-loop for left in one for right in other while (equal left right) count t))

(defun svvs-value--lines-end (lines number)
  "Return the end of the line with this NUMBER in LINES."
  (save-excursion
    (goto-char (svvs-value-lines-start lines))
    (line-end-position (1+ number))))

(defun svvs-value--lines-replace (start end text)
  "Replace the text between START and END by TEXT; keep point and windows in place."
  (let* ((inhibit-read-only t)
         (inhibit-modification-hooks t)
         (start (copy-marker start))
         (windows (get-buffer-window-list nil t t))
         (place (lambda (position) (svvs-value--lines-place position start end)))
         (here (funcall place (point)))
         (points (mapcar (lambda (window) (funcall place (window-point window))) windows))
         (starts (mapcar (lambda (window) (funcall place (window-start window))) windows)))
    (save-excursion
      (goto-char start)
      (delete-region start end)
      (insert text)
      (setq end (point)))
    (when here (goto-char (svvs-value--lines-position here start end)))
    (cl-loop for window in windows for point in points for start-place in starts
             when start-place do (set-window-start window (svvs-value--lines-position start-place start end) t)
             when point do (set-window-point window (svvs-value--lines-position point start end)))
    ;; The positions in it are of the text before.
    (when (consp buffer-undo-list) (setq buffer-undo-list nil))))

(defun svvs-value--lines-place (position start end)
  "Return the line, its text, and the column of POSITION between START and END."
  (when (and (< start position) (<= position end))
    (save-excursion
      (goto-char position)
      (let ((line (max start (line-beginning-position))))
        (list (- (line-number-at-pos position) (line-number-at-pos start))
              (buffer-substring-no-properties line (line-end-position))
              (- position line))))))

(defun svvs-value--lines-position (place start end)
  "Return the position of PLACE between START and END.
It is in the line with the same text, or else in the one with the same number."
  (pcase-let ((`(,number ,text ,column) place))
    (save-excursion
      (goto-char start)
      (if (re-search-forward (concat "^" (regexp-quote text) "$") end t)
          (goto-char (match-beginning 0))
        (unless (zerop number) (forward-line number)))
      (min end (line-end-position) (+ (point) column)))))

(defun svvs-value-lines-number (lines position)
  "Return the number of the line in LINES that POSITION is in, or nil.
The label before the first belongs to it."
  (save-excursion
    (goto-char (svvs-value-lines-start lines))
    (forward-line 0)
    (let ((first (point)))
      (forward-line (max 1 (length (svvs-value-lines-shown lines))))
      (when (and (<= first position) (< position (point)))
        (goto-char position)
        (forward-line 0)
        (count-lines first (point))))))

;;;; Tables

(defface svvs-columns '((t :inherit bold :underline t))
  "The titles of columns."
  :group 'svvs)

(defconst svvs-value--narrowest 6
  "The width to which a column is cut before others are left out.")

(defun svvs-value-table (rows columns width)
  "Return the lines of a table of ROWS, a list of objects; the first has titles.
COLUMNS is a list of their fields, or nil.  If WIDTH is not enough for
all, those of the lowest priority are left out."
  (let* ((all (svvs-value-columns columns (car rows)))
         (shown (svvs-value--table-first all (max 1 (/ width (1+ svvs-value--narrowest)))))
         (titles (mapcar (lambda (column) (svvs-value-excerpt (gethash "title" column) width))
                         shown))
         (cells (mapcar (lambda (row)
                          (mapcar (lambda (column)
                                    (svvs-value-excerpt (gethash (gethash "name" column) row) width column))
                                  shown))
                        rows))
         (fitting (svvs-value--table-fit (svvs-value--table-widths (cons titles cells)) shown width (length all)))
         (widths (remq nil fitting))
         (numbers (svvs-value--table-fitting (mapcar #'svvs-value--table-number-p shown) fitting))
         (rest (- (length all) (length widths))))
    (cl-flet ((line (cells) (svvs-value--table-line (svvs-value--table-fitting cells fitting) widths numbers)))
      (cons (concat (propertize (line titles) 'face 'svvs-columns)
                    (if (zerop rest) "" (format " …+%d" rest)))
            (mapcar #'line cells)))))

(defun svvs-value--table-number-p (column)
  "Return whether the values of COLUMN align right."
  (and (member (gethash "kind" column) '("integer" "number")) t))

(defun svvs-value--table-first (columns count)
  "Return the COUNT columns of COLUMNS with the highest priorities, in order."
  (if (<= (length columns) count) columns
    (let ((chosen (seq-take (seq-sort-by #'svvs-screen-priority #'> columns) count)))
      (seq-filter (lambda (column) (memq column chosen)) columns))))

(defun svvs-value--table-fitting (elements widths)
  "Return those of ELEMENTS for which the element of WIDTHS is not nil."
  (cl-loop for element in elements for width in widths when width collect element))

(defun svvs-value--table-widths (lines)
  "Return the widths of the columns of LINES, each a list of cells."
  (let ((widths (make-list (length (car lines)) 0)))
    (dolist (line lines widths)
      (setq widths (cl-mapcar (lambda (width cell) (max width (string-width cell))) widths line)))))

(defun svvs-value--table-fit (widths columns room count)
  "Return WIDTHS cut to fit into ROOM, with nil for columns that are left out.
COLUMNS are those with WIDTHS.  COUNT is the number of all columns; a sign
follows the titles if some are left out.  The widest ones are cut first.
Columns are left out for others with a higher priority, until these have half of
ROOM if they need it."
  (let* ((fitting (copy-sequence widths))
         (leaving (mapcar (lambda (column) (seq-position columns column #'eq)) (svvs-screen-leaving columns)))
         (priorities (mapcar #'svvs-screen-priority columns))
         (highest (apply #'max priorities))
         (need (cl-loop for width in widths for priority in priorities
                        when (= priority highest) sum (+ 2 width)))
         cut)
    (cl-flet* ((used () (cl-loop for width in fitting when width sum (+ 2 (min width cut))))
               (space () (let ((rest (- count (seq-count #'identity fitting))))
                           (- room (if (zerop rest) 0 (+ 3 (length (number-to-string rest)))))))
               (important () (cl-loop for width in fitting for priority in priorities
                                      when (and width (= priority highest)) sum (+ 2 (min width cut)))))
      (while (progn
               (setq cut (max svvs-value--narrowest (apply #'max 0 (delq nil (copy-sequence fitting)))))
               (while (and (> cut svvs-value--narrowest) (> (used) (space))) (cl-decf cut))
               (and (cdr leaving)
                    (or (> (used) (space))
                        (and (< (important) (min need (/ room 2)))
                             (< (nth (car leaving) priorities) highest)))))
        (setf (nth (pop leaving) fitting) nil)))
    (mapcar (lambda (width) (and width (min width cut))) fitting)))

(defun svvs-value--table-line (cells widths numbers)
  "Return CELLS as a line with columns of WIDTHS; those of NUMBERS align right."
  (let ((start 2)
        (line "  "))
    (cl-loop for (cell . more) on cells
             for (width . wider) on widths
             for number in numbers
             do (let ((text (truncate-string-to-width cell width nil nil t)))
                  (setq line (concat line (if number (string-pad text width nil t) text))
                        start (+ start width 2))
                  (when (and more wider)
                    (setq line (concat line (svvs-value--table-gap (- start (string-width line)) start))))))
    line))

(defun svvs-value--table-gap (width end)
  "Return a gap of WIDTH spaces, displayed so that it ends at END."
  (propertize (make-string (max 1 width) ?\s) 'display `(space :align-to ,end)))

(provide 'svvs-value)
;;; svvs-value.el ends here
