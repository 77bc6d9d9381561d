;;; svvs-screen.el --- Screens of svvs apps  -*- lexical-binding: t; -*-

;;; Commentary:

;; The result of rpc.discover describes a screen for each view type: what people see,
;; what to ask, what to call, and what to open.  schemas/SCREENS.md has the rules that
;; are left to a front end.  Most of this file neither reads buffers nor sends requests.
;;
;; A screen, a part, an action or a field is an object of JSON, and STATE is the state
;; of a view.  Arguments and parameters are plists.

;;; Code:

(require 'svvs-client)

(defun svvs-screens (connection)
  "Return the screens of the server of CONNECTION, which are requested once."
  (or (svvs-connection-screens connection)
      (svvs-screen--keep connection (svvs-request connection 'rpc.discover))))

(defun svvs-screen--keep (connection document)
  "Keep the screens in DOCUMENT as those of CONNECTION, and return a list of them.
If there are none, signal an error."
  (or (setf (svvs-connection-screens connection) (mapcar #'svvs-screen-read (svvs-screen-list document 'x-screens)))
      (signal 'svvs-error '("The server describes no screens (x-screens), so its views cannot be shown: \
update the server"))))

(defun svvs-screen-read (value)
  "Clean the titles, descriptions and questions in VALUE, a screen; return it."
  (cond ((vectorp value) (mapc #'svvs-screen-read value))
        ((hash-table-p value)
         (maphash (lambda (name each)
                    (if (and (stringp each) (member name '("title" "description" "confirm")))
                        (puthash name (svvs-json-clean each) value)
                      (svvs-screen-read each)))
                  value)))
  value)

(defun svvs-screens-async (connection success error)
  "Call SUCCESS when the screens of CONNECTION are there, or ERROR with an error."
  (if (svvs-connection-screens connection) (funcall success)
    (svvs-request-async
     connection 'rpc.discover nil :error error
     ;; Before messages that were read together with the reply are handled.
     :decode (lambda (document)
               (condition-case failure (ignore (svvs-screen--keep connection document))
                 (svvs-error failure)))
     :success (lambda (failure) (if failure (funcall error failure) (funcall success))))))

(defun svvs-view-screen (view)
  "Return the screen of VIEW."
  (svvs-view-type-screen (svvs-view-connection view) (svvs-view-type view)))

(defun svvs-view-type-screen (connection type)
  "Return the screen of the view TYPE of the server of CONNECTION."
  (or (svvs-screen-named type (svvs-screens connection))
      (user-error "%s is not a view type of this server" type)))

(defun svvs-screen-list (object name)
  "Return a list of the elements of the array NAME of OBJECT, which may be missing."
  (let ((array (svvs-json-get object (list name))))
    (and (vectorp array) (append array nil))))

(defun svvs-screen-named (name objects)
  "Return the one of OBJECTS that is called NAME, or nil."
  (seq-find (lambda (object) (equal (gethash "name" object) name)) objects))

(defun svvs-screen-part (screen name)
  "Return the part of SCREEN that is called NAME, or nil."
  (svvs-screen-named name (svvs-screen-list screen 'parts)))

(defun svvs-screen-action (screen name)
  "Return the action of SCREEN that is called NAME, or nil."
  (svvs-screen-named name (svvs-screen-list screen 'actions)))

(defun svvs-screen-start (screens)
  "Return the one of SCREENS to begin with, or nil."
  (seq-find (lambda (screen) (eq t (gethash "start" screen))) screens))

(defun svvs-screen--there-p (value)
  "Return whether VALUE is neither missing nor null."
  (not (memq value '(nil :null))))

(defun svvs-screen-same-p (one other)
  "Return whether ONE and OTHER, which may be missing, are equal values."
  (equal (svvs-json-serialize (vector one)) (svvs-json-serialize (vector other))))

(defun svvs-screen--filled-p (value)
  "Return whether VALUE is neither missing, null nor an empty text."
  (not (member value '(nil :null ""))))

;;;; Words

(defun svvs-screen-within (title)
  "Return TITLE as it is written within a sentence."
  (let ((case-fold-search nil))
    (if (string-match-p "\\`[[:upper:]][[:lower:]]" title)
        (concat (downcase (substring title 0 1)) (substring title 1))
      title)))

(defun svvs-screen-arguments (action)
  "Return the titles of the arguments of ACTION, such as (Action, Seconds?).
A question mark follows optional ones.  The one that a row supplies is left out."
  (let ((titles (mapcar (lambda (field) (concat (gethash "title" field) (if (gethash "optional" field) "?" "")))
                        (remq (svvs-screen--row-field action) (svvs-screen-list action 'asks)))))
    (if titles (format "(%s)" (string-join titles ", ")) "")))

;;;; What people see

(defun svvs-screen-shown-p (part state)
  "Return whether people see PART at STATE, or a member of the record STATE."
  (let ((value (gethash (gethash "name" part) state)))
    (pcase (gethash "role" part)
      ("hidden" nil)
      ("flag" (eq value t))
      ("error" (svvs-screen--filled-p value))
      ("notice" nil)
      ("progress" (svvs-screen--there-p value))
      ("question" (and (svvs-screen--there-p value) (not (svvs-screen--question-p value))))
      (_ t))))

(defun svvs-screen-visible (fields)
  "Return those of FIELDS, or of parts, that people may see."
  (seq-remove (lambda (field) (member (gethash "role" field) '("hidden" "notice"))) fields))

(defun svvs-screen-columns (value)
  "Return the fields that people see of VALUE, of rows or a record."
  (svvs-screen-visible (pcase (gethash "kind" value)
                         ("rows" (svvs-screen-list value 'columns))
                         ("record" (svvs-screen-list value 'members)))))

(defun svvs-screen-leaving (columns)
  "Return COLUMNS in the order of their removal from a table."
  (seq-sort-by #'svvs-screen-priority #'< (reverse columns)))

(defun svvs-screen-priority (column)
  "Return the priority of COLUMN."
  (gethash "priority" column 0))

(defun svvs-screen-busy (screen state)
  "Return the parts of SCREEN whose values in STATE mean work in progress."
  (seq-filter (lambda (part)
                (let ((value (gethash (gethash "name" part) state)) (idle (gethash "busyUnless" part)))
                  (and idle value (not (seq-contains-p idle value #'svvs-screen-same-p)))))
              (svvs-screen-list screen 'parts)))

(defun svvs-screen-cancelling (screen state)
  "Return the name of the action that cancels the work of SCREEN in STATE, or nil."
  (seq-some (lambda (part) (gethash "cancel" part)) (svvs-screen-busy screen state)))

(defun svvs-screen-errors (screen state)
  "Return the parts of SCREEN that have an error in STATE."
  (seq-filter (lambda (part) (and (equal (gethash "role" part) "error") (svvs-screen-shown-p part state)))
              (svvs-screen-list screen 'parts)))

(defun svvs-screen--question-p (value)
  "Return whether VALUE has the form of a question."
  (let ((choices (svvs-json-get value '(choices))))
    (and (stringp (svvs-json-get value '(id))) (stringp (svvs-json-get value '(title)))
         (or (stringp (gethash "message" value)) (not (svvs-screen--there-p (gethash "message" value))))
         (vectorp choices)
         (seq-every-p (lambda (choice)
                        (and (stringp (svvs-json-get choice '(value))) (stringp (svvs-json-get choice '(title)))))
                      choices))))

(defun svvs-screen-questions (screen state)
  "Return the parts of SCREEN with a question in STATE."
  (seq-filter (lambda (part) (and (equal (gethash "role" part) "question")
                                  (svvs-screen--question-p (gethash (gethash "name" part) state))))
              (svvs-screen-list screen 'parts)))

(defun svvs-screen-answer (part question index)
  "Return the action that answers QUESTION of PART, and its arguments, or nil.
INDEX is that of the choice, or nil if the user quits."
  (let* ((choices (svvs-screen-list question 'choices))
         (choice (if index (nth index choices)
                   (seq-find (lambda (choice) (equal (gethash "role" choice) "cancel")) choices))))
    (and choice (list (gethash "answer" part) "choice" (gethash "value" choice) "question" (gethash "id" question)))))

(defun svvs-screen-about (screen part state)
  "Return the part of SCREEN at which PART, an error, is shown in STATE, or nil."
  (let ((other (svvs-screen-part screen (gethash "about" part))))
    (and other (svvs-screen-shown-p other state) other)))

(defun svvs-screen-notices (screen before state)
  "Return the parts of SCREEN with a notice since BEFORE, the state before STATE."
  (seq-filter (lambda (part) (and (equal (gethash "role" part) "notice")
                                  (svvs-screen--filled-p (gethash (gethash "name" part) state))
                                  (svvs-screen--changed-p part before state)))
              (svvs-screen-list screen 'parts)))

(defun svvs-screen--changed-p (part before state)
  "Return whether the value of PART in STATE is not that in the state BEFORE."
  (let ((old (gethash (gethash "name" part) before)))
    (and old (not (svvs-screen-same-p old (gethash (gethash "name" part) state))))))

(defun svvs-screen-progress-p (part)
  "Return whether PART is about the progress of some work."
  (equal (gethash "role" part) "progress"))

(defun svvs-screen-progress (part state)
  "Return the fraction of the work of PART that is done in STATE, or nil."
  (let ((value (gethash (gethash "name" part) state))
        (total (if (gethash "total" part) (gethash (gethash "total" part) state) 1)))
    (and (numberp value) (numberp total) (> total 0) (max 0 (min 1 (/ (float value) total))))))

(defun svvs-screen-subtitle (screen state)
  "Return the value in STATE beside the title of SCREEN, or nil."
  (let* ((source (gethash "subtitle" screen))
         (value (and source (svvs-screen--pick source (gethash (gethash "property" source) state)))))
    (and (svvs-screen--filled-p value) value)))

(defun svvs-screen-offered (screen)
  "Return the actions of SCREEN that people see."
  (seq-remove (lambda (action) (eq t (gethash "notOffered" action))) (svvs-screen-list screen 'actions)))

(defun svvs-screen-dimmed-p (screen action state unsent)
  "Return whether a call of ACTION of SCREEN would have no effect in STATE.
UNSENT are the names of the fields with text that was not sent: their action may
have an effect."
  (and (eq (gethash (gethash "enabledBy" action) state) :false)
       (not (seq-some (lambda (name)
                        (equal (gethash "name" action)
                               (if (svvs-screen-form screen name)
                                   (svvs-json-get screen '(form calls))
                                 (gethash "submits" (svvs-screen-part screen name)))))
                      unsent))))

(defun svvs-screen-cancellable-p (action)
  "Return whether to offer to cancel a call of ACTION."
  (not (gethash "notCancellable" action)))

;;;; Questions

(defun svvs-screen--pick (source row)
  "Return what SOURCE names of ROW, or nil."
  (let ((member (gethash "member" source)))
    (if member (and (hash-table-p row) (gethash member row)) row)))

(defun svvs-screen--row-field (action)
  "Return the argument of ACTION that a row supplies, or nil."
  (and (gethash "rows" action) (car (svvs-screen-asked action nil))))

(defun svvs-screen-given (action name row)
  "Return a plist of the argument of ACTION that ROW of the part NAME supplies."
  (when (equal (gethash "rows" action) name)
    (let* ((field (svvs-screen--row-field action))
           (value (svvs-screen--pick (gethash "from" field) row)))
      (and (svvs-screen--there-p value) (list (gethash "name" field) value)))))

(defun svvs-screen-asked (object given &optional all)
  "Return the fields of OBJECT, a screen or an action, to ask for.
They are the required ones, or ALL, except those in GIVEN, a plist."
  (let ((known (svvs-json-object given)))
    (seq-filter (lambda (field) (and (or all (not (gethash "optional" field)))
                                     (null (gethash (gethash "name" field) known))))
                (svvs-screen-list object 'asks))))

(defun svvs-screen-accepts-p (field value)
  "Return whether VALUE is accepted as an answer for FIELD."
  (or (not (equal value "")) (not (equal (gethash "kind" field) "text"))
      (gethash "mayBeEmpty" field) (gethash "optional" field)))

(defun svvs-screen-answered (object given answers)
  "Return GIVEN and ANSWERS, plists, without null for optional fields of OBJECT."
  (append given
          (cl-loop for (name value) on answers by #'cddr
                   for field = (svvs-screen-named (svvs-json-name name) (svvs-screen-list object 'asks))
                   unless (and (eq value :null) field (gethash "optional" field)) append (list name value))))

(defun svvs-screen-offers (screen field state)
  "Return an alist of the values in STATE of SCREEN to offer for FIELD, and names.
A name is one of `svvs-screen--name', or nil."
  (let* ((source (gethash "from" field))
         (part (and source (svvs-screen-part screen (gethash "property" source))))
         (is-named (and part (not (equal (gethash "label" part) (gethash "member" source))))))
    (seq-uniq (cl-loop for row in (and source (svvs-screen-list state (gethash "property" source)))
                       for value = (svvs-screen--pick source row)
                       when (svvs-screen--there-p value)
                       collect (cons value (and is-named (svvs-screen--name part row))))
              (lambda (one other) (svvs-screen-same-p (car one) (car other))))))

(defun svvs-screen--name (part row)
  "Return the name of ROW of PART, (FIELD . VALUE), or nil if it has none."
  (let* ((label (svvs-screen-named (gethash "label" part) (svvs-screen-list part 'columns)))
         (value (and label (hash-table-p row) (gethash (gethash "name" label) row))))
    (and (svvs-screen--filled-p value) (cons label value))))

(defun svvs-screen-confirmation (screen action arguments state)
  "Return the question before a call of ACTION of SCREEN with ARGUMENTS, or nil.
The result is (QUESTION NAME PART).  NAME, a field and a value, is that of the
row in STATE, or else the argument that a row supplies, if there is one.  If
PART is non-nil, it has no such row."
  (let* ((field (svvs-screen--row-field action))
         (value (and field (gethash (gethash "name" field) (svvs-json-object arguments))))
         (part (svvs-screen-part screen (gethash "rows" action)))
         (picks-p (lambda (row) (svvs-screen-same-p (svvs-screen--pick (gethash "from" field) row) value)))
         (row (and value part (seq-find picks-p (svvs-screen-list state (gethash "rows" action))))))
    (when (and (gethash "confirm" action) (null (svvs-screen-asked action arguments)))
      (list (gethash "confirm" action)
            (or (and row (svvs-screen--name part row))
                (and (svvs-screen--filled-p value) (cons field value)))
            (and value (null row) part)))))

;;;; Views to open: (TYPE . PARAMS), the name of a view type and a plist; or files: (:file . PLACE)

(defun svvs-screen--view (opens places)
  "Return the view that OPENS, a destination, describes.
Each parameter is in the first of PLACES, objects, that has it."
  (let ((params (cl-loop for name being the hash-keys of (gethash "params" opens (svvs-json-object nil))
                         using (hash-values source)
                         for value = (seq-some (lambda (place) (gethash source place)) places)
                         when (svvs-screen--there-p value) append (list name value))))
    (when (seq-every-p (lambda (name) (gethash name (svvs-json-object params))) (svvs-screen-list opens 'requires))
      (cons (gethash "view" opens) params))))

(defun svvs-screen-chosen (part value)
  "Return what VALUE, a chosen row, record or file of PART, opens."
  (let ((on (svvs-json-get part '(opens on)))
        (file (svvs-json-get part '(opens file))))
    (if file (svvs-screen--file (pcase on ("row" (svvs-json-get value (list file))) ("value" value)))
      (and (member on '("row" "record"))
           (svvs-screen--there-p value)
           (svvs-screen--view (gethash "opens" part) (and (hash-table-p value) (list value)))))))

(defun svvs-screen--file (value)
  "Return the destination that VALUE is, if that is a place in a file, or nil."
  (and (svvs-screen-place-p value) (cons :file value)))

(defun svvs-screen-place-p (value)
  "Return whether VALUE is a place in a file."
  (and (hash-table-p value) (stringp (gethash "path" value))
       (seq-every-p (lambda (number) (or (not (svvs-screen--there-p number)) (and (integerp number) (> number 0))))
                    (list (gethash "line" value) (gethash "column" value)))))

(defun svvs-screen--leads-p (part state)
  "Return whether PART opens a view by its value in STATE."
  (let ((value (gethash (gethash "name" part) state)))
    (pcase (svvs-json-get part '(opens on))
      ("true" (eq value t))
      ("value" (svvs-screen--there-p value)))))

(defun svvs-screen-leading-p (screen action)
  "Return whether a call of ACTION of SCREEN may open a view."
  (or (gethash "opens" action)
      (seq-some (lambda (part) (member (svvs-json-get part '(opens on)) '("true" "value")))
                (svvs-screen-list screen 'parts))))

(defun svvs-screen-changed (screen before state)
  "Return what SCREEN opens at the change of the state BEFORE to STATE.
The result is an alist by the names of the parts."
  (cl-loop for part in (svvs-screen-list screen 'parts)
           for view = (and (svvs-screen--leads-p part state) (svvs-screen--changed-p part before state)
                           (if (svvs-json-get part '(opens file))
                               (svvs-screen--file (gethash (svvs-json-get part '(opens file)) state))
                             (svvs-screen--view (gethash "opens" part) (list state))))
           when view collect (cons (gethash "name" part) view)))

(defun svvs-screen-settled (action arguments state error)
  "Return the view that ACTION opens after a call with ARGUMENTS, or nil.
STATE is the state after it.  If the call has failed with ERROR, it opens none."
  (and (null error) (gethash "opens" action)
       (svvs-screen--view (gethash "opens" action) (list (svvs-json-object arguments) state))))

(defun svvs-screen-returned (part state)
  "Return a plist of what to set after the view of PART, by its value in STATE."
  (and (svvs-screen--leads-p part state) (svvs-json-get part '(opens resets))
       (list (gethash "name" part) (if (equal (svvs-json-get part '(opens on)) "true") :false :null))))

;;;; Forms and scrolling

(defun svvs-screen-form (screen name)
  "Return the names of the fields of the form of SCREEN from NAME on.
If NAME is not a field of the form, return nil."
  (member name (svvs-screen-list (gethash "form" screen) 'fields)))

(defun svvs-screen-entered (screen values)
  "Return the name of the action for the form of SCREEN, or nil, and arguments.
These are a plist of those of VALUES, of the fields, that the form passes."
  (cons (svvs-json-get screen '(form calls))
        (cl-loop for name in (svvs-screen-list (gethash "form" screen) 'passes)
                 for value = (gethash name values)
                 when value append (list name value))))

(defun svvs-screen-target-row (part state)
  "Return the index of the row of PART that STATE names as the one to scroll to."
  (let* ((scroll (gethash "scroll" part))
         (value (and scroll (gethash (gethash "target" scroll) state))))
    (and (svvs-screen--there-p value)
         (seq-position (svvs-screen-list state (gethash "name" part)) value
                       (lambda (row value) (svvs-screen-same-p (svvs-screen--pick scroll row) value))))))

(defun svvs-screen-scrolled (part)
  "Return a plist of what to set after scrolling to the target of PART."
  (and (svvs-json-get part '(scroll resets)) (list (svvs-json-get part '(scroll target)) :null)))

(provide 'svvs-screen)
;;; svvs-screen.el ends here
