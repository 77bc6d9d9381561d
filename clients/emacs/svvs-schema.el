;;; svvs-schema.el --- Schemas of svvs views  -*- lexical-binding: t; -*-

;;; Commentary:

;; The result of rpc.discover describes the views, their properties and their actions
;; in the order in which they were declared.  Authors may add the hints of
;; schemas/HINTS.md, such as titles and formats.
;;
;; This file requests nothing but rpc.discover.

;;; Code:

(require 'svvs-client)

(defun svvs-discover (connection)
  "Return the OpenRPC document of the server of CONNECTION, with its links.
It is requested once."
  (or (svvs-connection-schema connection)
      (let ((document (svvs-request connection 'rpc.discover)))
        (setf (svvs-connection-schema connection) (svvs-schema-link document document)))))

(defun svvs-discover-async (connection success error)
  "Call SUCCESS when the schemas of CONNECTION are there, or ERROR with an error."
  (if (svvs-connection-schema connection) (funcall success)
    (svvs-request-async connection 'rpc.discover nil
                        :decode (lambda (document)
                                  (setf (svvs-connection-schema connection) (svvs-schema-link document document)))
                        :success (lambda (_) (funcall success))
                        :error error)))

(defun svvs-schema-link (value document)
  "Link the schemas in VALUE, a part of DOCUMENT, and return VALUE.
The member $ref of a schema becomes a link to the schema that it refers to, and
the member viewType of a destination becomes a link to the schema of that type."
  (cond ((vectorp value) (seq-do (lambda (element) (svvs-schema-link element document)) value))
        ((hash-table-p value)
         ;; Its members first: the targets of links are not its members.
         (mapc (lambda (member) (svvs-schema-link member document)) (hash-table-values value))
         (let ((reference (gethash "$ref" value)))
           (when (and (stringp reference) (string-prefix-p "#/" reference))
             (puthash "$ref" (svvs-schema--link (svvs-json-get document (svvs-json-pointer (substring reference 1))))
                      value)))
         (dolist (hint '("opens" "x-opens"))
           (let* ((destination (gethash hint value))
                  (type (svvs-json-get destination '(type)))
                  (schema (and (stringp type) (svvs-json-get document (list 'x-viewTypes type)))))
             (when (hash-table-p destination)
               (puthash "viewType" (and schema (svvs-schema--link schema)) destination))))))
  value)

(defun svvs-schema--link (schema)
  "Return a link to SCHEMA: a symbol with this value.
If a schema contained the schemas that it refers to, it would print with them."
  (let ((link (make-symbol "link")))
    (set link schema)
    link))

(defun svvs-view-type-schema (connection type)
  "Return the schema of the view TYPE of the server of CONNECTION.
It has the members params, properties and actions."
  (or (svvs-json-get (svvs-discover connection) (list 'x-viewTypes type))
      (user-error "%s is not a view type of this server" type)))

(defun svvs-view-schema (view)
  "Return the schema of VIEW."
  (svvs-view-type-schema (svvs-view-connection view) (svvs-view-type view)))

(defun svvs-schema-start (connection)
  "Return the type of the start view of the server of CONNECTION, or nil.
It is the one that is declared as such, or else the first without parameters."
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

(defun svvs-schema-base (schema)
  "Return SCHEMA with its reference resolved and without null.
For a property that may be null, that is the schema of its other values."
  (let ((reference (svvs-json-get schema '($ref)))
        (any (svvs-json-get schema '(anyOf))))
    (cond ((and reference (symbolp reference)) (svvs-schema-base (symbol-value reference)))
          ((and (= (length any) 2) (equal (svvs-json-get (aref any 1) '(type)) "null"))
           (svvs-schema-base (aref any 0)))
          (t schema))))

(defun svvs-schema-columns (schema)
  "Return an alist of the members of the rows of SCHEMA, an array of records.
If it is a record itself, they are its own."
  (let* ((base (svvs-schema-base schema))
         (items (svvs-json-get base '(items))))
    (svvs-schema-members (if items (svvs-schema-base items) base))))

;;;; Titles

(defun svvs-schema-title (name &optional schema)
  "Return the title in SCHEMA, or else one made from NAME."
  (let ((title (svvs-json-get schema '(title))))
    (if (and (stringp title) (not (string-empty-p title))) title (svvs-schema--words name))))

(defun svvs-schema-within (title)
  "Return TITLE as it is written within a sentence."
  (let ((case-fold-search nil))
    (if (string-match-p "\\`[[:upper:]][[:lower:]]" title)
        (concat (downcase (substring title 0 1)) (substring title 1))
      title)))

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

(defun svvs-schema-arguments (action &optional given)
  "Return the titles of the arguments of ACTION, such as (Action, Seconds?).
A question mark follows those that are not required.  The argument called GIVEN
is left out."
  (let* ((arguments (svvs-json-get action '(arguments)))
         (required (append (svvs-json-get arguments '(required)) nil))
         (titles (cl-loop for (name . schema) in (svvs-schema-members arguments)
                          unless (equal name given)
                          collect (concat (svvs-schema-title name schema) (if (member name required) "" "?")))))
    (if titles (format "(%s)" (string-join titles ", ")) "")))

(defun svvs-schema-description (schema)
  "Return the description of SCHEMA, or the empty string."
  (let ((description (svvs-json-get schema '(description))))
    (if (stringp description) description "")))

(defun svvs-schema-described (schemas)
  "Return an alist of the names in SCHEMAS, an alist by names, and descriptions."
  (mapcar (lambda (entry) (cons (car entry) (svvs-schema-description (cdr entry)))) schemas))

(defun svvs-schema-types (connection)
  "Return an alist of the view types of the server of CONNECTION."
  (let ((document (svvs-discover connection)))
    (svvs-schema--ordered (svvs-json-get document '(x-viewTypes)) (svvs-json-get document '(x-viewTypeOrder)))))

(defun svvs-schema-flag (schema name)
  "Return whether SCHEMA has the mark NAME, such as readOnly or x-error."
  (eq t (svvs-json-get schema (list name))))

(defun svvs-schema-source (schema)
  "Return the source of values for SCHEMA, an argument, or nil.
It has the form (PROPERTY . MEMBER)."
  (let ((property (svvs-json-get schema '(x-source property)))
        (member (svvs-json-get schema '(x-source member))))
    (when (stringp property) (cons property (and (stringp member) member)))))

;;;; Formats

(defun svvs-schema-format (schema)
  "Return the format of the values of SCHEMA, or nil.
It is `long-text', `time', `url' or the code of a currency, a string."
  (let* ((case-fold-search nil)
         (base (svvs-schema-base schema))
         (type (svvs-json-get base '(type)))
         (own (or (svvs-json-get schema '(x-format)) (svvs-json-get base '(x-format))))
         (standard (or (svvs-json-get schema '(format)) (svvs-json-get base '(format))))
         (currency (svvs-json-get own '(money))))
    (cond ((and (member type '("integer" "number")) (stringp currency)
                (string-match-p "\\`[A-Z]\\{3\\}\\'" currency))
           currency)
          ((not (equal type "string")) nil)
          ((equal own "longText") 'long-text)
          ((equal standard "date-time") 'time)
          ((equal standard "uri") 'url))))

(defun svvs-schema-enum-title (value schema)
  "Return the title of VALUE, of an enumeration with SCHEMA, or else VALUE."
  (let ((title (and (or (stringp value) (integerp value))
                    (svvs-json-get (svvs-schema-base schema) (list 'x-enumTitles (format "%s" value))))))
    (if (and (stringp title) (not (string-empty-p title))) title value)))

(defun svvs-schema-items (schema)
  "Return the schema of the elements of SCHEMA, an array, or nil."
  (svvs-json-get (svvs-schema-base schema) '(items)))

(defun svvs-schema-leaving (columns)
  "Return the indices of COLUMNS, in the order of their removal from a table.
The first ones are those of the lowest priority, and of these the last ones."
  (let ((priorities (mapcar (lambda (column) (svvs-schema-priority (cdr column))) columns)))
    (mapcar #'cdr (seq-sort-by #'car #'<
                               (nreverse (cl-loop for priority in priorities for index from 0
                                                  collect (cons priority index)))))))

(defun svvs-schema-priority (schema)
  "Return the priority of the column of SCHEMA, a member of records."
  (let ((priority (svvs-json-get schema '(x-priority))))
    (if (integerp priority) priority 0)))

(provide 'svvs-schema)
;;; svvs-schema.el ends here
