;;; svvs-hints.el --- Decisions by the hints of svvs views  -*- lexical-binding: t; -*-

;;; Commentary:

;; Which views to open, which values to show, which actions belong to rows, and which
;; arguments to ask for.  schemas/HINTS.md has the rules.  This file neither reads
;; buffers nor sends requests.
;;
;; TYPE is always the schema of a view type, and STATE a hash table.

;;; Code:

(require 'svvs-schema)

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

(defun svvs-hints-active-filters (type array state)
  "Return an alist of the properties of TYPE that filter ARRAY, and their schemas.
Those whose value in STATE filters nothing are left out."
  (seq-filter (lambda (property)
                (and (equal (svvs-hints-filtered type (car property)) array)
                     (not (member (svvs-json-get state (list (car property))) '(nil :null :false "")))))
              (svvs-schema-members type)))

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

(defun svvs-hints-cancellable-p (type action)
  "Return whether to offer to cancel a call of ACTION, a name, of TYPE."
  (not (eq (svvs-json-get type `(actions ,action isCancellable)) :false)))

(defun svvs-hints-cancelling (type state)
  "Return the action of TYPE that cancels the work in progress in STATE, or nil."
  (seq-some (lambda (name)
              (let ((action (svvs-json-get (svvs-hints--property type name) '(x-cancelAction))))
                (and (svvs-hints--callable-p type action) action)))
            (svvs-hints-busy type state)))

(defun svvs-hints-asked (schema given &optional all)
  "Return the names of the members of SCHEMA, an object, to ask for.
They are the required ones, or ALL, except those in GIVEN, a plist."
  (let ((required (append (svvs-json-get schema '(required)) nil))
        (known (cl-loop for (name) on given by #'cddr collect (svvs-json-name name))))
    (cl-loop for (name) in (svvs-schema-members schema)
             when (and (or all (member name required)) (not (member name known)))
             collect name)))

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

(provide 'svvs-hints)
;;; svvs-hints.el ends here
