;;; svvs-set.el --- Setting the properties of svvs views  -*- lexical-binding: t; -*-

;;; Commentary:

;; Moving point sends nothing: RET in a field sends it, and so does calling an
;; action.  A field that filters a list is sent while the user types.
;;
;; A submission sends the values of its moment, and then calls an action, if the server
;; has accepted them.  What is set or submitted later is sent after the reply.

;;; Code:

(require 'svvs-field)

(declare-function svvs-call-submit "svvs-call")

(defvar-local svvs-set--pending 0
  "The number of the requests to set properties that have no reply yet.")

(defvar-local svvs-set--submission nil
  "The submission in progress: a function that calls its action, or t afterwards.")

(defvar-local svvs-set--refused nil
  "Whether a property could not be set since the submission in progress began.")

(defvar-local svvs-set--later nil
  "The functions to call after the submission in progress, in their order.")

(defun svvs-set-waiting-p ()
  "Return whether something has to be set before a call that is made now."
  (or svvs-set--later (> svvs-set--pending 0)))

(defun svvs-set-enter (name)
  "Send the text of the fields for a call of the action NAME.
Return a list of (FIELD TEXT VALUE SUBMITS), for `svvs-set-submit'.  SUBMITS is
whether RET in FIELD submits it to the action."
  (let ((values (cl-loop for field being the hash-values of svvs-fields
                         for draft = (svvs-field-draft field)
                         for submits = (equal (svvs-field-submits field) name)
                         when (and draft (svvs-draft-new-p draft) (or submits (svvs-draft-typed draft)))
                         collect (list field (svvs-draft-shown draft) (svvs-field-parse field) submits))))
    (pcase-dolist (`(,field . ,_) values)
      (svvs-draft-enter (svvs-field-draft field))
      (svvs-field-show field))
    values))

(defun svvs-set-submit (values call end)
  "Set VALUES, of `svvs-set-enter', and then call CALL, unless one is refused.
CALL is passed a function to call when it has ended, with an error or nil.  Then
call END.  What is set later waits for that."
  (svvs-set--in-order
   (lambda ()
     (setq svvs-set--submission (lambda () (svvs-set--call values call end))
           svvs-set--refused nil)
     (pcase-dolist (`(,field ,text ,value ,submits) values)
       (svvs-run #'svvs-set--request field value
                 (lambda (ending) (unless submits (svvs-field-end field text ending)))))
     (svvs-set--continue))))

(defun svvs-set--call (values call end)
  "Call CALL unless one of VALUES was refused; END is as in `svvs-set-submit'."
  (let ((settle (lambda (error)
                  (pcase-dolist (`(,field ,text ,_ ,submits) values)
                    (when submits (svvs-field-end field text (if error 'refused 'called))))
                  (setq svvs-set--submission nil)
                  (while (and svvs-set--later (null svvs-set--submission))
                    (svvs-run (pop svvs-set--later)))
                  (funcall end)))
        is-called)
    (unwind-protect
        (unless svvs-set--refused
          (funcall call settle)
          (setq is-called t))
      (unless is-called (funcall settle t)))))

(defun svvs-set--in-order (function)
  "Call FUNCTION, but not before the end of the submission in progress."
  (if svvs-set--submission (setq svvs-set--later (append svvs-set--later (list function)))
    (funcall function)))

(defun svvs-set--continue ()
  "Continue the submission in progress, if there is a reply for all properties."
  (when (and (functionp svvs-set--submission) (zerop svvs-set--pending))
    (funcall (prog1 svvs-set--submission (setq svvs-set--submission t)))))

(defun svvs-field-send (field text)
  "Set the property of FIELD to TEXT, which its draft sends, unless it is nil."
  (when text
    (let (value is-value)
      (unwind-protect (setq value (svvs-value-parse text (svvs-field-part field))
                            is-value t)
        (unless is-value (svvs-field-end field text 'refused)))
      (svvs-field--set field value (lambda (ending) (svvs-field-end field text ending))))))

(defun svvs-field--send-due (field text)
  "Set the property of FIELD, a filter, to TEXT, or do nothing if it is nil.
An incomplete text may become a value as the user types on."
  (ignore-error (user-error svvs-error) (svvs-field-send field text)))

(defun svvs-field-edited (field)
  "Handle text that the user has typed into FIELD."
  (svvs-field--send-due field (svvs-draft-edit (svvs-field-draft field) (svvs-field-written field)))
  ;; What is beside the field stays there.
  (svvs-field-show field))

(defun svvs-field-begin (field)
  "Begin to show FIELD of a new view."
  (when-let ((draft (svvs-field-draft field)))
    (svvs-field--send-due field (svvs-draft-begin-again draft (svvs-field-served field)))))

(defun svvs-field-end (field text ending)
  "Note that TEXT of FIELD is no longer on its way, as in `svvs-draft-end'.
The draft has stopped it already if the field is not in this buffer any more."
  (when (svvs-field-shown-p field)
    (let ((draft (svvs-field-draft field)))
      (svvs-draft-serve draft (svvs-field-served field))
      (svvs-field--send-due field (svvs-draft-end draft text ending))
      (svvs-field-show field))))

(defun svvs-field-accept (field)
  "Set the property of FIELD, and do what RET in it stands for.
Submit the field, or go to the list that it filters, or to the next field."
  (let ((list (svvs-field-named (gethash "filters" (svvs-field-part field)))))
    (if (svvs-field-submits field) (svvs-call-submit field)
      (svvs-with-user-errors (svvs-field-send field (svvs-draft-enter (svvs-field-draft field))))
      (if (and list (svvs-field-lines list)) (svvs-field-go-row list 0)
        (svvs-field--leave field)))))

(defun svvs-field--form (field)
  "Return the names of FIELD and of those after it in its form, or nil."
  (svvs-screen-form (svvs-view-screen (svvs-field-view field)) (svvs-field-name field)))

(defun svvs-field--submission (field)
  "Return the name of the action of the form of FIELD, or nil."
  (and (svvs-field--form field)
       (svvs-json-get (svvs-view-screen (svvs-field-view field)) '(form calls))))

(defun svvs-field-begins-p (field)
  "Return whether point may begin in FIELD, where letters are text."
  (and (eq (svvs-field-style field) 'entry)
       (or (gethash "filters" (svvs-field-part field)) (svvs-field-submits field) (svvs-field--submission field))))

(defun svvs-field-return (field)
  "Return what RET in FIELD does, in words."
  (let* ((next (svvs-field--next field))
         (action (or (svvs-field-submits field) (and (null next) (svvs-field--submission field)))))
    (cond (action (gethash "title" (svvs-screen-action (svvs-view-screen (svvs-field-view field)) action)))
          ((gethash "filters" (svvs-field-part field)) "first row")
          (next (concat "next: " (svvs-field-title next)))
          (t "sets it"))))

(defun svvs-field--leave (field)
  "Go from FIELD to the next one of its form; after the last one, submit the form.
If the next one is a secret, ask for it."
  (let ((next (svvs-field--next field)))
    (cond (next (svvs-field-enter next)
                (when (eq (svvs-field-style next) 'secret) (svvs-field-ask next)))
          ((svvs-field--form field)
           (svvs-field-go field)
           (svvs-call-submit field)))))

(defun svvs-field--next (field)
  "Return the field of the form after FIELD, or nil."
  (svvs-field-named (cadr (svvs-field--form field))))

(defun svvs-field-toggle (field)
  "Set the property of FIELD to the value of its check box."
  (svvs-with-user-errors
    (svvs-field--set field (if (widget-value (svvs-field-widget field)) t :false) #'ignore)))

(defun svvs-field-ask (field)
  "Ask in the minibuffer for the value of FIELD, and set the property."
  (svvs-with-user-errors
    (let* ((part (svvs-field-part field))
           (draft (svvs-field-draft field))
           (value (svvs-read part :initial (svvs-field-served field))))
      (if (null draft) (svvs-field--set field value #'ignore)
        (svvs-draft-edit draft (svvs-value-write value part))
        (svvs-field-send field (svvs-draft-enter draft))))
    (svvs-field--leave field)))

(defun svvs-field--set (field value end)
  "Set the property of FIELD to VALUE when it is its turn; END is as below."
  (svvs-set--in-order (lambda () (svvs-set--request field value end))))

(defun svvs-set--request (field value end)
  "Request to set the property of FIELD to VALUE.
At the end, call END in this buffer with `set' or `refused'."
  (let* ((buffer (current-buffer))
         (view (svvs-field-view field))
         (end (lambda (ending)
                (when (buffer-live-p buffer)
                  (with-current-buffer buffer
                    (cl-decf svvs-set--pending)
                    (when (eq ending 'refused) (setq svvs-set--refused t))
                    (funcall end ending)
                    ;; A check box shows what was clicked.
                    (when (svvs-field-shown-p field) (svvs-field-paint field))
                    (svvs-set--continue)))))
         is-sent)
    (cl-incf svvs-set--pending)
    (unwind-protect
        (progn
          (svvs-warn-if-silent
           view
           (svvs-set-async
            view (list (svvs-field-name field) value)
            :success (lambda (_) (funcall end 'set))
            :error (lambda (error)
                     (message "svvs: %s" (svvs-error-message error))
                     (funcall end 'refused))))
          (setq is-sent t))
      (unless is-sent (funcall end 'refused)))))

(provide 'svvs-set)
;;; svvs-set.el ends here
