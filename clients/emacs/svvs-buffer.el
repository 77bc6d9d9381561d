;;; svvs-buffer.el --- Buffers that show svvs views, and open others  -*- lexical-binding: t; -*-

;;; Commentary:

;; The buffer of a view repaints itself when the state changes, and killing it closes
;; the view, unless other front ends have it too.
;;
;; A row, a property or an action may open another view.  When the user comes
;; back, the property that has opened it is reset.
;;
;; After the end of the server, its views are opened again in their buffers.
;;
;; RET opens what is at point, and n and p go from row to row.

;;; Code:

(require 'browse-url)
(require 'goto-addr)
(require 'help-mode)
(require 'svvs-offer)

;;;; Buffers

(defvar svvs-buffer--drafts (make-hash-table :test #'equal)
  "The drafts of all views that were shown, by `svvs-buffer--key'.")

(defvar svvs-buffer--count 0
  "The number of buffers that were made for views.")

(defvar svvs-buffer--clock nil
  "The timer that repaints relative times.")

(defvar-local svvs-buffer-number nil
  "The number of this buffer, in the order in which they were made.")

(defvar-local svvs-buffer--openers nil
  "The names of the properties that have opened the view that the user is in.")

(defvar-local svvs-buffer--state nil
  "The state of the view when it last opened others.")

(defvar svvs-view-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map (make-composed-keymap widget-keymap special-mode-map))
    (define-key map (kbd "RET") 'svvs-press)
    (define-key map "g" 'svvs-refresh-buffer)
    (define-key map "k" #'svvs-cancel-or-kill)
    (define-key map "n" 'svvs-next-row)
    (define-key map "o" #'svvs-open-offer)
    (define-key map "p" 'svvs-previous-row)
    (define-key map "v" 'svvs-choose-view)
    (define-key map "x" #'svvs-call-action)
    (define-key map "?" 'svvs-help)
    (svvs-page-ignore-replies map)
    map)
  "Keymap of `svvs-view-mode' for point outside of fields.")

(setq-default svvs-page-map svvs-view-mode-map)

(defun svvs-cancel-or-kill ()
  "Cancel what `svvs-cancel-calls' cancels, or else close the view.
The user has to confirm that it is closed; the buffer is killed then."
  (interactive nil svvs-view-mode)
  (let ((is-live (svvs-view-live svvs-buffer-view)))
    (cond ((and is-live (or (svvs-page--to-cancel)
                            (and (null svvs-page--calls)
                                 (svvs-screen-cancelling (svvs-page-screen) (svvs-view-state svvs-buffer-view)))))
           (svvs-cancel-calls))
          ((or (not (or is-live (svvs-buffer--unsent svvs-drafts))) (y-or-n-p "Close this view? ")) (kill-buffer)))))

(declare-function evil-initial-state "evil-core")
(declare-function evil-set-initial-state "evil-core")

(define-derived-mode svvs-view-mode special-mode "svvs"
  "Major mode of buffers that show a view of an svvs server.
Each action has a letter; \\[svvs-help] describes them, and how to type them in a
field.  RET in a field sets the property, on a row opens it, and on a button
presses it.  Killing the buffer closes the view, unless that is in
a shared session: there `svvs-close-view' closes it, for all.

\\{svvs-page-map}"
  :interactive nil
  ;; Letters are keys of the view, unless the user has decided otherwise.
  (when (and (fboundp 'evil-set-initial-state) (null (evil-initial-state 'svvs-view-mode)))
    (evil-set-initial-state 'svvs-view-mode 'emacs))
  (setq-local buffer-read-only nil ; Text outside of fields is.
              revert-buffer-function (lambda (&rest _) (svvs-refresh-buffer))
              truncate-lines nil
              word-wrap t
              ;; Point in the last field does not move the rows above it to the middle.
              scroll-conservatively 101
              ;; Text from right to left does not move what is beside it.
              bidi-paragraph-direction 'left-to-right
              hl-line-range-function 'svvs-buffer-row-line
              header-line-format '(:eval (svvs-page-header)))
  (hl-line-mode)
  (add-hook 'window-size-change-functions #'svvs-buffer--resized nil t)
  (add-hook 'post-command-hook #'svvs-buffer--reset-properties nil t)
  (add-hook 'post-command-hook #'svvs-page-paint-buttons nil t)
  (add-hook 'kill-buffer-hook #'svvs-buffer--close nil t))

(defun svvs-buffer-create (view)
  "Return a buffer for VIEW, which repaints itself.
It is a new one, unless one is left of such a view that has ended."
  (let ((buffer (or (svvs-buffer--with view (lambda (other) (not (svvs-view-live other))))
                    (generate-new-buffer (svvs-buffer--name view)))))
    (with-current-buffer buffer
      (unless svvs-buffer-view
        (svvs-view-mode)
        (setq svvs-buffer-number (cl-incf svvs-buffer--count)))
      (svvs-buffer-adopt view))
    buffer))

(defun svvs-buffer-adopt (view)
  "Show VIEW in this buffer, with point where it was.
Text that the user has typed and not sent stays."
  (let ((buffer (current-buffer))
        (screen (svvs-view-screen view)))
    (setq svvs-page-notice nil)
    (unless svvs-drafts (setq svvs-drafts (svvs-buffer--find-drafts view)))
    (svvs-page-use-keys screen svvs-view-mode-map)
    (unless svvs-buffer--clock (setq svvs-buffer--clock (run-at-time 30 30 #'svvs-buffer--tick)))
    (svvs-page-stay (lambda () (svvs-page-insert view screen)))
    ;; The values at the beginning open nothing.
    (setq svvs-buffer--state (svvs-view-state view)
          svvs-buffer--openers nil
          svvs-offer--announced nil)
    (svvs-offer-attend buffer)
    (svvs-watch view (lambda (view names _cause)
                       (when (and (buffer-live-p buffer)
                                  (eq view (buffer-local-value 'svvs-buffer-view buffer)))
                         (svvs-buffer--changed buffer names))))))

(defun svvs-buffer--find-drafts (view)
  "Return the drafts of VIEW that no buffer has."
  (cl-loop with taken = (mapcar (lambda (buffer) (buffer-local-value 'svvs-drafts buffer)) (buffer-list))
           for place from 0
           for key = (cons place (svvs-buffer--key view))
           for drafts = (or (gethash key svvs-buffer--drafts)
                            (puthash key (make-hash-table :test #'equal) svvs-buffer--drafts))
           unless (memq drafts taken) return drafts))

(defun svvs-buffer--unsent (drafts)
  "Return a list of the texts of DRAFTS that were not sent."
  (and drafts (mapcan #'svvs-draft-unsent (hash-table-values drafts))))

(defun svvs-buffer-may-exit-p ()
  "Return whether Emacs may end: ask if that discards text that was not sent."
  (let ((unsent (mapcan #'svvs-buffer--unsent (hash-table-values svvs-buffer--drafts))))
    (or (null unsent)
        (yes-or-no-p (format "Texts of svvs that were not sent: %d; exit anyway? " (length unsent))))))

(add-hook 'kill-emacs-query-functions #'svvs-buffer-may-exit-p)

(defun svvs-buffer-refuse (connection error)
  "Show that CONNECTION has refused with ERROR to reopen the view of this buffer.
Keep the text that was not sent, but not the former state."
  (setq svvs-page-notice (svvs-error-message error))
  ;; It may be tried again over this connection.
  (setf (svvs-view-connection svvs-buffer-view) connection)
  (svvs-page-blank)
  (force-mode-line-update))

(defun svvs-buffer--name (view)
  "Return the name of the buffer of VIEW, such as *svvs user id=A*."
  (let ((params (svvs-json-object (svvs-view-params view))))
    (format "*svvs %s%s*" (svvs-view-type view)
            (cl-loop for field in (svvs-screen-list (svvs-view-screen view) 'asks)
                     for name = (gethash "name" field)
                     for value = (gethash name params)
                     unless (or (null value) (gethash "secret" field))
                     concat (format " %s=%s" name (svvs-value-excerpt value 40))))))

(defun svvs-buffer--changed (buffer names)
  "Repaint the properties NAMES in BUFFER; they are nil if its view is closed."
  (with-current-buffer buffer
    (dolist (name (seq-difference names (mapcar #'car (svvs-view-appended svvs-buffer-view))))
      (when-let ((field (svvs-field-named name))) (setf (svvs-field-drawn field) nil)))
    (svvs-page-changed buffer (or names (hash-table-keys svvs-drafts)))
    ;; The buffers of a server that has ended keep their contents.
    (cond (names)
          ((svvs-connection-failure (svvs-view-connection svvs-buffer-view))
           (mapc #'svvs-draft-lose (hash-table-values svvs-drafts)))
          (t (mapc #'svvs-draft-close (hash-table-values svvs-drafts))
             (svvs-page-blank)))
    ;; A log that grows does nothing else, and is not read before it is painted.
    (unless (and names (seq-every-p #'svvs-buffer--grown-p names))
      (svvs-offer-attend buffer)
      (svvs-buffer--open-changed))))

(defun svvs-buffer--grown-p (name)
  "Return whether NAME is the property of a stream that has only grown."
  (let ((field (svvs-field-named name)))
    (and field (svvs-field-stream-p field) (svvs-field-drawn field) (null (gethash "opens" (svvs-field-part field))))))

(defun svvs-forget-field ()
  "Discard the unsent text in the field at point, but put it into the kill ring."
  (interactive nil svvs-view-mode)
  (svvs-buffer--change-draft
   #'svvs-draft-typed "No unsent text here"
   (lambda (draft)
     ;; Not on the clipboard.
     (let (interprogram-cut-function) (mapc #'kill-new (seq-take (svvs-draft-unsent draft) 1)))
     (svvs-draft-edit draft nil))))

(defun svvs-recall-text ()
  "Exchange the text in the field at point with the first one kept beside it."
  (interactive nil svvs-view-mode)
  (svvs-buffer--change-draft #'svvs-draft-kept "No other text was kept here" #'svvs-draft-recall))

(defun svvs-buffer--change-draft (predicate problem function)
  "Call FUNCTION with the draft at point, and go to the end of its text.
If there is none for which PREDICATE is non-nil, signal PROBLEM."
  (let* ((field (svvs-page-field-at (point)))
         (draft (and field (svvs-field-draft field))))
    (unless (and draft (funcall predicate draft)) (user-error problem))
    (funcall function draft)
    (svvs-field-show field)
    (when (svvs-field-beside field) (goto-char (widget-field-text-end (svvs-field-widget field))))))

(defun svvs-buffer--resized (window)
  "Repaint the buffer of WINDOW, whose size has changed."
  (svvs-buffer--repaint (window-buffer window)))

(defun svvs-buffer--repaint (buffer)
  "Paint the values in BUFFER, but mark no change."
  (with-current-buffer buffer
    (when svvs-buffer-view
      (let ((svvs-value-marked-seconds nil))
        (mapc #'svvs-field-scroll-paint (seq-filter #'svvs-field-lines (hash-table-values svvs-fields)))
        (svvs-page-begin-awaited)))))

(defun svvs-buffer--tick ()
  "Repaint the relative times in sight."
  (mapc #'svvs-buffer--repaint
        (seq-filter (lambda (buffer) (get-buffer-window buffer 'visible)) (svvs-buffers))))

(defun svvs-buffer-show (buffer)
  "Display BUFFER, with point outside of fields."
  (pop-to-buffer-same-window buffer)
  (svvs-page-begin))

(defun svvs-buffers ()
  "Return the buffers of views."
  (seq-filter (lambda (buffer) (buffer-local-value 'svvs-buffer-view buffer)) (buffer-list)))

(defun svvs-buffer-find (connection type params)
  "Return the buffer of an open view of TYPE with PARAMS over CONNECTION, or nil."
  (svvs-buffer--with (svvs--make-view :connection connection :type type :params params)
                     (lambda (view) (and (eq (svvs-view-connection view) connection) (svvs-view-live view)))))

(defun svvs-buffer--with (view predicate)
  "Return a buffer of a view like VIEW for which PREDICATE is non-nil, or nil."
  (let ((key (svvs-buffer--key view)))
    (seq-find (lambda (buffer)
                (let ((other (buffer-local-value 'svvs-buffer-view buffer)))
                  (and (equal (svvs-buffer--key other) key) (funcall predicate other))))
              (svvs-buffers))))

(defun svvs-buffer--key (view)
  "Return the command of the server of VIEW, its type and its parameters in order.
A view that is opened again, also by another server, has the same."
  (let ((params (svvs-json-object (svvs-view-params view))))
    (list (cdr (svvs-connection-origin (svvs-view-connection view)))
          (svvs-view-type view)
          ;; In JSON, 1 is 1.0.
          (mapcar (lambda (name)
                    (cons name (string-replace ".0]" "]" (svvs-json-serialize (vector (gethash name params))))))
                  (sort (hash-table-keys params) #'string<)))))

(defun svvs-buffer--close ()
  "Close the view of this buffer, unless it is shared, without waiting for that.
Its text that was not sent is kept."
  (when (and svvs-buffer-view (svvs-view-live svvs-buffer-view) (not (svvs-view-shared-p svvs-buffer-view)))
    (ignore-error svvs-error (svvs-close-async svvs-buffer-view))
    (svvs--mark-closed svvs-buffer-view))
  ;; Also those of a shared view, and of a server that has ended.
  (when svvs-drafts (mapc #'svvs-draft-close (hash-table-values svvs-drafts)))
  (svvs-field-report-unsent (svvs-buffer--unsent svvs-drafts)))

;;;; Views that open views

(defun svvs-buffer-create-opened (view)
  "Make a buffer for VIEW, which was opened here, and return it.
Call the action to call when a view appears, if there is one."
  (let ((buffer (svvs-buffer-create view)))
    (with-current-buffer buffer (svvs-buffer-call-first))
    buffer))

(defun svvs-buffer-call-first ()
  "Call the action to call when the view of this buffer appears, if there is one."
  (when-let ((action (gethash "onAppear" (svvs-page-screen))))
    (setq svvs-page-first-call (svvs-page-call action nil))))

(defun svvs-buffer-open (target &optional property)
  "Open TARGET, a view type and parameters, and display it in place of this buffer.
PROPERTY is the name of the property that opens it, if one does.  If the user is
here, wait a short time: keys that are typed meanwhile are for the new view."
  (pcase-let* ((origin (current-buffer))
               (`(,type . ,params) target)
               (connection (svvs-view-connection svvs-buffer-view))
               (display (lambda (buffer)
                          (svvs-buffer-display buffer origin property (not (svvs-page-leads-p origin)))))
               (visit (lambda (end)
                        (svvs-buffer-visit connection type params display
                                           (lambda (&optional error)
                                             (when error (message "svvs: %s" (svvs-error-message error)))
                                             (funcall end))))))
    (if (svvs-page-leads-p origin) (svvs-briefly connection visit)
      (funcall visit #'ignore))))

(defun svvs-buffer-visit (connection type params display end &optional is-new)
  "Open over CONNECTION the view of TYPE with PARAMS, unless it is open.
If IS-NEW, open another one.  Pass its buffer to DISPLAY, and call END; if it is
refused, call END with the error."
  (let ((buffer (and (not is-new) (svvs-buffer-find connection type params)))
        (show (lambda (buffer)
                (funcall display buffer)
                (funcall end))))
    (if buffer (funcall show buffer)
      (svvs-open-async connection type :params params :delivery 'patch :session (svvs--shared-session connection)
                       :success (lambda (view) (funcall show (svvs-buffer-create-opened view))) :error end))))

(defun svvs-buffer-display (buffer origin &optional property is-late)
  "Display BUFFER in place of ORIGIN, if that is in the selected window.
PROPERTY of ORIGIN has opened it, unless it is nil.  If IS-LATE, only say that
it is open."
  ;; Not before: until the view is open, the user cannot come back from it.
  (when (and property (buffer-live-p origin))
    (with-current-buffer origin (push property svvs-buffer--openers)))
  (if (and (eq (window-buffer) origin) (not is-late))
      (svvs-buffer-show buffer)
    (message "svvs: %s is open" (buffer-name buffer))))

(defun svvs-buffer--open-changed ()
  "Open the views that properties open after the last change, and show its notices."
  (let ((before svvs-buffer--state)
        (state (svvs-view-state svvs-buffer-view)))
    (setq svvs-buffer--state state)
    (when-let ((parts (svvs-screen-notices (svvs-page-screen) before state)))
      (message "svvs: %s" (mapconcat (lambda (part) (svvs-value-text (gethash (gethash "name" part) state) part)) parts "  "))
      (when-let ((editable (seq-filter (lambda (part) (gethash "editable" part)) parts)))
        (ignore-error svvs-error
          (svvs-set-async svvs-buffer-view (mapcan (lambda (part) (list (gethash "name" part) :null)) editable)))))
    (pcase-dolist (`(,name . ,target) (svvs-screen-changed (svvs-page-screen) before state))
      (if (eq (car target) :file) (svvs-offer-file name (cdr target))
        (svvs-buffer-open target name)))))

(defun svvs-buffer-open-settled (name arguments error)
  "Open the view that the action NAME opens, after a call with ARGUMENTS.
If the call has failed with ERROR, open none."
  (when-let ((target (svvs-screen-settled (svvs-screen-action (svvs-page-screen) name) arguments
                                          (svvs-view-state svvs-buffer-view) error)))
    (svvs-buffer-open target)))

(defun svvs-buffer--reset-properties ()
  "Reset the properties that have opened other views, when the user is back here."
  (let ((names svvs-buffer--openers))
    (setq svvs-buffer--openers nil)
    (dolist (name names)
      (when-let ((properties (svvs-screen-returned (svvs-screen-part (svvs-page-screen) name)
                                                   (svvs-view-state svvs-buffer-view))))
        ;; An error would remove this function from the hook.
        (ignore-error svvs-error
          (svvs-set-async svvs-buffer-view properties))))))

;;;; Reopening

(defvar svvs-current-connection nil
  "The connection that commands use.")

(defun svvs-refresh-buffer ()
  "Request the state again.
If the server of this buffer has ended, start it again and reopen all its views;
if only the view was closed, reopen that."
  (interactive nil svvs-view-mode)
  (svvs-with-user-errors
    (let* ((view svvs-buffer-view)
           (buffer (current-buffer))
           (connection (svvs-view-connection view)))
      ;; Emacs may not have noticed the end of the server.
      (ignore-error svvs-error (svvs--check-connection connection))
      (cond ((svvs-view-live view)
             (svvs-refresh-async view :error (lambda (error) (message "svvs: %s" (svvs-error-message error)))))
            ((svvs-connection-live-p connection) (svvs-buffer--reopen connection (list buffer)))
            (t (svvs-buffer-reopen-all connection))))))

(defun svvs-buffer-reopen-all (dead)
  "Start the server of DEAD, a connection, again, and reopen its views."
  (let ((buffers (seq-filter (lambda (buffer)
                               (eq dead (svvs-view-connection (buffer-local-value 'svvs-buffer-view buffer))))
                             (svvs-buffers)))
        (connection (if (and svvs-current-connection (svvs-connection-live-p svvs-current-connection))
                        svvs-current-connection
                      (setq svvs-current-connection (svvs-reconnect dead #'svvs-connect-async)))))
    (svvs-buffer--reopen connection
                         (seq-sort-by (lambda (buffer) (buffer-local-value 'svvs-buffer-number buffer)) #'< buffers)
                         (hash-table-values (svvs-connection-sessions dead)))))

(defun svvs-buffer--reopen (connection buffers &optional sessions)
  "Reopen over CONNECTION the views of BUFFERS, and join or share SESSIONS.
Report how many were reopened and why others were refused."
  (svvs-briefly
   connection
   (lambda (end)
     (svvs-screens-async
      connection
      (lambda ()
        (svvs-buffer--reopen-sessions
         connection sessions (lambda () (svvs-buffer--reopen-views connection buffers end)) end))
      end))))

(defun svvs-buffer--reopen-views (connection buffers end)
  "Reopen over CONNECTION the views of BUFFERS, report that, and call END."
  (let* ((buffers (seq-filter #'buffer-live-p buffers))
         (left (length buffers))
         (opened 0)
         refusals)
    (dolist (buffer buffers)
      (svvs-buffer--reopen-view
       buffer connection
       (lambda (&optional error)
         (cond ((not (buffer-live-p buffer)))
               (error (push (svvs-error-message error) refusals))
               (t (cl-incf opened)))
         (when (zerop (cl-decf left))
           (message "svvs: Opened again: %d %s%s" opened (if (= opened 1) "view" "views")
                    (if refusals (format ", %d refused: %s" (length refusals)
                                         (string-join (seq-uniq (nreverse refusals)) "; "))
                      ""))
           (funcall end)))))
    (when (null buffers) (funcall end))))

(defun svvs-buffer--reopen-sessions (connection sessions success error)
  "Join or share over CONNECTION the SESSIONS of one that has ended.
Then call SUCCESS, or ERROR with an error."
  (pcase sessions
    ('nil (funcall success))
    (`(,session . ,others)
     (let ((name (svvs-session-name session))
           (on-open (svvs-session-on-open session))
           (continue (lambda (_) (svvs-buffer--reopen-sessions connection others success error))))
       (if (gethash name (svvs-connection-sessions connection)) (funcall continue nil)
         (svvs-share-async
          connection name :keep svvs-keep :on-open on-open :success continue
          ;; Another front end may have shared it again.
          :error (lambda (failure)
                   (cond ((gethash name (svvs-connection-sessions connection)) (funcall continue nil))
                         ((equal (svvs-error-data failure "path") "/session")
                          (svvs-join-async connection name :delivery (svvs-session-delivery session)
                                           :on-open on-open :success continue :error error))
                         (t (funcall error failure))))))))))

(defun svvs-buffer--reopen-view (buffer connection end &optional is-other-id)
  "Reopen over CONNECTION the view that BUFFER has shown.
Then call END, with the error if the view is refused.
If IS-OTHER-ID is non-nil, the server chooses the id."
  (let* ((old (buffer-local-value 'svvs-buffer-view buffer))
         (session (svvs-view-session old))
         ;; In a session that was joined, it may be open already.
         (open (seq-find (lambda (view) (and (equal (svvs-view-id view) (svvs-view-id old))
                                             (equal (svvs-buffer--key view) (svvs-buffer--key old))
                                             (equal (svvs-view-session view) session)))
                         (hash-table-values (svvs-connection-views connection)))))
    (if open (progn (with-current-buffer buffer (svvs-buffer-adopt open))
                    (funcall end))
      (svvs-open-async connection (svvs-view-type old) :params (svvs-view-params old)
                       ;; With the old id, the other front ends find the view again, too.
                       :id (and (not is-other-id) (gethash session (svvs-connection-sessions connection))
                                (svvs-view-id old))
                       :session session :delivery (svvs-view-delivery old)
                       :success (lambda (view)
                                  ;; The user may have killed the buffer, or reopened the view twice.
                                  (if (not (and (buffer-live-p buffer)
                                                (eq old (buffer-local-value 'svvs-buffer-view buffer))))
                                      (svvs-close-async view)
                                    (with-current-buffer buffer
                                      (svvs-buffer-adopt view)
                                      (svvs-buffer-call-first)))
                                  (funcall end))
                       :error (lambda (error)
                                (cond ((not (buffer-live-p buffer)) (funcall end error))
                                      ;; Another front end has opened it meanwhile.
                                      ((not (eq old (buffer-local-value 'svvs-buffer-view buffer))) (funcall end))
                                      ;; Another view has the old id.
                                      ((and (not is-other-id) (equal (svvs-error-data error "path") "/view"))
                                       (svvs-buffer--reopen-view buffer connection end t))
                                      (t (with-current-buffer buffer (svvs-buffer-refuse connection error))
                                         (funcall end error))))))))

;;;; Rows

(defun svvs-press ()
  "Open what is at point: a button, a row or the rest of them, or a field."
  (interactive nil svvs-view-mode)
  (let* ((field (svvs-page-field-at (point)))
         (row (and field (svvs-field-row field (point))))
         (chosen (cond ((integerp row) (nth row (svvs-field-rows field)))
                       ((and field (hash-table-p (svvs-field-value field))) (svvs-field-value field))))
         (target (and chosen
                      (svvs-screen-chosen (svvs-field-part field) chosen))))
    (cond ((widget-at) (widget-button-press (point)))
          ((eq row 'more) (svvs-field-show-more field))
          ((eq (car target) :file) (svvs-offer-visit (cdr target) (svvs-field-name field)))
          (target (svvs-run #'svvs-buffer-open target)
                  (set-buffer (window-buffer)))
          (row (svvs-buffer--show-row field row))
          ((and field (svvs-buffer--url field)) (browse-url (svvs-buffer--url field)))
          ((and field (svvs-field-widget field))
           (svvs-field-enter field)
           (when (memq (svvs-field-style field) '(secret choice)) (svvs-field-ask field)))
          (t (user-error "No button, field or row here")))))

(defun svvs-buffer--url (field)
  "Return the URL on the line of point, of FIELD, or nil."
  (let* ((number (and (svvs-field-lines field) (svvs-value-lines-number (svvs-field-lines field) (point))))
         (value (svvs-field-value field))
         (url (cond ((equal (gethash "format" (svvs-field-part field)) "url") value)
                    ((and (hash-table-p value) number (> number 0))
                     (let ((column (nth (1- number) (svvs-value-shown value (svvs-field-columns field)))))
                       (and column (equal (gethash "format" column) "url") (gethash (gethash "name" column) value)))))))
    (and (stringp url) (string-match-p "\\`https?://" url) url)))

(defun svvs-next-row (&optional count)
  "Go to the next row of a table, or move by COUNT rows."
  (interactive "p" svvs-view-mode)
  (let* ((lines (svvs-buffer--row-lines))
         (here (line-number-at-pos))
         (count (or count 1))
         (line (if (> count 0) (nth (1- count) (seq-filter (lambda (line) (> line here)) lines))
                 (nth (1- (- count)) (nreverse (seq-filter (lambda (line) (< line here)) lines))))))
    (unless line (user-error "No more rows"))
    (forward-line (- line here))))

(defun svvs-previous-row (&optional count)
  "Go to the previous row of a table, or move back by COUNT rows."
  (interactive "p" svvs-view-mode)
  (svvs-next-row (- (or count 1))))

(defun svvs-buffer--row-lines ()
  "Return the numbers of the lines of this buffer that are rows of tables.
A record that opens a view is a row, too."
  (cl-loop for field being the hash-values of svvs-fields
           when (svvs-buffer--record-p field)
           collect (line-number-at-pos (svvs-value-lines-start (svvs-field-lines field)))
           when (svvs-field-rows field)
           append (let ((label (line-number-at-pos (svvs-value-lines-start (svvs-field-lines field)))))
                    ;; Also the line that stands for earlier rows.
                    (number-sequence (+ label (svvs-field-first-row field) (if (zerop (svvs-field-offset field)) 0 -1))
                                     (+ label -1 (length (svvs-value-lines-shown (svvs-field-lines field))))))))

(defun svvs-buffer--record-p (field)
  "Return whether FIELD is a record that opens a view."
  (let ((value (svvs-field-value field)))
    (and (svvs-field-lines field) (hash-table-p value) (svvs-screen-chosen (svvs-field-part field) value) t)))

(defun svvs-buffer-row-line ()
  "Return the beginning and the end of the line of the row at point, or nil."
  (let ((field (svvs-page-field-at (point))))
    (when (and field (svvs-field-row field (point)))
      (cons (line-beginning-position) (line-beginning-position 2)))))

(defun svvs-buffer--show-row (field index)
  "Show the row of FIELD with that INDEX in full."
  (let* ((row (nth index (svvs-field-rows field)))
         (lines (if (hash-table-p row)
                    (svvs-value-members row (svvs-field-columns field) #'svvs-value-text)
                  (list (svvs-value-text row (gethash "of" (svvs-field-part field))))))
         (title (format "%s, row %d" (svvs-field-title field) (+ 1 index (svvs-field-offset field)))))
    (with-help-window (help-buffer)
      (with-current-buffer standard-output
        (insert (propertize title 'face 'svvs-title) "\n\n" (string-join lines "\n") "\n")
        (goto-address-mode)))))

(provide 'svvs-buffer)
;;; svvs-buffer.el ends here
