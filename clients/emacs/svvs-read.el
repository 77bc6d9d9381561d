;;; svvs-read.el --- Asking for values of svvs in the minibuffer  -*- lexical-binding: t; -*-

;;; Commentary:

;; A value is asked for by its schema: chosen where there is a choice, taken from
;; the rows of a table where the argument says so, and unseen where it is secret.

;;; Code:

(require 'svvs-value)

(defun svvs-schema-read (connection name schema &optional is-optional is-secret view initial default)
  "Ask for a value of SCHEMA, of the server of CONNECTION, and call it NAME.
Return nil for nothing, if IS-OPTIONAL.  If IS-SECRET, what is typed does not
show.  Values that are in the state of VIEW are offered from there.  INITIAL is
what stands there at first, and DEFAULT the value that nothing stands for,
unless IS-OPTIONAL."
  (let* ((kind (svvs-schema-resolve connection schema))
         (choices (pcase kind
                    (`(boolean . ,_) '("yes" "no"))
                    (`(enum ,_ . ,choices) choices)))
         (rows (and view (svvs-read--rows view (svvs-schema-source schema))))
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

(defun svvs-read--rows (view source)
  "Return the values of SOURCE, as of `svvs-schema-source', in the state of VIEW.
It is an alist of the texts of the values, and of the rest of their rows."
  (when source
    (let ((rows (svvs-get view (car source)))
          (member (cdr source)))
      (seq-map (lambda (row)
                 (if (hash-table-p row)
                     (cons (svvs-value-text (gethash member row))
                           (string-join (cl-loop for name being the hash-keys of row using (hash-values value)
                                                 unless (equal name member)
                                                 collect (svvs-value-excerpt value 30))
                                        "  "))
                   (list (svvs-value-text row))))
               (and (vectorp rows) rows)))))

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

(cl-defun svvs-schema-read-members (connection schema &key asks-all secrets view given defaults)
  "Ask for the members of SCHEMA, of the server of CONNECTION; return a plist.
Ask for those that are not required only if ASKS-ALL.  What is typed for the
names SECRETS does not show.  VIEW is as in `svvs-schema-read'.  What is in
GIVEN, such a plist, is not asked for; DEFAULTS is one of values to offer."
  (let ((required (append (svvs-json-get schema '(required)) nil)))
    (append
     given
     (cl-loop for (name . member) in (svvs-schema-members schema)
              for is-optional = (not (member name required))
              for value = (and (not (svvs-read--of given name))
                               (or asks-all (not is-optional))
                               (svvs-schema-read connection name member is-optional
                                                 (or (member name secrets)
                                                     (svvs-schema-flag member 'writeOnly))
                                                 view nil (svvs-read--of defaults name)))
              when value append (list name value)))))

(defun svvs-read--of (plist name)
  "Return the value of NAME, a string, in PLIST, or nil."
  (cl-loop for (key value) on plist by #'cddr when (equal (svvs-json-name key) name) return value))

(provide 'svvs-read)
;;; svvs-read.el ends here
