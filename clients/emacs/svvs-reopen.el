;;; svvs-reopen.el --- Reopening svvs views  -*- lexical-binding: t; -*-

;;; Commentary:

;; After the end of the server, its views are opened again in their buffers.

;;; Code:

(require 'svvs-buffer)

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
     (svvs-screens-async
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
    (if open (progn (with-current-buffer buffer (svvs-buffer-adopt open))
                    (funcall end))
      (svvs-open-async connection (svvs-view-type old) :params (svvs-view-params old)
                       :session session :delivery (svvs-view-delivery old)
                       :success (lambda (view)
                                  (when (buffer-live-p buffer)
                                    (with-current-buffer buffer
                                      (svvs-buffer-adopt view)
                                      (svvs-buffer-call-first)))
                                  (funcall end))
                       :error (lambda (error)
                                (when (buffer-live-p buffer)
                                  (with-current-buffer buffer (svvs-buffer-refuse connection error)))
                                (funcall end error))))))

(defun svvs-reopen--ensure-session (session connection)
  "Open SESSION over CONNECTION if no view of it is open there, without waiting.
If that is refused, its views are refused, too."
  (unless (or (gethash session (svvs-connection-sessions connection))
              (seq-find (lambda (view) (equal session (svvs-view-session view)))
                        (hash-table-values (svvs-connection-views connection))))
    (svvs-open-session-async connection session)))

(provide 'svvs-reopen)
;;; svvs-reopen.el ends here
