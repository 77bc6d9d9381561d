;;; svvs-set.el --- Setting the properties of svvs views  -*- lexical-binding: t; -*-

;;; Commentary:

;; Moving point sends nothing: RET in a field sends it, and so does calling an
;; action.  A field that filters a list is sent while the user types.
;;
;; A submission sends the values of its moment, and then calls an action, if the server
;; has accepted them.  What is set or submitted later is sent after the reply.

;;; Code:

(require 'svvs-field)

(defvar svvs-field-submit-functions nil
  "Functions to call in a buffer with a field that is submitted by RET.")

(defvar-local svvs-set--pending 0
  "The number of the requests to set properties that have no reply yet.")

(defvar-local svvs-set--submission nil
  "The submission in progress: a function that calls its action, or t afterwards.")

(defvar-local svvs-set--refused nil
  "Whether a property could not be set since the submission in progress began.")

(defvar-local svvs-set--later nil
  "The functions to call after the submission in progress, in their order.")

(defun svvs-set-in-progress-p ()
  "Return whether something has to be sent before a call that is made now."
  (or svvs-set--submission (> svvs-set--pending 0)))

(defun svvs-set-submit (values call)
  "Set VALUES, of `svvs-set-value', and then call CALL.
Its argument is whether one was refused.  What is set later waits until
`svvs-set-end'."
  (pcase-dolist (`(,field ,text ,_ . ,submits) values)
    (setf (svvs-field-sent field) text
          (svvs-field-submitted field) (and submits text)))
  (svvs-set--in-order (lambda ()
                        (setq svvs-set--submission call
                              svvs-set--refused nil)
                        (pcase-dolist (`(,field ,text ,value . ,_) values)
                          (svvs-run #'svvs-set--text field text value))
                        (svvs-set--continue))))

(defun svvs-set-end ()
  "End the submission in progress, and begin what waits for that."
  (setq svvs-set--submission nil)
  (while (and svvs-set--later (null svvs-set--submission))
    (svvs-run (pop svvs-set--later))))

(defun svvs-set--in-order (function)
  "Call FUNCTION, but not before the end of the submission in progress."
  (if svvs-set--submission (setq svvs-set--later (append svvs-set--later (list function)))
    (funcall function)))

(defun svvs-set--continue ()
  "Continue the submission in progress, if there is a reply for all properties."
  (when (and (functionp svvs-set--submission) (zerop svvs-set--pending))
    (funcall (prog1 svvs-set--submission (setq svvs-set--submission t)) svvs-set--refused)))

(defun svvs-set-value (field &optional submits)
  "Return (FIELD TEXT VALUE . SUBMITS), with what is in FIELD now.
SUBMITS says whether RET in it submits it."
  (let ((text (svvs-field-written field)))
    `(,field ,text ,(svvs-value-parse text (svvs-field-part field)) . ,submits)))

(defun svvs-set--text (field text value)
  "Set the property of FIELD to VALUE, which is written as TEXT."
  (svvs-set--request field value text (lambda () (svvs-field--taken field text))))

(defun svvs-field-send (field)
  "Set the property of FIELD, an editable one, if the user has changed its text."
  (when (svvs-field-unsent-p field)
    (pcase-let ((`(,_ ,text ,value . ,_) (svvs-set-value field)))
      (setf (svvs-field-sent field) text
            (svvs-field-submitted field) nil)
      (svvs-set--in-order (lambda () (svvs-set--text field text value))))))

(defun svvs-field--taken (field text)
  "Update FIELD after the server has set its property to TEXT."
  ;; Unless the text was discarded since.
  (when-let ((sent (svvs-field-sent field)))
    (setf (svvs-field-shown field) text)
    (when (equal sent text)
      (setf (svvs-field-sent field) nil)
      (if (svvs-field-unsent-p field)
          ;; Only one request is pending at a time, however fast the user types.
          (svvs-field-typed field)
        (svvs-field-paint field)))))

(defun svvs-field-filters (field)
  "Return the name of the array that FIELD filters, or nil."
  (gethash "filters" (svvs-field-part field)))

(defun svvs-field-typed (field)
  "Handle text that the user has typed into FIELD.
If RET has submitted the text before, what was typed is the next text.  If FIELD
filters a list, set its property."
  (when (stringp (svvs-field-submitted field))
    (let ((written (svvs-field-written field))
          (submitted (svvs-field-submitted field)))
      (setf (svvs-field-submitted field) t)
      (when (string-prefix-p submitted written)
        (svvs-field-write field (substring written (length submitted))))))
  (when (and (svvs-field-filters field) (null (svvs-field-sent field)))
    ;; Incomplete text may become a value as the user types on.
    (ignore-error (user-error svvs-error) (svvs-field-send field))))

(defun svvs-field-accept (field)
  "Set the property of FIELD, and do what RET in it stands for.
Submit the field, or go to the list that it filters, or to the next field."
  (let ((list (and (svvs-field-filters field) (svvs-field-named (svvs-field-filters field)))))
    (cond ((svvs-field-submits field)
           ;; A key that repeats does not submit a text twice.
           (unless (stringp (svvs-field-submitted field))
             (run-hook-with-args 'svvs-field-submit-functions field)))
          ((and list (svvs-field-lines list))
           (svvs-with-user-errors (svvs-field-send field))
           (svvs-field-go-row list 0))
          (t (svvs-with-user-errors (svvs-field-send field))
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
       (or (svvs-field-filters field) (svvs-field-submits field) (svvs-field--submission field))))

(defun svvs-field-return (field)
  "Return what RET in FIELD does, in words."
  (let* ((next (svvs-field--next field))
         (action (or (svvs-field-submits field) (and (null next) (svvs-field--submission field)))))
    (cond (action (gethash "title" (svvs-screen-action (svvs-view-screen (svvs-field-view field)) action)))
          ((svvs-field-filters field) "first row")
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
           (run-hook-with-args 'svvs-field-submit-functions field)))))

(defun svvs-field--next (field)
  "Return the field of the form after FIELD, or nil."
  (svvs-field-named (cadr (svvs-field--form field))))

(defun svvs-field-reset (field)
  "Discard the unsent text in FIELD, but put it into the kill ring."
  (when (eq (svvs-field-style field) 'entry)
    (when (svvs-field-unsent-p field) (svvs-field-kill (svvs-field-written field)))
    (setf (svvs-field-shown field) (svvs-field-written field)
          (svvs-field-sent field) nil
          (svvs-field-submitted field) nil))
  (svvs-field-paint field))

(defun svvs-field-toggle (field)
  "Set the property of FIELD to the value of its check box."
  (svvs-with-user-errors
    (svvs-field--set field (if (widget-value (svvs-field-widget field)) t :false) #'ignore)))

(defun svvs-field-ask (field)
  "Ask in the minibuffer for the value of FIELD, and set the property."
  (svvs-with-user-errors
    (let* ((is-secret (eq (svvs-field-style field) 'secret))
           (part (svvs-field-part field))
           (value (svvs-read part :initial (svvs-value-write (svvs-field-value field) part))))
      (svvs-field--set field value
                       (lambda () (when is-secret (svvs-lines-show (svvs-field-lines field) '("entered"))))))
    (svvs-field--leave field)))

(defun svvs-field--set (field value done)
  "Set the property of FIELD to VALUE, and then call DONE in this buffer."
  (svvs-set--in-order (lambda () (svvs-set--request field value nil done))))

(defun svvs-set--request (field value text done)
  "Request to set the property of FIELD to VALUE; then call DONE in this buffer.
TEXT is what the user has typed for it, or nil."
  (let* ((buffer (current-buffer))
         (view (svvs-field-view field))
         (end (lambda (function &rest arguments)
                (when (buffer-live-p buffer)
                  (with-current-buffer buffer
                    (cl-decf svvs-set--pending)
                    (apply function arguments)
                    (svvs-set--continue)))))
         is-sent)
    (cl-incf svvs-set--pending)
    (unwind-protect
        (progn
          (svvs-warn-if-silent
           view
           (svvs-set-async
            view (list (svvs-field-name field) value)
            :success (lambda (_) (funcall end done))
            :error (lambda (error)
                     (message "svvs: %s" (svvs-error-message error))
                     (funcall end #'svvs-set--refuse field text))))
          (setq is-sent t))
      (unless is-sent (funcall end #'svvs-set--refuse field text)))))

(defun svvs-set--refuse (field text)
  "Note that TEXT of FIELD could not be set."
  (setq svvs-set--refused t)
  ;; Another text may be waiting.
  (when (equal (svvs-field-sent field) text)
    (setf (svvs-field-sent field) nil
          (svvs-field-submitted field) nil))
  ;; A check box shows what was clicked.
  (when (svvs-field-shown-p field) (svvs-field-paint field)))

(provide 'svvs-set)
;;; svvs-set.el ends here
