;;; svvs-reopen.el --- Opening svvs views again  -*- lexical-binding: t; -*-

;;; Commentary:

;; The buffers of a server that has died stay.  When it is started again, by the
;; command that it was started by, they show the same views as before.

;;; Code:

(require 'svvs-lead)

(defvar svvs-current-connection nil
  "The connection that commands use.")

(defun svvs-refresh-buffer ()
  "Show the state as the server has it, and forget what was written and not sent.
If the server of this buffer has died, start it again and open all its views
again; if only the view was closed, open that."
  (interactive nil svvs-view-mode)
  (svvs-with-user-errors
    (let* ((view svvs-buffer-view)
           (connection (svvs-view-connection view)))
      (cond ((svvs-view-live view) (svvs-buffer-refresh))
            ((svvs-connection-live-p connection) (svvs-reopen--view (current-buffer) connection))
            (t (svvs-reopen-all connection))))))

(defun svvs-reopen-all (dead)
  "Start the server of DEAD, a connection, again, and open its views again."
  (let ((buffers (seq-filter (lambda (buffer)
                               (eq dead (svvs-view-connection (buffer-local-value 'svvs-buffer-view buffer))))
                             (svvs-buffers)))
        (connection (if (and svvs-current-connection (svvs-connection-live-p svvs-current-connection))
                        svvs-current-connection
                      (setq svvs-current-connection (svvs-reconnect dead)))))
    (svvs-discover connection)
    (mapc (lambda (session) (svvs-reopen--session session connection))
          (hash-table-values (svvs-connection-sessions dead)))
    ;; The ones opened first are the last in the list of buffers.
    (dolist (buffer (reverse buffers)) (svvs-reopen--view buffer connection))
    (message "svvs: Opened again: %s, with fresh state" (string-join (mapcar #'buffer-name buffers) ", "))))

(defun svvs-reopen--session (session connection)
  "Join or share over CONNECTION the SESSION of one that has ended."
  (let ((name (svvs-session-name session))
        (on-open (svvs-session-on-open session)))
    (unless (gethash name (svvs-connection-sessions connection))
      (if (member name (svvs-sessions connection))
          (svvs-join connection name :delivery (svvs-session-delivery session) :on-open on-open)
        (svvs-share connection name :keep svvs-keep :on-open on-open)))))

(defun svvs-reopen--view (buffer connection)
  "Open over CONNECTION again the view that BUFFER has shown."
  (with-current-buffer buffer
    (let* ((old svvs-buffer-view)
           (session (svvs-view-session old))
           (field (svvs-page-field-at (point)))
           (widget (widget-field-at (point)))
           (column (and widget (- (point) (widget-field-start widget))))
           ;; In a session that was joined, it may be there.
           (open (seq-find (lambda (view) (and (equal (svvs-view-id view) (svvs-view-id old))
                                               (equal (svvs-view-type view) (svvs-view-type old))
                                               (equal (svvs-view-session view) session)))
                           (hash-table-values (svvs-connection-views connection)))))
      (svvs-reopen--ensure-session session connection)
      (svvs-buffer-adopt (or open
                             (svvs-open connection (svvs-view-type old) :params (svvs-view-params old)
                                        :session session :delivery (svvs-view-delivery old))))
      (when field (svvs-reopen--go (svvs-field-name field) column))
      (unless open (svvs-lead-appear)))))

(defun svvs-reopen--go (name column)
  "Go to the line of the property NAME, and to that COLUMN in its field, if any."
  (when-let ((field (svvs-field-named name))
             (widget (progn (svvs-field-go field) (svvs-field-widget field))))
    (when (and column (eq (svvs-field-style field) 'entry))
      (goto-char (min (+ (widget-field-start widget) column) (widget-field-text-end widget))))))

(defun svvs-reopen--ensure-session (session connection)
  "Open SESSION, a name or nil, over CONNECTION, if no view of it is open there."
  (unless (or (null session)
              (gethash session (svvs-connection-sessions connection))
              (seq-find (lambda (view) (equal session (svvs-view-session view)))
                        (hash-table-values (svvs-connection-views connection))))
    (svvs-open-session connection session)))

(provide 'svvs-reopen)
;;; svvs-reopen.el ends here
