;;; svvs-arguments.el --- Arguments of actions of svvs views  -*- lexical-binding: t; -*-

;;; Commentary:

;; Which row supplies an argument, which values to offer for it, and which action
;; submits a form.  schemas/HINTS.md has the rules.
;;
;; TYPE is always the schema of a view type, and STATE a hash table.

;;; Code:

(require 'svvs-hints)

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

(defun svvs-hints-row-argument (type action)
  "Return the argument of ACTION, of TYPE, that a row supplies: (NAME . SOURCE).
Return nil if it is not an action of rows."
  (pcase (append (svvs-json-get action '(arguments required)) nil)
    (`(,name) (when-let ((source (svvs-hints-source type action name))) (cons name source)))))

(defun svvs-hints-row-actions (type property)
  "Return the names of the actions of the rows of PROPERTY of TYPE."
  (cl-loop for (name . action) in (svvs-schema-actions type)
           when (equal property (cadr (svvs-hints-row-argument type action)))
           collect name))

(defun svvs-hints-given (type action property row)
  "Return a plist of the argument that ROW of PROPERTY supplies.
It is an argument of ACTION, of TYPE."
  (pcase (svvs-hints-row-argument type action)
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

;;;; Answers

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
                                    (svvs-hints-row-argument type (cdr action))))
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

(provide 'svvs-arguments)
;;; svvs-arguments.el ends here
