;;; svvs-value.el --- Values of svvs as text, in prompts and in tables  -*- lexical-binding: t; -*-

;;; Commentary:

;; Converts values to text and text to values by their schemas.  Prompts in the
;; minibuffer offer the choices of an enumeration, or the rows of a table if the
;; argument has such a source, and hide secrets.
;;
;; A table is as wide as its window: wide columns are cut first, and the last ones
;; are left out if there is no room.  Each gap between cells is displayed up to a
;; fixed column, whatever is in the cells; that also keeps right-to-left text inside
;; its cell.

;;; Code:

(require 'svvs-schema)

(defconst svvs-value--longest 2000
  "The number of characters of a text that are shown: long lines slow Emacs down.")

(defun svvs-schema-resolve (schema)
  "Return SCHEMA as (KIND NULLABLE . CHOICES).
KIND is one of the symbols `string', `integer', `number', `boolean', `enum', and
`json' for all else.  CHOICES are the texts of an enum."
  (let* ((base (svvs-schema-base schema))
         (nullable (and (svvs-json-get schema '(anyOf)) t))
         (choices (svvs-json-get base '(enum)))
         (type (svvs-json-get base '(type))))
    (cond ((and choices (seq-every-p #'stringp choices)) `(enum ,nullable . ,(append choices nil)))
          ((member type '("string" "integer" "number" "boolean")) (list (intern type) nullable))
          (t (list 'json t)))))

(defun svvs-schema-parse (text kind)
  "Return the value of KIND, as from `svvs-schema-resolve', written in TEXT.
If TEXT is not such a value, signal a `user-error'."
  (pcase kind
    ((and `(,_ t . ,_) (guard (string-empty-p text))) :null)
    (`(string . ,_) text)
    ((and `(integer . ,_) (guard (string-match-p "\\`[-+]?[0-9]+\\'" text))
          (guard (<= (- (expt 2 63)) (string-to-number text) (1- (expt 2 63)))))
     (string-to-number text))
    (`(integer . ,_) (user-error "Not an integer of 64 bits: %s" text))
    ((and `(number . ,_) (guard (string-match-p "\\`[-+]?[0-9]+\\(?:\\.[0-9]+\\)?\\(?:e[-+]?[0-9]+\\)?\\'" text)))
     (string-to-number text))
    (`(number . ,_) (user-error "Not a number: %s" text))
    (`(boolean . ,_) (pcase text ("yes" t) ("no" :false) (_ (user-error "Not yes or no: %s" text))))
    ((and `(enum ,_ . ,choices) (guard (member text choices))) text)
    (`(enum ,_ . ,choices) (user-error "Not one of %s: %s" (string-join choices ", ") text))
    (_ (condition-case nil
           (svvs-json-parse text)
         (svvs-json-error (user-error "Not JSON: %s" text))))))

(defun svvs-schema-text (value kind)
  "Return VALUE, of KIND, as text for `svvs-schema-parse'."
  (cond ((and (eq value :null) (cadr kind)) "")
        ((stringp value) (if (eq (car kind) 'json) (svvs-json-serialize value) value))
        ((eq value t) "yes")
        ((eq value :false) "no")
        (t (svvs-json-serialize value))))

;;;; Text that is only shown

(defun svvs-value-text (value)
  "Return VALUE as text, cut if it is long."
  (let ((text (pcase value
                ((or 'nil :null) "")
                ('t "yes")
                (:false "no")
                ((pred stringp) value)
                ((pred vectorp) (mapconcat #'svvs-value--element (seq-take value 100) ", "))
                (_ (svvs-json-serialize value)))))
    (if (<= (length text) svvs-value--longest) text
      (format "%s… (%d more characters)" (substring text 0 svvs-value--longest)
              (- (length text) svvs-value--longest)))))

(defun svvs-value--element (value)
  "Return VALUE, of an array, as text."
  (if (hash-table-p value) (svvs-json-serialize value) (svvs-value-text value)))

(defun svvs-value-excerpt (value length)
  "Return VALUE as text of one line and of no more than LENGTH columns.
Control characters and those that change the direction of text are spaces."
  (let ((text (svvs-value-text value)))
    (truncate-string-to-width
     (replace-regexp-in-string
      ;; Controls, and those that change the direction of text.
      "[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]+" " "
      ;; Many characters may have no width.
      (substring text 0 (min (length text) (* 4 length))))
     length nil nil t)))

(defun svvs-value-members (object columns text)
  "Return a line for each member of OBJECT, whose COLUMNS are an alist of schemas.
TEXT is a function that converts a value to text."
  (let* ((names (delete-dups (append (mapcar #'car columns) (hash-table-keys object))))
         (titles (mapcar (lambda (name) (svvs-schema-title name (cdr (assoc name columns)))) names))
         (width (min 30 (apply #'max 0 (mapcar #'string-width titles)))))
    (cl-mapcar (lambda (name title)
                 (format "  %s %s" (string-pad (concat title ":") (1+ width))
                         (funcall text (gethash name object))))
               names titles)))

;;;; Prompts

(defun svvs-schema-read (name schema &optional is-optional is-secret offered initial default)
  "Ask for a value of SCHEMA, which is called NAME.
If IS-OPTIONAL, return nil for empty input.  If IS-SECRET, hide the input.
OFFERED is an alist of values and of the rows that have them.  INITIAL is the
initial input, and DEFAULT the value for empty input unless IS-OPTIONAL."
  (let* ((kind (svvs-schema-resolve schema))
         (choices (pcase kind
                    (`(boolean . ,_) '("yes" "no"))
                    (`(enum ,_ . ,choices) choices)))
         (rows (mapcar #'svvs-read--row offered))
         (may-be-empty (or is-optional (cadr kind)))
         (default (and default (not is-optional) (not is-secret) (svvs-value-text default)))
         (prompt (format "%s (%s%s%s): " (svvs-schema-title name schema)
                         (if choices (string-join choices ", ") (car kind))
                         (if may-be-empty ", or empty" "")
                         (if default (concat ", default " (svvs-value-excerpt default 40)) "")))
         (text (cond (is-secret (read-passwd prompt))
                     (choices (completing-read prompt choices nil (not may-be-empty) nil nil default))
                     (rows (completing-read prompt (svvs-read-table rows) nil (not may-be-empty) nil nil default))
                     (t (read-string prompt initial nil default)))))
    (unless (and is-optional (string-empty-p text))
      (if is-secret
          (condition-case nil
              (svvs-schema-parse text kind)
            (user-error (user-error "%s is not of type %s" name (car kind))))
        (svvs-schema-parse text kind)))))

(defun svvs-read--row (offered)
  "Return the text of OFFERED, a value and its row, and of the rest of the row."
  (pcase-let ((`(,value . ,row) offered))
    (cons (svvs-value-text value)
          (and (hash-table-p row)
               (string-join (cl-loop for other being the hash-values of row
                                     unless (equal other value)
                                     collect (svvs-value-excerpt other 30))
                            "  ")))))

(defun svvs-read-table (rows)
  "Return ROWS, an alist of texts and more about them, for `completing-read'."
  (let ((width (min 30 (apply #'max 0 (mapcar (lambda (row) (string-width (car row))) rows)))))
    (lambda (text predicate action)
      (if (eq action 'metadata)
          `(metadata (display-sort-function . ,#'identity)
                     (annotation-function
                      . ,(lambda (choice)
                           (concat (make-string (max 2 (- (+ 2 width) (string-width choice))) ?\s)
                                   (cdr (assoc choice rows))))))
        (complete-with-action action rows text predicate)))))

(cl-defun svvs-schema-read-members (schema &key asks-all secret-p offered given defaults)
  "Ask for the members of SCHEMA, an object; return a plist.
Ask for optional members only if ASKS-ALL, and not for those in GIVEN, a plist.
Hide the input for the members for which SECRET-P, a function of name and
schema, is non-nil; by default the schema decides.  OFFERED is a function that
returns the argument of that name of `svvs-schema-read' for a member.  DEFAULTS
is a plist of default values."
  (let ((required (append (svvs-json-get schema '(required)) nil))
        (secret-p (or secret-p (lambda (_name member) (svvs-schema-flag member 'writeOnly)))))
    (svvs-hints-answered
     schema given
     (cl-loop for name in (svvs-hints-asked schema given asks-all)
              for member = (svvs-json-get schema (list 'properties name))
              append (list name (or (svvs-schema-read name member (not (member name required))
                                                      (funcall secret-p name member)
                                                      (and offered (funcall offered name))
                                                      nil (svvs-read--of defaults name))
                                    :null))))))

(defun svvs-read--of (plist name)
  "Return the value of NAME, a string, in PLIST, or nil."
  (cl-loop for (key value) on plist by #'cddr when (equal (svvs-json-name key) name) return value))

;;;; Tables

(defface svvs-columns '((t :inherit bold :underline t))
  "The titles of columns."
  :group 'svvs)

(defconst svvs-table--widest 40
  "The maximal width of a table column, in columns of the screen.")

(defconst svvs-table--narrowest 6
  "The width to which a column is cut before others are left out.")

(defun svvs-table-lines (rows columns width)
  "Return the lines of a table of ROWS, a list of objects; the first has titles.
COLUMNS is an alist of their members and schemas; as many are shown as fit into
WIDTH."
  (let* ((columns (or columns (mapcar #'list (hash-table-keys (car rows)))))
         (shown (seq-take columns (max 1 (/ width (1+ svvs-table--narrowest)))))
         (titles (mapcar (lambda (column)
                           (svvs-value-excerpt (svvs-schema-title (car column) (cdr column)) svvs-table--widest))
                         shown))
         (cells (mapcar (lambda (row)
                          (mapcar (lambda (column)
                                    (svvs-value-excerpt (gethash (car column) row) svvs-table--widest))
                                  shown))
                        rows))
         (widths (svvs-table--fit (svvs-table--widths (cons titles cells)) (- width 4)))
         (numbers (mapcar (lambda (column)
                            (and (member (svvs-json-get (cdr column) '(type)) '("integer" "number")) t))
                          shown))
         (rest (- (length columns) (length widths))))
    (cons (concat (propertize (svvs-table--line titles widths numbers) 'face 'svvs-columns)
                  (if (zerop rest) "" (format " …+%d" rest)))
          (mapcar (lambda (line) (svvs-table--line line widths numbers)) cells))))

(defun svvs-table--widths (lines)
  "Return the widths of the columns of LINES, each a list of cells."
  (let ((widths (make-list (length (car lines)) 0)))
    (dolist (line lines widths)
      (setq widths (cl-mapcar (lambda (width cell) (max width (string-width cell))) widths line)))))

(defun svvs-table--fit (widths room)
  "Return as many of WIDTHS as fit into ROOM, cut as little as possible."
  (let ((cut svvs-table--widest)
        (used 0))
    (cl-flet ((used () (cl-loop for width in widths sum (+ 2 (min width cut)))))
      (while (and (> cut svvs-table--narrowest) (> (used) room)) (cl-decf cut)))
    (cl-loop for (width . more) on widths
             for first = t then nil
             do (cl-incf used (+ 2 (min width cut)))
             ;; A sign follows the last column that is shown, if there are more.
             while (or first (<= used (if more (- room 2) (+ room 2))))
             collect (min width cut))))

(defun svvs-table--line (cells widths numbers)
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
                    (setq line (concat line (svvs-table--gap (- start (string-width line)) start))))))
    line))

(defun svvs-table--gap (width end)
  "Return a gap of WIDTH spaces, displayed so that it ends at END."
  (propertize (make-string (max 1 width) ?\s) 'display `(space :align-to ,end)))

(provide 'svvs-value)
;;; svvs-value.el ends here
