;;; svvs-call.el --- Calling actions from the buffer of an svvs view  -*- lexical-binding: t; -*-

;;; Commentary:

;; An action takes its arguments from the row at point, or asks for them.  The header
;; line shows the calls in progress, and for how long.

;;; Code:

(require 'svvs-page)

(defvar svvs-call-done-functions nil
  "Functions to call in a buffer when a call has ended.
Their arguments are the action, its arguments and the error, if any.")

(defvar-local svvs-call--in-progress nil
  "The calls in progress in this buffer: an alist of requests and their starts.")

(defvar-local svvs-call--cancelled nil
  "The calls in progress in this buffer that the user has cancelled.")

(defvar-local svvs-call--submitted 0
  "The time of the last submission.")

(defvar svvs-call--clock nil
  "The timer that repaints header lines while there are calls in progress.")

(defun svvs-call-by-key (type name)
  "Call the action NAME of the view in this buffer, which has to be of TYPE.
If the key is a capital letter, or with a prefix argument, ask for the optional
arguments, too."
  (unless (and svvs-buffer-view (equal (svvs-view-type svvs-buffer-view) type))
    (user-error "This buffer does not show a view of the type %s" type))
  (svvs-call-action name (or current-prefix-arg (memq last-command-event (number-sequence ?A ?Z)))))

(defun svvs-call-action (name &optional asks-all given)
  "Call the action NAME of the view in this buffer.
The arguments that it requires are in GIVEN, a plist, taken from the row at
point or asked for.  With a prefix argument, ASKS-ALL, ask for the others too.
If the call may open a view, wait a short time: keys that are typed meanwhile
are for that."
  (interactive (list (svvs-call--read-action) current-prefix-arg) svvs-view-mode)
  (svvs-with-user-errors
    (let* ((screen (svvs-page-screen))
           (action (or (svvs-screen-action screen name) (user-error "No action %s" name)))
           (state (svvs-view-state svvs-buffer-view)))
      (unless (svvs-call--repeated-p name)
        (let ((arguments (svvs-read-fields action :asks-all asks-all :given (or given (svvs-call--row-argument action))
                                           :screen screen :state state)))
          (when (svvs-call--confirmed-p (svvs-call-question screen action arguments state))
            (if (svvs-screen-leading-p screen action)
                (svvs-briefly (svvs-view-connection svvs-buffer-view)
                              (lambda (end) (svvs-call--submit name arguments end)))
              (svvs-call--submit name arguments #'ignore))))))))

(defun svvs-call--repeated-p (name)
  "Return whether a text is on its way for the action NAME, and no other was typed."
  (cl-loop for field being the hash-values of svvs-fields
           thereis (and (equal (svvs-field-submits field) name) (svvs-field-draft field)
                        (not (svvs-draft-new-p (svvs-field-draft field))))))

(defun svvs-call--submit (name arguments end)
  "Set the properties whose text was not sent; call NAME with ARGUMENTS; call END.
Values that the action may read are those of now until it has ended.  Nothing
has to wait for a call that cancels."
  (svvs--check-open svvs-buffer-view)
  (let* ((screen (svvs-page-screen))
         (cancels (svvs-screen-cancels-p screen name))
         (values (unless cancels (svvs-set-enter name))))
    (if (or cancels (not (or values (svvs-set-waiting-p) (equal name (svvs-json-get screen '(form calls))))))
        (svvs-call-with name arguments (lambda (_) (funcall end)))
      (unless svvs-set--submission (setq svvs-call--submitted (float-time)))
      (svvs-call--start-clock)
      (svvs-set-submit values (lambda (settle) (svvs-call-with name arguments settle)) end))))

(defun svvs-call-question (screen action arguments state)
  "Return a list of the question before a call of ACTION of SCREEN, or nil.
The name of what ARGUMENTS and STATE say that it is about follows, or nil, and
the title of the rows if it is not one of them."
  (pcase (svvs-screen-confirmation screen action arguments state)
    (`(,question ,name ,part) (list question (and name (svvs-value-name name)) (and part (gethash "title" part))))))

(defun svvs-call--confirmed-p (question)
  "Return whether the user confirms QUESTION, of `svvs-call-question'.
The key y, which no action has, does that, so that a key that repeats does not."
  (or (null question)
      (pcase-let ((`(,text ,name ,rows) question))
        (y-or-n-p (concat text (and name (format " “%s”" name)) (and name rows (format " (not in %s)" rows)) " ")))))

(defun svvs-call-submit (field)
  "Submit FIELD: call its action, or the one that its form is for."
  (if (svvs-field-submits field)
      (svvs-call-action (svvs-field-submits field))
    (pcase-let ((`(,name . ,given) (svvs-screen-entered (svvs-page-screen) (svvs-call--held))))
      (when name (svvs-call-action name nil given)))))

(defun svvs-call--held ()
  "Return an object of the values in the fields for text."
  (svvs-json-object (cl-loop for field being the hash-values of svvs-fields
                             when (svvs-field-draft field)
                             append (list (svvs-field-name field) (svvs-field-parse field)))))

(defun svvs-call--read-action ()
  "Ask for an action of the view in this buffer."
  (let ((name (completing-read "Action: " (svvs-read-table (svvs-read-described
                                                            (svvs-screen-offered (svvs-page-screen))))
                               nil t)))
    (when (string-empty-p name) (user-error "No action"))
    name))

(defun svvs-call-with (name arguments &optional end)
  "Call the action NAME of the view in this buffer with ARGUMENTS, a plist.
At its end, call END in this buffer with the error, if any."
  (let* ((buffer (current-buffer))
         (view svvs-buffer-view)
         call
         (ended (lambda (error) (svvs-call--ended buffer call name arguments error end))))
    (setq call (svvs-call-async view name arguments :success (lambda (_) (funcall ended nil)) :error ended))
    (unless (svvs-pending-outcome call)
      (push (cons call (float-time)) svvs-call--in-progress)
      (svvs-call--start-clock))
    (svvs-warn-if-silent view call)))

(defun svvs-call--ended (buffer call name arguments error end)
  "Handle the end of CALL in BUFFER, and call END with ERROR.
It called the action NAME with ARGUMENTS, and failed with ERROR, if that is
non-nil.  If BUFFER was killed, its calls were cancelled: do nothing."
  (when (buffer-live-p buffer)
    (when error (message "svvs: %s" (svvs-error-message error)))
    (with-current-buffer buffer
      (setq svvs-call--in-progress (assq-delete-all call svvs-call--in-progress)
            svvs-call--cancelled (delq call svvs-call--cancelled))
      (force-mode-line-update)
      (when end (funcall end error))
      (run-hook-with-args 'svvs-call-done-functions name arguments error))))

(defun svvs-call--row-argument (action)
  "Return a plist of the argument of ACTION that the row at point gives."
  (when-let ((field (svvs-page-field-at (point)))
             (index (svvs-field-row field (point))))
    (and (integerp index)
         (svvs-screen-given action (svvs-field-name field) (nth index (svvs-field-rows field))))))

(defun svvs-call-cancellable ()
  "Return whether there is a call, or other work, to cancel now."
  (or (svvs-call--to-cancel)
      (and (null svvs-call--in-progress)
           (svvs-screen-cancelling (svvs-page-screen) (svvs-view-state svvs-buffer-view)))))

(defun svvs-call--to-cancel ()
  "Return a list of each call in progress that is to be cancelled on request."
  (seq-filter (lambda (call) (and (svvs-screen-cancellable-p (svvs-call--action call))
                                  (not (memq call svvs-call--cancelled))))
              (mapcar #'car svvs-call--in-progress)))

(defun svvs-cancel-calls ()
  "Cancel each call in progress in this buffer, or else other work of the view."
  (interactive nil svvs-view-mode)
  (let ((calls (svvs-call--to-cancel))
        (action (svvs-screen-cancelling (svvs-page-screen) (svvs-view-state svvs-buffer-view))))
    (svvs-with-user-errors
      (cond (calls (mapc #'svvs-cancel calls)
                   (setq svvs-call--cancelled (append calls svvs-call--cancelled))
                   (force-mode-line-update))
            (svvs-call--cancelled (user-error "The server has not ended the call yet"))
            (svvs-call--in-progress (user-error "%s cannot be cancelled"
                                                (svvs-call--title (caar svvs-call--in-progress))))
            (action (svvs-call-with action nil))
            (t (user-error "No call is in progress"))))))

(defun svvs-call--action (call)
  "Return the action that CALL has called."
  (svvs-screen-action (svvs-page-screen) (svvs-pending-method call)))

(defun svvs-call--title (call)
  "Return the title of the action that CALL has called."
  (gethash "title" (svvs-call--action call)))

(defun svvs-call--start-clock ()
  "Repaint header lines from now on."
  (unless svvs-call--clock
    (setq svvs-call--clock (run-at-time 0.35 0.5 #'svvs-call--tick))))

(defun svvs-call--tick ()
  "Repaint header lines; stop the timer if no call is in progress."
  (unless (seq-some (lambda (buffer) (or (buffer-local-value 'svvs-call--in-progress buffer)
                                         (buffer-local-value 'svvs-set--submission buffer)))
                    (buffer-list))
    (cancel-timer svvs-call--clock)
    (setq svvs-call--clock nil))
  (force-mode-line-update t))

(defvar-local svvs-call-notice nil
  "The reason why the view of this buffer could not be reopened, or nil.")

(defun svvs-call-header ()
  "Return the text of the header line."
  (when-let ((view svvs-buffer-view))
    ;; Names may have a percent sign, which means something in a header line.
    (string-replace
     "%" "%%"
     (string-join
      (delq nil (list (concat " " (svvs-page-title))
                      (if (svvs-view-live view) (svvs-call--header-calls) (svvs-call--header-end view))
                      (and (svvs-view-live view) (or (svvs-call--header-return) (svvs-call--header-tab)))
                      (and (svvs-view-live view) (concat (svvs-call--key "C-c ?" "?") " help"))))
      "  "))))

(defun svvs-call--key (in-field elsewhere)
  "Return the key IN-FIELD, or ELSEWHERE if point is not in a field, for a header."
  (svvs-keys-text (if (widget-field-at (point)) in-field elsewhere)))

(defun svvs-call--header-return ()
  "Return the text of the header line about RET in the field at point, or nil."
  (let* ((widget (widget-field-at (point)))
         (field (and widget (seq-find (lambda (field) (eq (svvs-field-widget field) widget))
                                      (hash-table-values svvs-fields)))))
    (and field (concat (svvs-keys-text "RET") " " (svvs-field-return field)))))

;; Elsewhere, letters are keys.
(defun svvs-call--header-tab ()
  "Return the text of the header line about the field next to point, or nil.
If other widgets come first in both directions, it is nil."
  (when-let ((near (and (>= (point) svvs-page--start)
                        (or (svvs-call--entry-beside #'<) (svvs-call--entry-beside #'>)))))
    (concat (svvs-keys-text (if (< (point) (svvs-field-start near)) "TAB" "S-TAB")) " " (svvs-field-title near))))

(defun svvs-call--entry-beside (in-order)
  "Return the field for text whose widget is the nearest of those beyond point.
IN-ORDER compares point with the beginning of a widget there."
  (let ((fields (seq-filter (lambda (field) (and (svvs-field-widget field)
                                                 (funcall in-order (point) (svvs-field-start field))))
                            (hash-table-values svvs-fields))))
    (when-let ((nearest (car (if (eq in-order #'<) fields (last fields)))))
      (and (eq (svvs-field-style nearest) 'entry) nearest))))

(defun svvs-call--header-end (view)
  "Return the text of the header line about the end of VIEW, which has closed."
  (let* ((connection (svvs-view-connection view))
         (failure (svvs-connection-failure connection)))
    (cond (svvs-call-notice (svvs-call--header-warning svvs-call-notice "tries again"))
          (failure (svvs-call--header-warning (svvs-error-message failure) "reopens all"))
          (t (svvs-call--header-warning (if (svvs-view-session view) "closed" "closed by the server")
                                        "reopens it")))))

(defun svvs-call--header-warning (text remedy)
  "Return TEXT, about a view that has closed, with REMEDY, the effect of the key g.
In a field, where g is text, it is another key."
  (concat (svvs-call--key "C-c C-g" "g")
          (propertize (format " %s: %s" remedy (svvs-value-excerpt text 80)) 'face 'warning 'help-echo text)))

(defun svvs-call--header-calls ()
  "Return the text of the header line about work in progress, or nil."
  (let ((calls (seq-filter
                ;; A short call does not flicker.
                (lambda (call) (> (- (float-time) (cdr call)) 0.3))
                (reverse svvs-call--in-progress))))
    (cond (calls
           (concat (if (svvs-call--to-cancel)
                       (concat (svvs-call--key "C-c C-k" "k") (propertize " cancels " 'face 'warning))
                     "")
                   (propertize (mapconcat (lambda (call)
                                            (format "%s %d s%s" (svvs-call--title (car call))
                                                    (- (float-time) (cdr call))
                                                    (if (memq (car call) svvs-call--cancelled) ", cancelling" "")))
                                          calls ", ")
                               'face 'warning)))
          ((and (functionp svvs-set--submission) (> (- (float-time) svvs-call--submitted) 0.3))
           (propertize (format "sending %d s" (- (float-time) svvs-call--submitted)) 'face 'warning))
          ((svvs-call--busy-p)
           (if (svvs-screen-cancelling (svvs-page-screen) (svvs-view-state svvs-buffer-view))
               (concat (svvs-call--key "C-c C-k" "k") (propertize " cancels: busy" 'face 'warning))
             (propertize "busy" 'face 'warning))))))

(defun svvs-call--busy-p ()
  "Return whether work is in progress by a property of the state."
  (svvs-screen-busy (svvs-page-screen) (svvs-view-state svvs-buffer-view)))

(provide 'svvs-call)
;;; svvs-call.el ends here
