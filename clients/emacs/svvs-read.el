;;; svvs-read.el --- Asking for values of svvs in the minibuffer  -*- lexical-binding: t; -*-

;;; Commentary:

;; A value is asked for by its schema: chosen where there is a choice, taken from
;; the rows of a table where the argument says so, and unseen where it is secret.

;;; Code:

(require 'svvs-hints)
(require 'svvs-value)

(defun svvs-schema-read (connection name schema &optional is-optional is-secret offered initial default)
  "Ask for a value of SCHEMA, of the server of CONNECTION, and call it NAME.
Return nil for nothing, if IS-OPTIONAL.  If IS-SECRET, what is typed does not
show.  OFFERED is an alist of values and of the rows that have them.  INITIAL is
what stands there at first, and DEFAULT the value that nothing stands for,
unless IS-OPTIONAL."
  (let* ((kind (svvs-schema-resolve connection schema))
         (choices (pcase kind
                    (`(boolean . ,_) '("yes" "no"))
                    (`(enum ,_ . ,choices) choices)))
         (rows (mapcar #'svvs-read--row offered))
         (may-be-empty (or is-optional (cadr kind)))
         (default (and default (not is-optional) (not is-secret) (svvs-value-text default)))
         (prompt (format "%s (%s%s%s): " (svvs-schema-title name schema)
                         (if choices (string-join choices ", ") (car kind))
                         (if may-be-empty ", or nothing" "")
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

(cl-defun svvs-schema-read-members (connection schema &key asks-all secret-p offered given defaults)
  "Ask for the members of SCHEMA, of the server of CONNECTION; return a plist.
Ask for those that are not required only if ASKS-ALL.  What is typed for the
members does not show for which SECRET-P, a function of name and schema, is
non-nil; by default the schema says it.  OFFERED is a function that returns for
a name what `svvs-schema-read' takes.  What is in GIVEN, such a plist, is not
asked for; DEFAULTS is one of default values."
  (let ((required (append (svvs-json-get schema '(required)) nil))
        (secret-p (or secret-p (lambda (_name member) (svvs-schema-flag member 'writeOnly)))))
    (svvs-hints-answered
     schema given
     (cl-loop for name in (svvs-hints-asked schema given asks-all)
              for member = (svvs-json-get schema (list 'properties name))
              append (list name (or (svvs-schema-read connection name member (not (member name required))
                                                      (funcall secret-p name member)
                                                      (and offered (funcall offered name))
                                                      nil (svvs-read--of defaults name))
                                    :null))))))

(defun svvs-read--of (plist name)
  "Return the value of NAME, a string, in PLIST, or nil."
  (cl-loop for (key value) on plist by #'cddr when (equal (svvs-json-name key) name) return value))

(provide 'svvs-read)
;;; svvs-read.el ends here
