;;; svvs-schema.el --- What svvs servers tell of their views  -*- lexical-binding: t; -*-

;;; Commentary:

;; What views, properties and actions there are, is in the result of
;; rpc.discover, in the order in which they were declared.  Authors may add hints
;; there: titles, where to begin, what leads where.  Without any, names do.

;;; Code:

(require 'svvs-client)

(defun svvs-view-type-schema (connection type)
  "Return the description of the view TYPE by the server of CONNECTION.
It has the members params, properties and actions."
  (or (svvs-json-get (svvs-discover connection) (list 'x-viewTypes type))
      (user-error "The server has no view type %s" type)))

(defun svvs-schema-start (connection)
  "Return the view type to begin with on the server of CONNECTION, or nil.
It is the one that says so, or else the first without parameters."
  (let ((types (svvs-schema-types connection)))
    (car (or (seq-find (lambda (type) (eq t (svvs-json-get (cdr type) '(isStart)))) types)
             (seq-find (lambda (type) (null (svvs-schema-members (svvs-json-get (cdr type) '(params))))) types)))))

(defun svvs-schema-members (schema)
  "Return an alist of the members of SCHEMA, of an object, and of their schemas."
  (svvs-schema--ordered (svvs-json-get schema '(properties)) (svvs-json-get schema '(propertyOrder))))

(defun svvs-schema-actions (schema)
  "Return an alist of the actions of SCHEMA, of a view type."
  (svvs-schema--ordered (svvs-json-get schema '(actions)) (svvs-json-get schema '(actionOrder))))

(defun svvs-schema--ordered (object order)
  "Return an alist of the members of OBJECT, first those in ORDER, a vector."
  (when (hash-table-p object)
    (let ((first (and (vectorp order) (seq-filter (lambda (name) (gethash name object)) order))))
      (mapcar (lambda (name) (cons name (gethash name object)))
              (delete-dups (append first (hash-table-keys object)))))))

(defun svvs-schema-base (connection schema)
  "Return SCHEMA, of the server of CONNECTION, without reference and null.
A property that may be null has the schema of its other values."
  (let ((reference (svvs-json-get schema '($ref)))
        (any (svvs-json-get schema '(anyOf))))
    (cond (reference
           (svvs-schema-base connection (svvs-json-get (svvs-discover connection)
                                                       (svvs-json-pointer (string-trim-left reference "#")))))
          ((and (= (length any) 2) (equal (svvs-json-get (aref any 1) '(type)) "null"))
           (svvs-schema-base connection (aref any 0)))
          (t schema))))

(defun svvs-schema-columns (connection schema)
  "Return an alist of the members of the rows of SCHEMA, an array of records.
If it is a record itself, they are its own.  CONNECTION is to the server."
  (let* ((base (svvs-schema-base connection schema))
         (items (svvs-json-get base '(items))))
    (svvs-schema-members (if items (svvs-schema-base connection items) base))))

;;;; Hints

(defun svvs-schema-title (name &optional schema)
  "Return the title of what is called NAME: that of SCHEMA, or else NAME in words."
  (let ((title (svvs-json-get schema '(title))))
    (if (and (stringp title) (not (string-empty-p title))) title (svvs-schema--words name))))

(defun svvs-schema--words (name)
  "Return NAME, such as filteredFriends or avatarURL, in words."
  (let* ((case-fold-search nil)
         (spaced (replace-regexp-in-string (rx (group (any "a-z0-9")) (group (any "A-Z"))) "\\1 \\2" name))
         (spaced (replace-regexp-in-string
                  (rx (group (any "A-Z")) (group (any "A-Z") (any "a-z") (any "a-z"))) "\\1 \\2" spaced))
         (words (mapconcat (lambda (word) (if (string-match-p "[A-Z].*[A-Z]" word) word (downcase word)))
                           (split-string spaced "[ _]+" t) " ")))
    (if (string-empty-p words) name
      (concat (upcase (substring words 0 1)) (substring words 1)))))

(defun svvs-schema-arguments (action)
  "Return what to say of the arguments of ACTION, such as (Action, Seconds?).
A question mark is behind those that it does not need."
  (let* ((arguments (svvs-json-get action '(arguments)))
         (required (append (svvs-json-get arguments '(required)) nil))
         (titles (cl-loop for (name . schema) in (svvs-schema-members arguments)
                          collect (concat (svvs-schema-title name schema) (if (member name required) "" "?")))))
    (if titles (format "(%s)" (string-join titles ", ")) "")))

(defun svvs-schema-description (schema)
  "Return the description of SCHEMA, or an empty text."
  (let ((description (svvs-json-get schema '(description))))
    (if (stringp description) description "")))

(defun svvs-schema-described (schemas)
  "Return SCHEMAS, an alist by names, as one of names and descriptions."
  (mapcar (lambda (entry) (cons (car entry) (svvs-schema-description (cdr entry)))) schemas))

(defun svvs-schema-types (connection)
  "Return an alist of the view types of the server of CONNECTION."
  (let ((document (svvs-discover connection)))
    (svvs-schema--ordered (svvs-json-get document '(x-viewTypes)) (svvs-json-get document '(x-viewTypeOrder)))))

(defun svvs-schema-flag (schema name)
  "Return whether SCHEMA has the mark NAME, such as readOnly or x-error."
  (eq t (svvs-json-get schema (list name))))

(defun svvs-schema-source (schema)
  "Return where values of SCHEMA, an argument, are: (PROPERTY . MEMBER), or nil."
  (let ((property (svvs-json-get schema '(x-source property)))
        (member (svvs-json-get schema '(x-source member))))
    (when (stringp property) (cons property (and (stringp member) member)))))

(provide 'svvs-schema)
;;; svvs-schema.el ends here
