;;; svvs-field.el --- Properties of svvs views in a buffer  -*- lexical-binding: t; -*-

;;; Commentary:

;; A property is a line of the buffer: text if it is read-only, a field if it
;; can be written, a check box, or a button that asks for a choice or a secret.
;; Once inserted, only the value of a line is ever replaced, so that point, and
;; what the user is typing, stay.

;;; Code:

(require 'svvs-patience)
(require 'svvs-schema)
(require 'wid-edit)

(cl-defstruct (svvs-field (:constructor svvs--make-field) (:copier nil))
  "A property in a buffer."
  view name schema kind
  (widget nil :documentation "The check box, the editable field or the button, if there is one.")
  (start nil :documentation "Where the text begins, if it is no widget's.")
  (end nil :documentation "Where the text ends, if it is no widget's.")
  (shown "" :documentation "The text as it was painted; the user may have changed it since.")
  (sent nil :documentation "The text as it was sent and not yet taken by the server."))

(defun svvs-field-style (field)
  "Return the style of FIELD: `text', `secret', `toggle', `choice' or `entry'."
  (let ((schema (svvs-field-schema field)))
    (cond ((eq t (svvs-json-get schema '(readOnly))) 'text)
          ((eq t (svvs-json-get schema '(writeOnly))) 'secret)
          (t (pcase (svvs-field-kind field)
               (`(boolean nil) 'toggle)
               (`(,(or 'boolean 'enum) . ,_) 'choice)
               (_ 'entry))))))

(defun svvs-field-insert (view name schema)
  "Insert at point the property NAME of VIEW, of SCHEMA, and return it as a field."
  (let ((field (svvs--make-field
                :view view :name name :schema schema
                :kind (svvs-schema-resolve (svvs-view-connection view) schema))))
    (insert (propertize name 'face 'bold
                        'help-echo (svvs-json-get schema '(description)))
            ": ")
    (pcase (svvs-field-style field)
      ('toggle (svvs-field--widget field 'checkbox :notify (lambda (&rest _) (svvs-field--toggle field))))
      ('entry (svvs-field--widget field 'editable-field :format "%v" :help-echo nil
                                  :action (lambda (&rest _)
                                            (svvs-with-user-errors (svvs-field-send field t)))))
      ('text (svvs-field--text field))
      (_ (svvs-field--widget field 'push-button :notify (lambda (&rest _) (svvs-field--ask field))
                             (if (eq (svvs-field-style field) 'secret) "Enter" "Choose"))
         (insert " ")
         (svvs-field--text field)))
    (unless (eq (svvs-field-style field) 'entry) (insert "\n"))
    ;; Not before the end of the line is there, which would be taken for a part of the text.
    (when (svvs-field-end field) (set-marker-insertion-type (svvs-field-end field) t))
    field))

(defun svvs-field--widget (field &rest arguments)
  "Make the widget of FIELD with ARGUMENTS."
  (setf (svvs-field-widget field) (apply #'widget-create arguments)))

(defun svvs-field--text (field)
  "Make room at point for the text of FIELD."
  (setf (svvs-field-start field) (point-marker)
        (svvs-field-end field) (point-marker)))

;;;; Painting

(defun svvs-field-paint (field)
  "Show the state's value of FIELD, unless the user is writing another."
  (let ((value (svvs-get (svvs-field-view field) (svvs-field-name field))))
    (pcase (svvs-field-style field)
      ('secret nil)
      ('toggle (unless (eq (eq value t) (widget-value (svvs-field-widget field)))
                 (save-excursion (widget-value-set (svvs-field-widget field) (eq value t)))))
      ('entry (svvs-field--paint-entry field (svvs-schema-text value (svvs-field-kind field))))
      (_ (svvs-field--show field (svvs-schema-display value))))))

(defun svvs-field--paint-entry (field text)
  "Show TEXT in FIELD, an editable one, unless the user has written there."
  (let ((written (svvs-field-written field)))
    (when (and (equal written (svvs-field-shown field)) (not (equal written text)))
      (let ((widget (svvs-field-widget field)))
        (svvs-field--replace (widget-field-start widget) (widget-field-text-end widget) text)))
    (when (equal (svvs-field-written field) text)
      (setf (svvs-field-shown field) text))))

(defun svvs-field--show (field text)
  "Show TEXT in FIELD, which is not editable."
  (unless (equal text (svvs-field-shown field))
    (svvs-field--replace (svvs-field-start field) (svvs-field-end field) text)
    (setf (svvs-field-shown field) text)))

(defun svvs-field--replace (start end text)
  "Have TEXT between START and END, touching only what differs."
  (let ((inhibit-read-only t)
        (inhibit-modification-hooks t))
    (replace-region-contents start end (lambda () text) 0.1))
  ;; The positions in it are of the text before.
  (when (consp buffer-undo-list) (setq buffer-undo-list nil)))

(defun svvs-field-written (field)
  "Return the text that stands in FIELD, an editable one."
  (substring-no-properties (widget-value (svvs-field-widget field))))

;;;; Sending

(defun svvs-field-send (field &optional again)
  "Set the property of FIELD, an editable one, if the user has changed its text.
What the server has refused is sent only if AGAIN."
  (let ((text (svvs-field-written field)))
    (unless (or (equal text (svvs-field-shown field))
                (and (equal text (svvs-field-sent field)) (not again)))
      (setf (svvs-field-sent field) text)
      (svvs-field--set field (svvs-schema-parse text (svvs-field-kind field))
                       (lambda ()
                         (when (equal (svvs-field-sent field) text)
                           (setf (svvs-field-sent field) nil))
                         (when (equal (svvs-field-written field) text)
                           (setf (svvs-field-shown field) text)
                           (unless (member (svvs-field-name field)
                                           (svvs-view-stale (svvs-field-view field)))
                             (svvs-field-paint field))))))))

(defun svvs-field-reset (field)
  "Forget what the user has written in FIELD."
  (when (eq (svvs-field-style field) 'entry)
    (setf (svvs-field-shown field) (svvs-field-written field)
          (svvs-field-sent field) nil))
  (svvs-field-paint field))

(defun svvs-field--toggle (field)
  "Set the property of FIELD as its check box is."
  (svvs-with-user-errors
    (svvs-field--set field (if (widget-value (svvs-field-widget field)) t :false) #'ignore)))

(defun svvs-field--ask (field)
  "Ask in the minibuffer for the value of FIELD, and set the property."
  (svvs-with-user-errors
    (let* ((is-secret (eq (svvs-field-style field) 'secret))
           (value (svvs-schema-read (svvs-view-connection (svvs-field-view field))
                                    (svvs-field-name field) (svvs-field-schema field) nil is-secret)))
      (svvs-field--set field value
                       (lambda () (when is-secret (svvs-field--show field "entered")))))))

(defun svvs-field--set (field value done)
  "Set the property of FIELD to VALUE, and then call DONE in this buffer."
  (let* ((buffer (current-buffer))
         (view (svvs-field-view field))
         (is-set nil))
    (unwind-protect
        (progn
          (svvs-patience
           view
           (svvs-set-async
            view (list (svvs-field-name field) value)
            :success (lambda (_)
                       (when (buffer-live-p buffer)
                         (with-current-buffer buffer (funcall done))))
            :error (lambda (error)
                     (when (buffer-live-p buffer)
                       (message "svvs: %s" (svvs-error-message error))
                       (with-current-buffer buffer (svvs-field-paint field))))))
          (setq is-set t))
      ;; A check box shows what was clicked.
      (unless is-set (svvs-field-paint field)))))

(provide 'svvs-field)
;;; svvs-field.el ends here
