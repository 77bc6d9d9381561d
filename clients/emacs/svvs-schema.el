;;; svvs-schema.el --- Schemas of svvs views, and the hints in them  -*- lexical-binding: t; -*-

;;; Commentary:

;; The result of rpc.discover describes the views, their properties and their actions
;; in the order in which they were declared.  Authors may add the hints of
;; schemas/HINTS.md, such as titles, the start view, and the view that a row opens.
;;
;; This file reads the hints and decides by them: which views to open, which actions
;; belong to rows, and which arguments to ask for.  It does not read buffers, and
;; requests nothing but rpc.discover.
;; TYPE is always the schema of a view type, and STATE a hash table.

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

;;;; Hints

(defun svvs-schema-title (name &optional schema)
  "Return the title in SCHEMA, or else one made from NAME."
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
  "Return the titles of the arguments of ACTION, such as (Action, Seconds?).
A question mark follows those that are not required."
  (let* ((arguments (svvs-json-get action '(arguments)))
         (required (append (svvs-json-get arguments '(required)) nil))
         (titles (cl-loop for (name . schema) in (svvs-schema-members arguments)
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

;;;; Decisions by hints

(defun svvs-hints--shape (schema)
  "Return the JSON type of SCHEMA, such as array."
  (svvs-json-get (svvs-schema-base schema) '(type)))

(defun svvs-hints--property (type name)
  "Return the schema of the property NAME of TYPE."
  (svvs-json-get type (list 'properties name)))

(defun svvs-hints--array-p (type name)
  "Return whether NAME is an array property of TYPE."
  (and (stringp name) (equal (svvs-hints--shape (svvs-hints--property type name)) "array")))

(defun svvs-hints--present-p (value)
  "Return whether VALUE is neither missing nor null."
  (not (memq value '(nil :null))))

;;;; View types and properties

(defun svvs-hints-first-call (type)
  "Return the name of the action to call when a view of TYPE appears, or nil."
  (let ((action (svvs-json-get type '(onAppear))))
    (and (stringp action) (svvs-json-get type (list 'actions action)) action)))

(defun svvs-hints-busy (type state)
  "Return the names of the properties of TYPE that are busy in STATE."
  (cl-loop for (name . schema) in (svvs-schema-members type)
           for idle = (svvs-json-get schema '(x-busyUnless))
           for value = (svvs-json-get state (list name))
           when (and (vectorp idle) value (not (seq-contains-p idle value)))
           collect name))

(defun svvs-hints-errors (type state)
  "Return an alist of the properties of TYPE that have an error in STATE to show."
  (cl-loop for (name . schema) in (svvs-schema-members type)
           for value = (svvs-json-get state (list name))
           when (and (svvs-schema-flag schema 'x-error) (stringp value) (not (string-empty-p value)))
           collect (cons name value)))

(defun svvs-hints-subtitle (type state)
  "Return the value in STATE for the subtitle of a view of TYPE, or nil.
It is text or a number."
  (let* ((property (svvs-json-get type '(subtitle property)))
         (member (svvs-json-get type '(subtitle member)))
         (schema (and (stringp property) (svvs-hints--property type property)))
         (value (and schema (svvs-json-get state (if (stringp member) (list property member) (list property))))))
    (and (or (numberp value) (and (stringp value) (not (string-empty-p value))))
         (svvs-schema-enum-title value (if (stringp member) (cdr (assoc member (svvs-schema-columns schema)))
                                         schema)))))

(defun svvs-hints-shown (schema)
  "Return `never' or `when-true' if SCHEMA limits when its value is shown, or nil."
  (unless (or (svvs-schema-flag schema 'x-error)
              (svvs-json-get schema '(x-filters))
              (svvs-json-get schema '(x-submits)))
    (pcase (svvs-json-get schema '(x-shown))
      ("never" 'never)
      ((and "whenTrue" (guard (equal (svvs-hints--shape schema) "boolean"))) 'when-true))))

(defun svvs-hints-shown-p (schema value)
  "Return whether VALUE, of SCHEMA, is shown."
  (pcase (svvs-hints-shown schema)
    ('never nil)
    ('when-true (eq value t))
    (_ t)))

(defun svvs-hints-members (schema)
  "Return an alist of the members to show of SCHEMA, records or a record."
  (seq-remove (lambda (member) (eq (svvs-hints-shown (cdr member)) 'never)) (svvs-schema-columns schema)))

(defun svvs-hints-filtered (type name)
  "Return the name of the array that the property NAME of TYPE filters, or nil."
  (let ((array (svvs-json-get (svvs-hints--property type name) '(x-filters))))
    (and (svvs-hints--array-p type array) array)))

(defun svvs-hints-secret-p (type name schema)
  "Return whether the argument NAME, of SCHEMA, of an action of TYPE is a secret.
It is also a secret if the property of the same name is one."
  (or (svvs-schema-flag schema 'writeOnly)
      (svvs-schema-flag (svvs-hints--property type name) 'writeOnly)))

;;;; Lists that are read from their ends

(defun svvs-hints-from-end-p (schema)
  "Return whether SCHEMA, of a property, is a list that is read from its end."
  (and (equal (svvs-hints--shape schema) "array")
       (equal (svvs-json-get schema '(x-scrollsFrom)) "end")))

(defun svvs-hints-scroll-target (type name)
  "Return the source of the row of the list NAME of TYPE to scroll to, or nil.
It has the form (PROPERTY . MEMBER)."
  (let* ((schema (svvs-hints--property type name))
         (property (svvs-json-get schema '(x-scrollTarget property)))
         (member (svvs-json-get schema '(x-scrollTarget member))))
    (and (svvs-hints-from-end-p schema)
         (stringp property) (svvs-hints--property type property)
         (stringp member)
         (cons property member))))

(defun svvs-hints-row-of (member value rows)
  "Return the index in ROWS of the first one whose MEMBER equals VALUE, or nil."
  (and (vectorp rows) (svvs-hints--present-p value)
       (seq-position rows value (lambda (row value) (and (hash-table-p row) (equal (gethash member row) value))))))

(defun svvs-hints-resettable-p (schema)
  "Return whether a property of SCHEMA can be set to null."
  (and schema (not (svvs-schema-flag schema 'readOnly)) (svvs-json-get schema '(anyOf)) t))

;;;; Calls

(defun svvs-hints-submits (type name)
  "Return the action to call after RET in the field NAME of TYPE.
Return nil if the rule of forms applies."
  (let* ((schema (svvs-hints--property type name))
         (action (svvs-json-get schema '(x-submits))))
    (and (not (svvs-schema-flag schema 'readOnly))
         (svvs-hints--callable-p type action)
         action)))

(defun svvs-hints--callable-p (type action)
  "Return whether ACTION is the name of one of TYPE without required arguments."
  (let ((schema (and (stringp action) (svvs-json-get type (list 'actions action)))))
    (and schema (seq-empty-p (svvs-json-get schema '(arguments required))))))

(defun svvs-hints-emptied (type action)
  "Return the names of the properties of TYPE that ACTION, a name, empties."
  (let ((names (svvs-json-get type `(actions ,action empties))))
    (and (vectorp names)
         (seq-filter (lambda (name)
                       (let ((schema (and (stringp name) (svvs-hints--property type name))))
                         (and schema (not (svvs-schema-flag schema 'readOnly)))))
                     names))))

(defun svvs-hints-cancellable-p (type action)
  "Return whether to offer to cancel a call of ACTION, a name, of TYPE."
  (not (eq (svvs-json-get type `(actions ,action isCancellable)) :false)))

(defun svvs-hints-cancelling (type state)
  "Return the action of TYPE that cancels the work in progress in STATE, or nil."
  (seq-some (lambda (name)
              (let ((action (svvs-json-get (svvs-hints--property type name) '(x-cancelAction))))
                (and (svvs-hints--callable-p type action) action)))
            (svvs-hints-busy type state)))

;;;; Views to open: (TYPE . PARAMS), the name of a view type and a plist

(defun svvs-hints-opens-p (schema)
  "Return whether a property of SCHEMA opens a view by its value, not by rows."
  (and (svvs-json-get schema '(x-opens viewType))
       (not (member (svvs-hints--shape schema) '("array" "object")))))

(defun svvs-hints--opens-by-p (schema value)
  "Return whether a property of SCHEMA opens a view by VALUE."
  (and (svvs-hints-opens-p schema)
       (not (or (vectorp value) (hash-table-p value)))
       (if (equal (svvs-hints--shape schema) "boolean") (eq value t)
         (svvs-hints--present-p value))))

(defun svvs-hints--view-to-open (hint scopes)
  "Return the view that HINT, a destination, opens.
Each parameter is a member of the first of SCOPES, objects, that has it.
Return nil if a required parameter has no value."
  (when-let ((link (svvs-json-get hint '(viewType))))
    (let ((sources (svvs-json-get hint '(params)))
          params)
      (when (hash-table-p sources)
        (maphash (lambda (name member)
                   (let ((value (seq-some (lambda (scope) (svvs-json-get scope (list member))) scopes)))
                     (when (svvs-hints--present-p value)
                       (setq params (append params (list name value))))))
                 sources))
      (unless (svvs-hints-asked (svvs-json-get (symbol-value link) '(params)) params)
        (cons (svvs-json-get hint '(type)) params)))))

(defun svvs-hints-chosen (schema value)
  "Return the view that VALUE, a chosen row or record, opens.
SCHEMA is that of its property."
  (when (svvs-hints--present-p value)
    (svvs-hints--view-to-open (svvs-json-get schema '(x-opens)) (and (hash-table-p value) (list value)))))

(defun svvs-hints-opening-values (type state)
  "Return an alist of the values in STATE that open views when they change.
Its keys are the names of properties of TYPE."
  (cl-loop for (name . schema) in (svvs-schema-members type)
           when (svvs-hints-opens-p schema)
           collect (cons name (svvs-json-get state (list name)))))

(defun svvs-hints-changed (type before state)
  "Return the views that the properties of TYPE open after a change to STATE.
BEFORE is the result of `svvs-hints-opening-values' for the previous state; a
property that is not in it opens none.  The result is an alist by the names of
the properties."
  (cl-loop for (name . value) in (svvs-hints-opening-values type state)
           for schema = (svvs-hints--property type name)
           for old = (cdr (assoc name before))
           for target = (and old (not (equal value old)) (svvs-hints--opens-by-p schema value)
                             (svvs-hints--view-to-open (svvs-json-get schema '(x-opens)) (list state)))
           when target collect (cons name target)))

(defun svvs-hints-settled (type action arguments state refused)
  "Return the view that ACTION, a name, of TYPE opens when its call has ended.
It was called with ARGUMENTS, a plist.  A call that was REFUSED, or cancelled,
opens none.  STATE is the state after the call."
  (unless refused
    (svvs-hints--view-to-open (svvs-json-get type `(actions ,action opens))
                     (list (svvs-json-object arguments) state))))

(defun svvs-hints-returned (type name state)
  "Return a plist of properties to set when the user is back from a view.
NAME is the name of the property of TYPE that has opened the view; its value is
in STATE."
  (let ((schema (svvs-hints--property type name)))
    (when (and (not (svvs-schema-flag schema 'readOnly))
               (svvs-hints--opens-by-p schema (svvs-json-get state (list name))))
      (cond ((equal (svvs-hints--shape schema) "boolean") (list name :false))
            ((svvs-json-get schema '(anyOf)) (list name :null))))))

;;;; Rows

(defun svvs-hints-source (type action name)
  "Return the source of values for the argument NAME of ACTION, of TYPE, or nil.
It has the form (PROPERTY . MEMBER), an array and a member of its rows; MEMBER
is nil if the rows are the values.  Without a hint, the source of an id that is
the only required argument is the only array whose rows have an id."
  (let* ((arguments (svvs-json-get action '(arguments)))
         (source (svvs-schema-source (svvs-json-get arguments (list 'properties name)))))
    (cond ((and source (svvs-hints--array-p type (car source))) source)
          ((and (equal name "id") (equal (svvs-json-get arguments '(required)) ["id"]))
           (let ((arrays (seq-filter (lambda (property)
                                       (and (svvs-hints--array-p type (car property))
                                            (assoc "id" (svvs-schema-columns (cdr property)))))
                                     (svvs-schema-members type))))
             (when (length= arrays 1) (cons (caar arrays) "id")))))))

(defun svvs-hints--row-argument (type action)
  "Return the argument of ACTION, of TYPE, that a row supplies: (NAME . SOURCE).
Return nil if it is not an action of rows."
  (pcase (append (svvs-json-get action '(arguments required)) nil)
    (`(,name) (when-let ((source (svvs-hints-source type action name))) (cons name source)))))

(defun svvs-hints-row-actions (type property)
  "Return the names of the actions of the rows of PROPERTY of TYPE."
  (cl-loop for (name . action) in (svvs-schema-actions type)
           when (equal property (cadr (svvs-hints--row-argument type action)))
           collect name))

(defun svvs-hints-given (type action property row)
  "Return a plist of the argument that ROW of PROPERTY supplies.
It is an argument of ACTION, of TYPE."
  (pcase (svvs-hints--row-argument type action)
    (`(,name ,(pred (equal property)) . ,member)
     (let ((value (svvs-hints--value member row)))
       (and value (list name value))))))

(defun svvs-hints--value (member row)
  "Return the value of MEMBER of ROW, or ROW if MEMBER is nil; nil for null."
  (let ((value (if member (and (hash-table-p row) (gethash member row)) row)))
    (and (svvs-hints--present-p value) value)))

(defun svvs-hints-offered (type action name state)
  "Return an alist of the values in STATE for an argument, and of their rows.
The argument is NAME of ACTION of TYPE."
  (let* ((source (and (not (svvs-hints-secret-p type name (svvs-json-get action `(arguments properties ,name))))
                      (svvs-hints-source type action name)))
         (rows (and source (svvs-json-get state (list (car source)))))
         (known (make-hash-table :test #'equal)))
    (cl-loop for row across (if (vectorp rows) rows [])
             for value = (svvs-hints--value (cdr source) row)
             for text = (and value (svvs-json-serialize (vector value)))
             unless (or (null value) (gethash text known))
             collect (cons value row)
             do (puthash text t known))))

;;;; Questions

(defun svvs-hints-asked (schema given &optional all)
  "Return the names of the members of SCHEMA, an object, to ask for.
They are the required ones, or ALL, except those in GIVEN, a plist."
  (let ((required (append (svvs-json-get schema '(required)) nil))
        (known (cl-loop for (name) on given by #'cddr collect (svvs-json-name name))))
    (cl-loop for (name) in (svvs-schema-members schema)
             when (and (or all (member name required)) (not (member name known)))
             collect name)))

(defun svvs-hints-answered (schema given answers)
  "Return a plist of GIVEN and ANSWERS, of members of SCHEMA, an object.
An answer that is null is left out if the member is not required."
  (let ((required (append (svvs-json-get schema '(required)) nil)))
    (append given
            (cl-loop for (name value) on answers by #'cddr
                     unless (and (eq value :null) (not (member name required)))
                     append (list name value)))))

;;;; Forms

(defun svvs-hints-form-p (type name)
  "Return whether the property NAME of TYPE is a field of a form."
  (let ((schema (svvs-hints--property type name)))
    (and (member (svvs-hints--shape schema) '("string" "integer" "number"))
         (not (svvs-json-get (svvs-schema-base schema) '(enum)))
         (not (svvs-schema-flag schema 'readOnly))
         (not (svvs-schema-flag schema 'x-error))
         (not (eq (svvs-hints-shown schema) 'never))
         (not (svvs-hints-submits type name))
         (not (svvs-hints-filtered type name))
         (not (svvs-hints-opens-p schema)))))

(defun svvs-hints-submissions (type)
  "Return an alist of the actions of TYPE that may submit its form.
They are those whose arguments include all fields, or else those without
required arguments."
  (let* ((fields (seq-filter (lambda (name) (svvs-hints-form-p type name))
                             (mapcar #'car (svvs-schema-members type))))
         (actions (seq-remove (lambda (action)
                                (or (equal (car action) (svvs-hints-first-call type))
                                    (svvs-hints--row-argument type (cdr action))))
                              (svvs-schema-actions type))))
    (and fields
         (or (seq-filter (lambda (action)
                           (let ((arguments (svvs-json-get (cdr action) '(arguments properties))))
                             (seq-every-p (lambda (name) (svvs-json-get arguments (list name))) fields)))
                         actions)
             (seq-filter (lambda (action) (seq-empty-p (svvs-json-get (cdr action) '(arguments required))))
                         actions)))))

(defun svvs-hints-submitted (type action held)
  "Return a plist of the required arguments of ACTION, of TYPE, in fields.
HELD is a function that returns the value in the field of a name, or nil."
  (cl-loop for name across (or (svvs-json-get action '(arguments required)) [])
           for value = (and (svvs-hints-form-p type name) (funcall held name))
           when value append (list name value)))

(provide 'svvs-schema)
;;; svvs-schema.el ends here
