;;; svvs-hint-vectors-tests.el --- Vectors for hints  -*- lexical-binding: t; -*-

;;; Commentary:

;; Each case of schemas/vectors/hints is a test of the functions with which buffers
;; follow the hints.

;;; Code:

(require 'svvs-test-support)

(defconst svvs-test--left-out
  '(;; The command that opens the start view passes no parameters.
    ("begun" "asks")
    ;; Joined views are not asked for an action to call.
    ("joined" "calls")
    ;; The tests of buffers check it.
    ("submitted" "sets"))
  "The events and results for which this client has no function.")

(defconst svvs-test--events
  '(nil "begun" "picked" "opened" "joined" "changed" "got" "chosen" "called" "settled" "refused" "entered" "returned"
        "submitted" "cancelled")
  "The supported events; nil stands for no event.")

(cl-defstruct (svvs-test-case (:constructor svvs-test--make-case) (:copier nil))
  "A case of the vectors."
  connection name type state event value)

(defun svvs-test--linked (document)
  "Return DOCUMENT with its links."
  (svvs-schema-link document document))

(defun svvs-test--case (case)
  "Return CASE, of a file of vectors, with a connection without a server."
  (let* ((connection (svvs--make-connection :schema (svvs-test--linked (gethash "document" case))))
         (name (gethash "type" case))
         (when (gethash "when" case))
         (event (and when (car (hash-table-keys when)))))
    (unless (member event svvs-test--events) (ert-fail (list "Not an event of the vectors" event)))
    (svvs-test--make-case :connection connection :name name :type (and name (svvs-view-type-schema connection name))
                          :state (or (gethash "state" case) (make-hash-table :test #'equal))
                          :event event :value (and event (gethash event when)))))

(defun svvs-test--object (alist)
  "Return an object of ALIST."
  (svvs-json-object (cl-loop for (name . value) in alist append (list name value))))

(defun svvs-test--names (alist)
  "Return the keys of ALIST as an array."
  (vconcat (mapcar #'car alist)))

(defun svvs-test--titles (alist)
  "Return an object of the titles of ALIST, of names and schemas."
  (svvs-test--object (mapcar (lambda (entry) (cons (car entry) (svvs-schema-title (car entry) (cdr entry)))) alist)))

(defun svvs-test--by-action (type function)
  "Return an object of the results of FUNCTION for each action of TYPE.
FUNCTION is called with the arguments of the action."
  (svvs-test--object
   (cl-loop for (name . action) in (svvs-schema-actions type)
            collect (cons name (funcall function (svvs-schema-members (svvs-json-get action '(arguments))) name action)))))

(defun svvs-test--by-property (case function)
  "Return an object of the results of FUNCTION for each property of CASE.
FUNCTION is called with the members of its records."
  (svvs-test--object
   (cl-loop for (name . schema) in (svvs-schema-members (svvs-test-case-type case))
            collect (cons name (funcall function (svvs-schema-columns schema))))))

(defun svvs-test--secrets (alist &optional type)
  "Return the names in ALIST that are secret; they are arguments if TYPE is given."
  (svvs-test--names (seq-filter (lambda (entry)
                                  (if type (svvs-hints-secret-p type (car entry) (cdr entry))
                                    (svvs-schema-flag (cdr entry) 'writeOnly)))
                                alist)))

(defun svvs-test--formats (alist)
  "Return an object of the formats of ALIST, of names and schemas."
  (svvs-test--object
   (cl-loop for (name . schema) in alist
            for format = (svvs-schema-format schema)
            when format collect (cons name (pcase format
                                             ('long-text "longText")
                                             ('time "date-time")
                                             ('url "uri")
                                             (_ (svvs-json-object (list "money" format))))))))

(defun svvs-test--row (case place)
  "Return the row or the record at PLACE in the state of CASE."
  (let ((value (gethash (gethash "property" place) (svvs-test-case-state case)))
        (row (gethash "row" place)))
    (if row (aref value row) value)))

(defun svvs-test--action (case &optional name)
  "Return the action called NAME, by default that of the event of CASE."
  (svvs-json-get (svvs-test-case-type case) (list 'actions (or name (gethash "action" (svvs-test-case-value case))))))

(defun svvs-test--call (case)
  "Return the action that the event of CASE calls, and the given arguments."
  (pcase-let (((cl-struct svvs-test-case type event value) case))
    (pcase event
      ("entered"
       (pcase (svvs-hints-submissions type)
          (`((,name . ,action))
           (cons name (svvs-hints-submitted type action (lambda (field) (gethash field value)))))))
      ("submitted" (list (svvs-hints-submits type (gethash "property" value))))
      ("cancelled" (let ((action (svvs-hints-cancelling type (svvs-test-case-state case)))) (and action (list action))))
      (_ (let ((at (gethash "at" value)))
        (cons (gethash "action" value)
              (and at (svvs-hints-given type (svvs-test--action case) (gethash "property" at)
                                        (svvs-test--row case at)))))))))

(defun svvs-test--asked (case name given)
  "Return the arguments that a call of NAME with GIVEN asks for in CASE."
  (let ((value (svvs-test-case-value case)))
    (svvs-hints-asked (svvs-json-get (svvs-test--action case name) '(arguments)) given
                      (and (equal (svvs-test-case-event case) "called") (eq t (gethash "all" value))))))

(defun svvs-test--target (target)
  "Return TARGET, a view to open, as an object."
  (svvs-json-object (list "type" (car target) "params" (svvs-json-object (cdr target)))))

(defun svvs-test--opened (case)
  "Return the views that the event of CASE opens."
  (pcase-let (((cl-struct svvs-test-case type state event value) case))
    (pcase event
      ("chosen" (list (svvs-hints-chosen (svvs-json-get type (list 'properties (gethash "property" value)))
                                         (svvs-test--row case value))))
      ((or "settled" "refused")
       (list (svvs-hints-settled type (gethash "action" value) (svvs--plist (gethash "arguments" value))
                                 state (equal event "refused"))))
      ((or "changed" "got")
       (let ((after (copy-hash-table state)))
         (maphash (lambda (name value) (puthash name value after)) value)
         (mapcar #'cdr (svvs-hints-changed type (svvs-hints-opening-values type state) after))))
      (_ (mapcar #'cdr (svvs-hints-changed type nil state))))))

(defun svvs-test--result (case result)
  "Return the RESULT of CASE."
  (pcase-let (((cl-struct svvs-test-case connection name type state event value) case))
    (pcase result
      ("start" (or (svvs-schema-start connection) :null))
      ("order" (svvs-json-object
                (list "viewTypes" (svvs-test--names (svvs-schema-types connection))
                      "params" (svvs-test--names (svvs-schema-members (svvs-json-get type '(params))))
                      "properties" (svvs-test--names (svvs-schema-members type))
                      "actions" (svvs-test--names (svvs-schema-actions type))
                      "arguments" (svvs-test--by-action type (lambda (members &rest _) (svvs-test--names members)))
                      "members" (svvs-test--by-property case #'svvs-test--names))))
      ("titles" (svvs-json-object
                 (list "viewType" (svvs-schema-title name type)
                       "params" (svvs-test--titles (svvs-schema-members (svvs-json-get type '(params))))
                       "properties" (svvs-test--titles (svvs-schema-members type))
                       "actions" (svvs-test--titles (svvs-schema-actions type))
                       "arguments" (svvs-test--by-action type (lambda (members &rest _) (svvs-test--titles members)))
                       "members" (svvs-test--by-property case #'svvs-test--titles))))
      ("secrets" (svvs-json-object
                  (list "params" (svvs-test--secrets (svvs-schema-members (svvs-json-get type '(params))))
                        "properties" (svvs-test--secrets (svvs-schema-members type))
                        "arguments" (svvs-test--by-action
                                     type (lambda (members &rest _) (svvs-test--secrets members type))))))
      ("busy" (vconcat (svvs-hints-busy type state)))
      ("errors" (svvs-test--object (svvs-hints-errors type state)))
      ("filters" (svvs-test--object
                  (cl-loop for (name) in (svvs-schema-members type)
                           for array = (svvs-hints-filtered type name)
                           when array collect (cons name array))))
      ("rowActions" (svvs-test--object
                     (cl-loop for (name . schema) in (svvs-schema-members type)
                              when (equal "array" (svvs-json-get (svvs-schema-base schema) '(type)))
                              collect (cons name (vconcat (svvs-hints-row-actions type name))))))
      ("offers" (svvs-test--by-action
                 type (lambda (members _ action)
                        (svvs-test--object
                         (cl-loop for (name) in members
                                  collect (cons name (svvs-test--names (svvs-hints-offered type action
                                                                                           name state))))))))
      ("asks" (if (equal event "picked")
                  (vconcat (svvs-hints-asked (svvs-json-get type '(params)) nil))
                (pcase-let ((`(,name . ,given) (svvs-test--call case)))
                  (vconcat (svvs-test--asked case name given)))))
      ("subtitle" (let ((subtitle (svvs-hints-subtitle type state))) (if subtitle (svvs-value-text subtitle) :null)))
      ("shown" (svvs-json-object
                (list "properties" (vconcat (cl-loop for (name . schema) in (svvs-schema-members type)
                                                     when (svvs-hints-shown-p schema (gethash name state)) collect name))
                      "members" (svvs-test--object
                                 (cl-loop for (name . schema) in (svvs-schema-members type)
                                          collect (cons name (svvs-test--names (svvs-hints-members schema))))))))
      ("formats" (svvs-json-object
                  (list "properties" (svvs-test--formats (svvs-schema-members type))
                        "members" (svvs-test--object
                                   (cl-loop for (name . schema) in (svvs-schema-members type)
                                            for formats = (svvs-test--formats (svvs-schema-columns schema))
                                            unless (hash-table-empty-p formats) collect (cons name formats))))))
      ("values" (svvs-test--object (cl-loop for (name . schema) in (svvs-schema-members type)
                                            collect (cons name (svvs-value-text (gethash name state) schema)))))
      ("leavesOut" (svvs-test--object
                    (cl-loop for (name . schema) in (svvs-schema-members type)
                             for columns = (svvs-hints-members schema)
                             when columns
                             collect (cons name (vconcat (mapcar (lambda (index) (car (nth index columns)))
                                                                 (svvs-schema-leaving columns)))))))
      ("focus" (and (svvs-hints-submits type (gethash "property" value)) (gethash "property" value)))
      ("cancellable" (vconcat (seq-filter (lambda (action) (svvs-hints-cancellable-p type action))
                                          (mapcar #'car (svvs-schema-actions type)))))
      ("calls" (if (equal event "opened")
                   (let ((action (svvs-hints-first-call type)))
                     (if action (svvs-json-object (list "action" action "arguments" (svvs-json-object nil))) :null))
                 (pcase (svvs-test--call case)
                   ('nil :null)
                   (`(,name . ,given)
                    (let ((answers (and (equal event "called") (gethash "answers" value)))
                          (schema (svvs-json-get (svvs-test--action case name) '(arguments))))
                      (svvs-json-object
                       (list "action" name "arguments"
                             (svvs-json-object (svvs-hints-answered schema given (svvs--plist answers))))))))))
      ("opens" (vconcat (mapcar #'svvs-test--target (delq nil (svvs-test--opened case)))))
      ("sets" (svvs-json-object (svvs-hints-returned type (gethash "property" value) state)))
      (_ (ert-fail (list "Not a result of the vectors" result))))))

(defun svvs-test--wanted (found expected)
  "Return the members of FOUND, an object, that EXPECTED also has."
  (svvs-test--object
   (cl-loop for name in (hash-table-keys expected)
            for part = (gethash name found)
            for one = (gethash name expected)
            collect (cons name (if (hash-table-p one) (svvs-test--wanted part one) part)))))

(defun svvs-test--hint-vector (vector)
  "Check that the client conforms to VECTOR, of a file of vectors for hints."
  (let ((case (svvs-test--case vector)))
    (maphash (lambda (result expected)
               (unless (member (list (svvs-test-case-event case) result) svvs-test--left-out)
                 (let ((found (svvs-test--result case result)))
                   (when (member result '("order" "titles" "secrets" "shown"))
                     (setq found (svvs-test--wanted found expected)))
                   (when (and (equal result "formats") (null (gethash "members" expected)))
                     (remhash "members" found))
                   (should (equal (svvs-test-plain found) (svvs-test-plain expected))))))
             (gethash "then" vector))))

(dolist (file (cl-remove "scrolling" ; svvs-scroll-vectors-tests.el runs it
                         (cl-mapcan (lambda (folder)
                                      (directory-files (expand-file-name folder svvs-test-root) t "\\.json\\'"))
                                    '("schemas/vectors/hints" "schemas/vectors/screens"))
                         :key #'file-name-base :test #'equal))
  (seq-doseq (vector (gethash "cases" (svvs-test-read file)))
    (svvs-test-define (format "hint-vector-%s: %s" (file-name-base file) (gethash "name" vector))
                      (lambda () (svvs-test--hint-vector vector)))))

(provide 'svvs-hint-vectors-tests)
;;; svvs-hint-vectors-tests.el ends here
