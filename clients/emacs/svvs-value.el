;;; svvs-value.el --- Values of svvs as text, and in prompts  -*- lexical-binding: t; -*-

;;; Commentary:

;; Converts values to text and text to values by their fields.  Prompts in the
;; minibuffer offer the values of a choice, or the rows of a table if the argument has
;; such a source, and hide secrets.

;;; Code:

(require 'iso8601)
(require 'svvs-screen)

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
           (and (equal format "longText") (not is-short)
                (replace-regexp-in-string "[^\t\n]+" #'svvs-json-clean
                                          (string-replace "\r\n" "\n" (svvs-value--cut value)) t t))
           (svvs-json-clean (svvs-value--cut value))))
      ((and (pred numberp) (guard money)) (svvs-value--money value money))
      ((pred numberp) (string-remove-suffix ".0" (number-to-string value)))
      (_ (svvs-value--cut (svvs-value--listed value 0 (svvs-json-get field '(of))))))))

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

(cl-defun svvs-read (field &key is-optional is-filled offered source initial default)
  "Ask for a value of FIELD until the answer is one.
If IS-OPTIONAL, return nil for empty input.  If IS-FILLED, do not accept that.
OFFERED is an alist of values and their names, of `svvs-screen-offers', and
SOURCE the part that they are from.  INITIAL is the initial input, and DEFAULT
the value for empty input unless IS-OPTIONAL."
  (let ((offers (or (mapcar (lambda (offer) (svvs-read--offer offer field)) offered)
                    (and source (concat "no " (svvs-screen-within (gethash "title" source))))))
        (default (and default (not is-optional) (not (gethash "secret" field)) (not (eq default :null))
                      (if (member (gethash "kind" field) '("choice" "switch")) (svvs-value-text default field)
                        (svvs-value-write default field))))
        text problem offer value)
    (while (progn
             (setq text (svvs-read--text field is-optional offers problem (if problem text initial) default)
                   problem nil)
             (cond ((and is-optional (string-empty-p text)))
                   ((and is-filled (string-empty-p text))
                    (setq problem (concat (gethash "title" field) " must not be empty")))
                   ((setq offer (svvs-read--chosen text offered field)) (setq value (car offer)))
                   (t (condition-case error (setq value (svvs-value-parse text field))
                        (user-error (setq problem (if (gethash "secret" field) (concat "Not of type " (gethash "kind" field))
                                                    (svvs-value-excerpt (cadr error) 60)))))))
             problem))
    value))

(defun svvs-read--text (field is-optional offers problem initial default)
  "Ask for FIELD, and return the text of the answer.
PROBLEM, if there is one, is why the last answer was not accepted.  OFFERS is a
list of texts, or says that there is none.  IS-OPTIONAL, INITIAL and DEFAULT are
as in `svvs-read', but DEFAULT is a text."
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
             (completing-read prompt (svvs-read-table (mapcar #'list offers)) nil nil (and problem initial) nil default)))
          (t (read-string prompt initial nil default)))))

(defun svvs-read--chosen (text offered field)
  "Return the one of OFFERED, as in `svvs-read', that TEXT stands for, or nil.
TEXT is its value, or its value and its name, or its name if no other has that."
  (let ((named (seq-filter (lambda (offer) (and (cdr offer) (equal (svvs-value-name (cdr offer)) text))) offered)))
    (or (seq-find (lambda (offer) (equal (svvs-value-write (car offer) field) text)) offered)
        (seq-find (lambda (offer) (equal (svvs-read--offer offer field) text)) offered)
        (and (length= named 1) (car named)))))

(defun svvs-read--offer (offer field)
  "Return the text of OFFER, a value of FIELD and its name: 2  Buy milk.
It can be completed by either of them."
  (string-join (cons (svvs-value-write (car offer) field) (and (cdr offer) (list (svvs-value-name (cdr offer)))))
               "  "))

(defun svvs-read-table (rows)
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

(cl-defun svvs-read-fields (object &key asks-all screen state given defaults)
  "Ask for the fields of OBJECT, a screen or an action; return a plist.
Ask for optional fields only if ASKS-ALL, and not for those in GIVEN, a plist.
Offer values of STATE of SCREEN.  DEFAULTS is a plist of default values."
  (svvs-screen-answered
   object given
   (cl-loop for field in (svvs-screen-asked object given asks-all)
            for name = (gethash "name" field)
            for value = (svvs-read field :is-optional (gethash "optional" field)
                                   :is-filled (not (svvs-screen-accepts-p field ""))
                                   :offered (and state (svvs-screen-offers screen field state))
                                   :source (and state (svvs-screen-part screen (svvs-json-get field '(from property))))
                                   :default (svvs-read--of defaults name))
            append (list name (or value :null)))))

(defun svvs-read-described (objects)
  "Return an alist of the names of OBJECTS, and their descriptions."
  (mapcar (lambda (object) (cons (gethash "name" object) (gethash "description" object ""))) objects))

(defun svvs-read--of (plist name)
  "Return the value of NAME, a string, in PLIST, or nil."
  (cl-loop for (key value) on plist by #'cddr when (equal (svvs-json-name key) name) return value))

(provide 'svvs-value)
;;; svvs-value.el ends here
