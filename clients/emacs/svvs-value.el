;;; svvs-value.el --- Values of svvs as text, and in prompts  -*- lexical-binding: t; -*-

;;; Commentary:

;; Converts values to text and text to values by their schemas.  Prompts in the
;; minibuffer offer the choices of an enumeration, or the rows of a table if the
;; argument has such a source, and hide secrets.

;;; Code:

(require 'iso8601)
(require 'svvs-arguments)

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

(defface svvs-label '((t :inherit shadow))
  "The names of properties, beside their values."
  :group 'svvs)

(defun svvs-value-text (value &optional schema is-short)
  "Return VALUE, of SCHEMA, as text for people, cut if it is long.
If IS-SHORT, it is for a cell: a time is relative."
  (let ((text (pcase value
                ((or 'nil :null) "")
                ('t "yes")
                (:false (if (eq (svvs-hints-shown schema) 'when-true) "" "no"))
                ((pred stringp) (svvs-value--string value schema is-short))
                ((pred numberp)
                 (let ((title (svvs-schema-enum-title value schema)))
                   (if (stringp title) title (svvs-value--number value schema))))
                ((pred vectorp)
                 (let ((items (svvs-schema-items schema)))
                   (mapconcat (lambda (element) (svvs-value--element element items)) (seq-take value 100) ", ")))
                (_ (svvs-json-serialize value)))))
    (if (<= (length text) svvs-value--longest) text
      (format "%s… (%d more characters)" (substring text 0 svvs-value--longest)
              (- (length text) svvs-value--longest)))))

(defun svvs-value--element (value schema)
  "Return VALUE, of SCHEMA, an element of an array, as text."
  (if (hash-table-p value) (svvs-json-serialize value) (svvs-value-text value schema)))

(defun svvs-value--string (value schema is-short)
  "Return VALUE, a string of SCHEMA, as text; a time is relative if IS-SHORT."
  (if (eq (svvs-schema-format schema) 'time)
      (svvs-value--time value is-short)
    (svvs-schema-enum-title value schema)))

(defun svvs-value--number (value schema)
  "Return VALUE, a number of SCHEMA, as text."
  (let ((currency (svvs-schema-format schema))
        (text (svvs-json-serialize value)))
    (if (not (stringp currency)) text
      (let ((amount (svvs-value--grouped (string-remove-prefix "-" text)))
            (sign (if (< value 0) "-" "")))
        (pcase (assoc currency '(("JPY" . "¥") ("USD" . "$") ("EUR" . "€") ("GBP" . "£")))
          (`(,_ . ,symbol) (concat sign symbol amount))
          (_ (concat sign amount " " currency)))))))

(defun svvs-value--grouped (digits)
  "Return DIGITS, a number without a sign, with its thousands set apart."
  (if (string-match "\\`[0-9]+" digits)
      (let ((whole (match-string 0 digits))
            (rest (substring digits (match-end 0))))
        (while (string-match "\\([0-9]\\)\\([0-9]\\{3\\}\\)\\(?:\\'\\|,\\)" whole)
          (setq whole (concat (substring whole 0 (match-end 1)) "," (substring whole (match-beginning 2)))))
        (concat whole rest))
    digits))

(defun svvs-value--time (value is-short)
  "Return VALUE, a date and time by ISO 8601, in local time.
If IS-SHORT, it is relative to now, or without what today has in common with it."
  (condition-case nil
      (let* ((time (encode-time (iso8601-parse value)))
             (age (float-time (time-since time)))
             (near (lambda (form) (equal (format-time-string form time) (format-time-string form)))))
        (cond ((not is-short) (format-time-string "%F %T" time))
              ((< -1 age 60) "just now")
              ((< 0 age 3600) (format "%d min ago" (/ age 60)))
              ((funcall near "%F") (format-time-string "%R" time))
              ((funcall near "%Y") (let ((system-time-locale "C")) (format-time-string "%-d %b %R" time)))
              (t (format-time-string "%F" time))))
    (error value)))

(defun svvs-value-excerpt (value length &optional schema)
  "Return VALUE, of SCHEMA, as text of one line and of at most LENGTH columns.
Control characters and those that change the direction of text are spaces."
  (let ((text (svvs-value-text value schema t)))
    (truncate-string-to-width
     (replace-regexp-in-string
      "[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]+" " "
      ;; Many characters may have no width.
      (substring text 0 (min (length text) (* 4 length))))
     length nil nil t)))

(defun svvs-value-shown (object columns)
  "Return those of COLUMNS, an alist of schemas, that are shown of OBJECT.
If COLUMNS is nil, they are all members of OBJECT."
  (seq-filter (lambda (column) (svvs-hints-shown-p (cdr column) (gethash (car column) object)))
              (or columns (mapcar #'list (hash-table-keys object)))))

(defun svvs-value-members (object columns text)
  "Return a line for each member of OBJECT, whose COLUMNS are an alist of schemas.
TEXT is a function that converts a value and its schema to text."
  (let* ((shown (svvs-value-shown object columns))
         (titles (mapcar (lambda (column) (svvs-schema-title (car column) (cdr column))) shown))
         (width (min 30 (apply #'max 0 (mapcar #'string-width titles)))))
    (cl-mapcar (lambda (column title)
                 (format "  %s %s" (propertize (string-pad (concat title ":") (1+ width)) 'face 'svvs-label)
                         (funcall text (gethash (car column) object) (cdr column))))
               shown titles)))

;;;; Prompts

(defun svvs-schema-read (name schema &optional is-optional is-secret offered initial default)
  "Ask for a value of SCHEMA, which is called NAME.
If IS-OPTIONAL, return nil for empty input.  If IS-SECRET, hide the input.
OFFERED is an alist of values and of the rows that have them.  INITIAL is the
initial input, and DEFAULT the value for empty input unless IS-OPTIONAL."
  (let* ((kind (svvs-schema-resolve schema))
         (values (pcase kind
                   (`(boolean . ,_) '("yes" "no"))
                   (`(enum ,_ . ,choices) choices)))
         (choices (mapcar (lambda (value) (svvs-schema-enum-title value schema)) values))
         (rows (mapcar #'svvs-read--row offered))
         (may-be-empty (or is-optional (cadr kind)))
         (default (and default (not is-optional) (not is-secret) (svvs-value-text default schema)))
         (prompt (format "%s (%s%s%s): " (svvs-schema-title name schema)
                         (if choices (string-join choices ", ") (car kind))
                         (if may-be-empty ", or empty" "")
                         (if default (concat ", default " (svvs-value-excerpt default 40)) "")))
         (text (cond (is-secret (read-passwd prompt))
                     (choices (completing-read prompt choices nil (not may-be-empty) nil nil default))
                     (rows (completing-read prompt (svvs-read-table rows) nil (not may-be-empty) nil nil default))
                     (t (read-string prompt initial nil default))))
         (text (or (nth (or (seq-position choices text) (length values)) values) text)))
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

(provide 'svvs-value)
;;; svvs-value.el ends here
