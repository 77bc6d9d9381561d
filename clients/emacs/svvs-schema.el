;;; svvs-schema.el --- Values of svvs as people read and write them  -*- lexical-binding: t; -*-

;;; Commentary:

;; What views, properties and actions there are, is in the result of
;; rpc.discover.  Here their values become text and text becomes values.

;;; Code:

(require 'svvs-client)

(defun svvs-view-types (connection)
  "Return the names of the view types of the server of CONNECTION."
  (append (svvs-json-get (svvs-connection-info connection) '(viewTypes)) nil))

(defun svvs-view-type-schema (connection type)
  "Return the description of the view TYPE by the server of CONNECTION.
It has the members params, properties and actions."
  (or (svvs-json-get (svvs-discover connection) (list 'x-viewTypes type))
      (user-error "The server has no view type %s" type)))

(defun svvs-schema-members (schema)
  "Return an alist of the members of SCHEMA, of an object, and of their schemas."
  (let (members)
    (maphash (lambda (name member) (push (cons name member) members))
             (or (svvs-json-get schema '(properties)) (make-hash-table)))
    (nreverse members)))

(defun svvs-schema-resolve (connection schema)
  "Return SCHEMA, of the server of CONNECTION, as (KIND NULLABLE . CHOICES).
KIND is one of the symbols `string', `integer', `number', `boolean', `enum', of
which CHOICES are the texts, and `json', for all else."
  (let ((reference (svvs-json-get schema '($ref)))
        (choices (svvs-json-get schema '(enum)))
        (any (svvs-json-get schema '(anyOf)))
        (type (svvs-json-get schema '(type))))
    (cond (reference
           (svvs-schema-resolve connection
                                (svvs-json-get (svvs-discover connection)
                                               (svvs-json-pointer (string-trim-left reference "#")))))
          ((and choices (seq-every-p #'stringp choices)) `(enum nil . ,(append choices nil)))
          ((and (= (length any) 2) (equal (svvs-json-get (aref any 1) '(type)) "null"))
           (let ((kind (svvs-schema-resolve connection (aref any 0))))
             `(,(car kind) t . ,(cddr kind))))
          ((member type '("string" "integer" "number" "boolean")) (list (intern type) nil))
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
        ((memq value '(t :false)) (svvs-schema-display value))
        (t (svvs-json-serialize value))))

(defun svvs-schema-display (value)
  "Return VALUE as text for people, of several lines if it has several parts."
  (cond ((stringp value) value)
        ((eq value t) "yes")
        ((eq value :false) "no")
        ((memq value '(nil :null)) "")
        ((hash-table-p value)
         (let (parts)
           (maphash (lambda (name part) (push (concat name ": " (svvs-schema--inline part)) parts)) value)
           (string-join (nreverse parts) ", ")))
        ((vectorp value)
         (mapconcat (lambda (part) (concat "\n  - " (svvs-schema--inline part))) value ""))
        (t (svvs-json-serialize value))))

(defun svvs-schema--inline (value)
  "Return VALUE, a part of another, as text of one line."
  (if (or (vectorp value) (and (stringp value) (string-match-p "\n" value)))
      (svvs-json-serialize value)
    (svvs-schema-display value)))

;;;; Asking in the minibuffer

(defun svvs-schema-read (connection name schema &optional is-optional is-secret)
  "Ask for a value of SCHEMA, of the server of CONNECTION, and call it NAME.
Return nil for nothing, if IS-OPTIONAL.  If IS-SECRET, what is typed does not
show."
  (let* ((kind (svvs-schema-resolve connection schema))
         (choices (pcase kind
                    (`(boolean . ,_) '("yes" "no"))
                    (`(enum ,_ . ,choices) choices)))
         (may-be-empty (or is-optional (cadr kind)))
         (prompt (format "%s (%s%s): " name
                         (if choices (string-join choices ", ") (car kind))
                         (if may-be-empty ", or nothing" "")))
         (text (cond (is-secret (read-passwd prompt))
                     (choices (completing-read prompt choices nil (not may-be-empty)))
                     (t (read-string prompt)))))
    (unless (and is-optional (string-empty-p text))
      (if is-secret
          (condition-case nil
              (svvs-schema-parse text kind)
            (user-error (user-error "%s is not of type %s" name (car kind))))
        (svvs-schema-parse text kind)))))

(defun svvs-schema-read-members (connection schema &optional asks-all secrets)
  "Ask for the members of SCHEMA, of the server of CONNECTION; return a plist.
Ask for those that are not required only if ASKS-ALL.  What is typed for the
names SECRETS does not show."
  (let ((required (append (svvs-json-get schema '(required)) nil)))
    (cl-loop for (name . member) in (svvs-schema-members schema)
             for is-optional = (not (member name required))
             for value = (and (or asks-all (not is-optional))
                              (svvs-schema-read connection name member is-optional
                                                (or (member name secrets)
                                                    (eq t (svvs-json-get member '(writeOnly))))))
             when value append (list name value))))

(provide 'svvs-schema)
;;; svvs-schema.el ends here
