;;; svvs-value.el --- Values of svvs as people read and write them  -*- lexical-binding: t; -*-

;;; Commentary:

;; Here values become text and text becomes values, by their schemas.

;;; Code:

(require 'svvs-schema)

(defconst svvs-value--longest 2000
  "How many characters of a text are shown: Emacs is slow with long lines.")

(defun svvs-schema-resolve (connection schema)
  "Return SCHEMA, of the server of CONNECTION, as (KIND NULLABLE . CHOICES).
KIND is one of the symbols `string', `integer', `number', `boolean', `enum', of
which CHOICES are the texts, and `json', for all else."
  (let* ((base (svvs-schema-base connection schema))
         (nullable (and (svvs-json-get schema '(anyOf)) t))
         (choices (svvs-json-get base '(enum)))
         (type (svvs-json-get base '(type))))
    (cond ((and choices (seq-every-p #'stringp choices)) `(enum ,nullable . ,(append choices nil)))
          ((member type '("string" "integer" "number" "boolean")) (list (intern type) nullable))
          (t (list 'json t)))))

(defun svvs-schema-parse (text kind)
  "Return the value of KIND, as of `svvs-schema-resolve', written in TEXT.
If there is none, signal a `user-error'."
  (pcase kind
    ((and `(,_ t . ,_) (guard (string-empty-p text))) :null)
    (`(string . ,_) text)
    ((and `(integer . ,_) (guard (string-match-p "\\`[-+]?[0-9]+\\'" text))
          (guard (<= (- (expt 2 63)) (string-to-number text) (1- (expt 2 63)))))
     (string-to-number text))
    (`(integer . ,_) (user-error "Not a whole number: %s" text))
    ((and `(number . ,_) (guard (string-match-p "\\`[-+]?[0-9]+\\(?:\\.[0-9]+\\)?\\(?:e[-+]?[0-9]+\\)?\\'" text)))
     (string-to-number text))
    (`(number . ,_) (user-error "Not a number: %s" text))
    (`(boolean . ,_) (pcase text ("yes" t) ("no" :false) (_ (user-error "Neither yes nor no: %s" text))))
    ((and `(enum ,_ . ,choices) (guard (member text choices))) text)
    (`(enum . ,_) (user-error "No choice: %s" text))
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

;;;; For people alone

(defun svvs-value-text (value)
  "Return VALUE as text; what is long is cut."
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
Characters that would move others are not in it."
  (let ((text (svvs-value-text value)))
    (truncate-string-to-width
     (replace-regexp-in-string
      ;; Controls, and those that change the direction of text.
      "[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]+" " "
      ;; There may be many of no width.
      (substring text 0 (min (length text) (* 4 length))))
     length nil nil t)))

(defun svvs-value-members (object columns text)
  "Return a line for each member of OBJECT, whose COLUMNS are an alist of schemas.
TEXT is the function that makes text of a value."
  (let* ((names (delete-dups (append (mapcar #'car columns) (hash-table-keys object))))
         (titles (mapcar (lambda (name) (svvs-schema-title name (cdr (assoc name columns)))) names))
         (width (min 30 (apply #'max 0 (mapcar #'string-width titles)))))
    (cl-mapcar (lambda (name title)
                 (format "  %s %s" (string-pad (concat title ":") (1+ width))
                         (funcall text (gethash name object))))
               names titles)))

(provide 'svvs-value)
;;; svvs-value.el ends here
