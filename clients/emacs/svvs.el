;;; svvs.el --- Front end of svvs state servers  -*- lexical-binding: t; -*-

;; Author: The svvs maintainers
;; Version: 0.1.0
;; Keywords: comm, processes

;;; Commentary:

;; An svvs server hosts the state of an app and speaks JSON-RPC over stdin and
;; stdout.  Here Emacs is its front end.
;;
;; `M-x svvs' starts the server of `svvs-command' and opens the start view in a
;; buffer, with a key for each action, with fields, and with tables.  The buffer
;; repaints itself when the state changes; killing it closes the view.
;;
;; `M-x svvs-attach' joins other front ends, on a server that they share.
;;
;; For Emacs Lisp programs see svvs-client.el.

;;; Code:

(require 'browse-url)
(require 'goto-addr)
(require 'help-mode)
(require 'svvs-buffer)

(defvar svvs-current-connection nil
  "The connection that commands use.")

(autoload 'svvs-attach "svvs-attach" nil t)
(autoload 'svvs-show-view "svvs-attach" nil t)

;;;###autoload
(defun svvs ()
  "Show the start view of the svvs server; if it has none, ask for a view.
Start the server if it is not running."
  (interactive)
  (svvs-with-user-errors
    (let* ((server (svvs--server))
           (origin (window-buffer))
           has-none)
      (svvs-briefly server
                    (lambda (end)
                      (svvs-discover-async
                       server
                       (lambda ()
                         (let* ((start (svvs-schema-start server))
                                (buffer (and start (svvs-buffer-find server start nil))))
                           (if (and start (null buffer)) (svvs--show server start nil 'patch nil origin end)
                             (if buffer (svvs-buffer-display buffer origin) (setq has-none t))
                             (funcall end))))
                       end)))
      (if has-none (call-interactively #'svvs-open-view)
        (set-buffer (window-buffer))))))

;;;###autoload
(defun svvs-start (&optional command)
  "Start the svvs server, if none is running, and return the connection to it.
COMMAND is a list of strings, `svvs-command' by default; a prefix argument asks
for it.  It is an error to give COMMAND while a server is running."
  (interactive
   (list (and current-prefix-arg
              (svvs-command-split
               (read-shell-command "Server: " (mapconcat #'shell-quote-argument (svvs-command-words) " "))
               "The command"))))
  (svvs-with-user-errors
    (let ((server (svvs--server command)))
      (svvs-briefly server (lambda (end) (svvs-discover-async server end end)))
      server)))

(defun svvs--server (&optional command)
  "Return the connection that commands use; start its server if need be.
It is an error to give COMMAND while a server is running."
  (if (and svvs-current-connection (svvs-connection-live-p svvs-current-connection))
      (if command (user-error "A server is running already: `svvs-shutdown' ends it")
        svvs-current-connection)
    (setq svvs-current-connection (svvs-connect-async command))))

;;;###autoload
(defun svvs-open-view (type params &optional delivery session)
  "Show the view of TYPE with PARAMS, a plist; open it if it is not open yet.
With a prefix argument, always open another one, and ask for the DELIVERY and
for the SESSION too, which is opened if it is not open yet; by default it is the
one that `svvs-attach' has joined, if any.  Start the server if it is not
running."
  (interactive (svvs--read-view))
  (svvs-with-user-errors
    (let* ((server (svvs--server))
           (origin (window-buffer))
           (buffer (and (null delivery) (svvs-buffer-find server type params))))
      (if buffer (svvs-buffer-show buffer)
        (svvs-briefly server
                      (lambda (end)
                        (svvs-discover-async
                         server
                         (lambda () (svvs--show server type params (or delivery 'patch) session origin end))
                         end)))
        ;; A message handler has displayed it.
        (set-buffer (window-buffer))))))

(defun svvs--show (server type params delivery session origin end)
  "Open over SERVER the view of TYPE with PARAMS, and show it in place of ORIGIN.
DELIVERY and SESSION are as in `svvs-open-view'.  Call END at the end."
  (svvs-open-async server type :params params :delivery delivery
                   :session (or session (svvs--shared-session server))
                   :success (lambda (view)
                              (svvs-buffer-display (svvs-buffer-create-opened view) origin)
                              (funcall end))
                   :error end))

(defun svvs--read-view ()
  "Ask for the arguments of `svvs-open-view'."
  (svvs-with-user-errors
    (let* ((connection (svvs--described-server))
           (type (completing-read "View: " (svvs-read-table (svvs-schema-described (svvs-schema-types connection)))
                                  nil t)))
      (when (string-empty-p type) (user-error "No view type was chosen"))
      (list type
            (svvs-schema-read-members
             (svvs-json-get (svvs-view-type-schema connection type) '(params)) :asks-all t
             ;; The next view is often about the same object.
             :defaults (and svvs-buffer-view (svvs-view-params svvs-buffer-view)))
            (and current-prefix-arg
                 (intern (completing-read "Delivery: " '("properties" "patch" "signal")
                                          nil t nil nil "patch")))
            (and current-prefix-arg (svvs--read-session connection))))))

(defun svvs--described-server ()
  "Return the connection that commands use, when its schemas are there.
If the server does not send them for a short time, signal an error."
  (let ((server (svvs--server)))
    (unless (svvs-briefly server (lambda (end) (svvs-discover-async server end end)))
      (user-error "The server has not replied yet; try again later"))
    server))

(defun svvs--read-session (connection)
  "Ask for a session of CONNECTION, and open it if it is new.
The default one is nil."
  (let* ((views (hash-table-values (svvs-connection-views connection)))
         (open (delete-dups (delq nil (mapcar #'svvs-view-session views))))
         (session (completing-read "Session (default one): " open)))
    (cond ((string-empty-p session) nil)
          ((member session open) session)
          (t (svvs-open-session connection session)))))

;;;###autoload
(defun svvs-close-view (buffer)
  "Close the view of BUFFER, by default the current one, and kill BUFFER."
  (interactive
   (list (if svvs-buffer-view
             (current-buffer)
           (let ((names (mapcar #'buffer-name (svvs-buffers))))
             (unless names (user-error "No view is open"))
             (get-buffer (completing-read "Close: " names nil t))))))
  (svvs-with-user-errors
    (let ((view (buffer-local-value 'svvs-buffer-view buffer)))
      ;; A view in a shared session is closed for all.
      (when (and view (svvs-view-live view))
        (svvs-briefly (svvs-view-connection view)
                      (lambda (end) (svvs-close-async view :success (lambda (_) (funcall end)) :error end))))
      ;; The request to close it was sent.
      (with-current-buffer buffer (setq svvs-buffer-view nil))
      (kill-buffer buffer))))

;;;###autoload
(defun svvs-shutdown ()
  "Shut down the server, and kill the buffers of its views.
A shared server continues, and the views of a shared session stay open.
Also kill the buffers of servers that have ended."
  (interactive)
  (let ((is-live (and svvs-current-connection (svvs-connection-live-p svvs-current-connection))))
    (when is-live (svvs-disconnect-briefly svvs-current-connection))
    (let ((buffers (seq-remove
                    (lambda (buffer)
                      (let ((connection (svvs-view-connection (buffer-local-value 'svvs-buffer-view buffer))))
                        (and (svvs-connection-live-p connection) (not (svvs-connection-closing connection)))))
                    (svvs-buffers))))
      (unless (or is-live buffers) (user-error "No svvs server is running"))
      (mapc #'kill-buffer buffers)))
  (setq svvs-current-connection nil))

(defun svvs--shared-session (connection)
  "Return the name of the shared session of CONNECTION, if there is one."
  (car (hash-table-keys (svvs-connection-sessions connection))))

;;;; Reopening views

(defun svvs-refresh-buffer ()
  "Request the state again, and discard unsent text.
If the server of this buffer has ended, start it again and reopen all its views;
if only the view was closed, reopen that."
  (interactive nil svvs-view-mode)
  (svvs-with-user-errors
    (let* ((view svvs-buffer-view)
           (buffer (current-buffer))
           (connection (svvs-view-connection view)))
      (cond ((svvs-view-live view) (svvs-buffer-refresh))
            ((svvs-connection-live-p connection) (svvs-reopen--briefly connection (list buffer)))
            (t (svvs-reopen-all connection))))))

(defun svvs-reopen-all (dead)
  "Start the server of DEAD, a connection, again, and reopen its views."
  (let ((buffers (seq-filter (lambda (buffer)
                               (eq dead (svvs-view-connection (buffer-local-value 'svvs-buffer-view buffer))))
                             (svvs-buffers)))
        (connection (if (and svvs-current-connection (svvs-connection-live-p svvs-current-connection))
                        svvs-current-connection
                      (setq svvs-current-connection (svvs-reconnect-async dead)))))
    (svvs-reopen--briefly connection
                          (seq-sort-by (lambda (buffer) (buffer-local-value 'svvs-buffer-number buffer)) #'< buffers)
                          (hash-table-values (svvs-connection-sessions dead)))))

(defun svvs-reopen--briefly (connection buffers &optional sessions)
  "Reopen over CONNECTION the views of BUFFERS, and join or share SESSIONS.
Report how many were reopened and why others were refused."
  (svvs-briefly
   connection
   (lambda (end)
     (svvs-discover-async
      connection
      (lambda ()
        (svvs-reopen--sessions
         connection sessions
         (lambda ()
           (svvs-reopen--views
            connection buffers
            (lambda (refusals)
              (if (null refusals) (svvs-reopen--finish buffers nil end)
                ;; The others may log in when they appear.
                (svvs-reopen--when-appeared
                 buffers
                 (lambda ()
                   (svvs-reopen--views connection (mapcar #'car refusals)
                                       (lambda (refusals) (svvs-reopen--finish buffers refusals end)))))))))
         end))
      end))))

(defun svvs-reopen--finish (buffers refusals end)
  "Report that the views of BUFFERS were reopened, except for REFUSALS; call END.
REFUSALS is an alist of buffers and errors."
  (message "svvs: %s" (svvs-reopen--report (seq-count #'buffer-live-p buffers)
                                           (cl-loop for (buffer . refusal) in refusals
                                                    when (buffer-live-p buffer) collect refusal)))
  (funcall end))

(defun svvs-reopen--views (connection buffers end)
  "Reopen over CONNECTION the views of BUFFERS.
Then call END with an alist of the buffers whose views were refused, and errors."
  (let* ((buffers (seq-filter #'buffer-live-p buffers))
         (left (length buffers))
         refusals)
    (when (null buffers) (funcall end nil))
    (dolist (session (delete-dups (delq nil (mapcar (lambda (buffer)
                                                      (svvs-view-session (buffer-local-value 'svvs-buffer-view buffer)))
                                                    buffers))))
      (svvs-reopen--ensure-session session connection))
    (dolist (buffer buffers)
      (svvs-reopen--view buffer connection
                         (lambda (&optional refusal)
                           (when refusal (push (cons buffer refusal) refusals))
                           (when (zerop (cl-decf left)) (funcall end (nreverse refusals))))))))

(defun svvs-reopen--when-appeared (buffers function)
  "Call FUNCTION when each of BUFFERS has ended a call, if one is in progress.
A buffer that is killed has ended its calls."
  (let ((waiting (seq-filter (lambda (buffer)
                               (and (buffer-live-p buffer) (buffer-local-value 'svvs-call--in-progress buffer)))
                             buffers)))
    (if (null waiting) (funcall function)
      (dolist (buffer waiting)
        (with-current-buffer buffer
          (letrec ((remove (lambda ()
                             (setq waiting (delq buffer waiting))
                             (unless waiting (funcall function))))
                   (ended (lambda (&rest _)
                            (remove-hook 'svvs-call-done-functions ended t)
                            (remove-hook 'kill-buffer-hook killed t)
                            (funcall remove)))
                   ;; While the hook runs, the buffer is still live.
                   (killed (lambda () (run-at-time 0 nil remove))))
            (add-hook 'svvs-call-done-functions ended nil t)
            (add-hook 'kill-buffer-hook killed nil t)))))))

(defun svvs-reopen--report (count refusals)
  "Return a report about COUNT views, and REFUSALS, the errors of some of them."
  (let ((opened (- count (length refusals))))
    (format "Opened again: %d %s%s" opened (if (= opened 1) "view" "views")
            (if refusals
                (format ", %d refused: %s" (length refusals)
                        (string-join (delete-dups (mapcar #'svvs-error-message refusals)) "; "))
              ""))))

(defun svvs-reopen--sessions (connection sessions success error)
  "Join or share over CONNECTION the SESSIONS of one that has ended.
Then call SUCCESS, or ERROR with an error."
  (pcase sessions
    ('nil (funcall success))
    (`(,session . ,others)
     (let ((name (svvs-session-name session))
           (on-open (svvs-session-on-open session))
           (continue (lambda (_) (svvs-reopen--sessions connection others success error))))
       (if (gethash name (svvs-connection-sessions connection)) (funcall continue nil)
         (svvs-sessions-async
          connection :error error
          :success (lambda (names)
                     (if (member name names)
                         (svvs-join-async connection name :delivery (svvs-session-delivery session)
                                          :on-open on-open :success continue :error error)
                       (svvs-share-async connection name :keep svvs-keep
                                         :on-open on-open :success continue :error error)))))))))

(defun svvs-reopen--view (buffer connection end)
  "Reopen over CONNECTION the view that BUFFER has shown.
Then call END, with the error if the view is refused."
  (let* ((old (buffer-local-value 'svvs-buffer-view buffer))
         (session (svvs-view-session old))
         ;; In a session that was joined, it may be open already.
         (open (seq-find (lambda (view) (and (equal (svvs-view-id view) (svvs-view-id old))
                                             (equal (svvs-view-type view) (svvs-view-type old))
                                             (equal (svvs-view-session view) session)))
                         (hash-table-values (svvs-connection-views connection)))))
    (if open (progn (svvs-reopen--adopt buffer open) (funcall end))
      (svvs-open-async connection (svvs-view-type old) :params (svvs-view-params old)
                       :session session :delivery (svvs-view-delivery old)
                       :success (lambda (view)
                                  (when (buffer-live-p buffer)
                                    (svvs-reopen--adopt buffer view)
                                    (with-current-buffer buffer (svvs-buffer-call-first)))
                                  (funcall end))
                       :error (lambda (error)
                                (when (buffer-live-p buffer)
                                  (with-current-buffer buffer (svvs-buffer-refuse connection error)))
                                (funcall end error))))))

(defun svvs-reopen--adopt (buffer view)
  "Show VIEW in BUFFER, with point where it was."
  (with-current-buffer buffer
    (let* ((field (svvs-page-field-at (point)))
           (widget (widget-field-at (point)))
           (column (and widget (- (point) (widget-field-start widget)))))
      (svvs-buffer-adopt view)
      (when field (svvs-reopen--go (svvs-field-name field) column)))))

(defun svvs-reopen--go (name column)
  "Go to the line of the property NAME; if COLUMN is non-nil, to that in its field."
  (when-let ((field (svvs-field-named name))
             (widget (progn (svvs-field-go field) (svvs-field-widget field))))
    (when (and column (eq (svvs-field-style field) 'entry))
      (goto-char (min (+ (widget-field-start widget) column) (widget-field-text-end widget))))))

(defun svvs-reopen--ensure-session (session connection)
  "Open SESSION over CONNECTION if no view of it is open there, without waiting.
If that is refused, its views are refused, too."
  (unless (or (gethash session (svvs-connection-sessions connection))
              (seq-find (lambda (view) (equal session (svvs-view-session view)))
                        (hash-table-values (svvs-connection-views connection))))
    (svvs-open-session-async connection session)))

;;;; Rows of tables

(defun svvs-press ()
  "Open what is at point: a button, a row or the rest of them, or a field."
  (interactive nil svvs-view-mode)
  (let* ((field (svvs-page-field-at (point)))
         (row (and field (svvs-field-row field (point))))
         (chosen (cond ((integerp row) (nth row (svvs-field-rows field)))
                       ((and field (hash-table-p (svvs-field-value field))) (svvs-field-value field))))
         (target (and chosen
                      (svvs-hints-chosen (svvs-field-schema field) chosen))))
    (cond ((widget-at) (widget-button-press (point)))
          ((eq row 'more) (svvs-field-show-more field))
          (target (svvs-with-user-errors (svvs-buffer-open target)))
          (row (svvs-rows--show field row))
          ((and field (svvs-press--url field)) (browse-url (svvs-press--url field)))
          ((and field (svvs-field-widget field)) (svvs-field-enter field))
          (t (user-error "No button, field or row here")))))

(defun svvs-press--url (field)
  "Return the URL on the line of point, of FIELD, or nil."
  (let* ((number (and (svvs-field-lines field) (svvs-lines-number (svvs-field-lines field) (point))))
         (value (svvs-field-value field))
         (url (cond ((eq (svvs-schema-format (svvs-field-schema field)) 'url) value)
                    ((and (hash-table-p value) number (> number 0))
                     (pcase (nth (1- number) (svvs-value-shown value (svvs-field-columns field)))
                       (`(,name . ,schema) (and (eq (svvs-schema-format schema) 'url) (gethash name value))))))))
    (and (stringp url) (string-match-p "\\`https?://" url) url)))

(defun svvs-next-row (&optional count)
  "Go to the next row of a table, or move by COUNT rows."
  (interactive "p" svvs-view-mode)
  (let* ((lines (svvs-rows--lines))
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

(defun svvs-rows--lines ()
  "Return the numbers of the lines of this buffer that are rows of tables.
A record that opens a view is a row, too."
  (cl-loop for field being the hash-values of svvs-fields
           when (svvs-rows--record-p field)
           collect (line-number-at-pos (svvs-lines-start (svvs-field-lines field)))
           when (svvs-field-rows field)
           append (let ((label (line-number-at-pos (svvs-lines-start (svvs-field-lines field)))))
                    ;; Also the line that stands for earlier rows.
                    (number-sequence (+ label (svvs-field-first-row field) (if (zerop (svvs-field-offset field)) 0 -1))
                                     (+ label -1 (length (svvs-lines-shown (svvs-field-lines field))))))))

(defun svvs-rows--record-p (field)
  "Return whether FIELD is a record that opens a view."
  (let ((value (svvs-field-value field)))
    (and (svvs-field-lines field) (hash-table-p value) (svvs-hints-chosen (svvs-field-schema field) value) t)))

(defun svvs-rows--show (field index)
  "Show the row of FIELD with that INDEX in full."
  (let* ((row (nth index (svvs-field-rows field)))
         (lines (if (hash-table-p row)
                    (svvs-value-members row (svvs-schema-columns (svvs-field-schema field)) #'svvs-value-text)
                  (list (svvs-value-text row (svvs-schema-items (svvs-field-schema field))))))
         (title (format "%s, row %d" (svvs-field-title field) (+ 1 index (svvs-field-offset field)))))
    (with-help-window (help-buffer)
      (with-current-buffer standard-output
        (insert (propertize title 'face 'svvs-title) "\n\n" (string-join lines "\n") "\n")
        (goto-address-mode)))))

;;;; Help

(defun svvs-help ()
  "Describe the view of this buffer, its actions and its keys."
  (interactive nil svvs-view-mode)
  (let* ((schema (svvs-page-schema))
         (title (svvs-schema-title (svvs-view-type svvs-buffer-view) schema))
         (actions (mapcar (lambda (action)
                            (cons (format "%c  %s" (or (svvs-keys-of (car action)) ?\s)
                                          (svvs-schema-title (car action) (cdr action)))
                                  (string-trim (concat (svvs-schema-description (cdr action)) "  "
                                                       (svvs-schema-arguments (cdr action))))))
                          (svvs-schema-actions schema)))
         (properties (mapcar (lambda (property)
                               (cons (svvs-schema-title (car property) (cdr property))
                                     (svvs-schema-description (cdr property))))
                             (svvs-schema-members schema))))
    (with-help-window (help-buffer)
      (with-current-buffer standard-output
        (insert (propertize title 'face 'svvs-title) "\n" (svvs-schema-description schema) "\n\n"
                "In a field, type a letter as C-c and Control with that letter.\n\n")
        (svvs-help--list actions)
        (svvs-help--list '(("C-u, a letter" . "asks for the optional arguments too")
                           ("RET" . "sets the field, opens the row, or presses the button")
                           ("TAB" . "goes to the next field or button")
                           ("n, p" . "goes to the next or previous row")
                           ("v" . "shows another view; with C-u, always opens a new one")
                           ("x" . "calls an action by its name")
                           ("g" . "requests the state again; reopens all views if the server has ended")
                           ("C-c DEL" . "discards the unsent text in a field")
                           ("C-c C-k" . "cancels the calls in progress")
                           ("q, k" . "buries the view, or closes it")))
        (svvs-help--list properties)))))

(defun svvs-help--list (entries)
  "Insert ENTRIES, an alist of terms and their descriptions."
  (pcase-dolist (`(,term . ,meaning) entries)
    (insert (propertize (string-pad term 24) 'face 'svvs-label) " " meaning "\n"))
  (insert "\n"))

(provide 'svvs)
;;; svvs.el ends here
