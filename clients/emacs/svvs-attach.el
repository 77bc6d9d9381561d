;;; svvs-attach.el --- Joining other front ends of svvs  -*- lexical-binding: t; -*-

;;; Commentary:

;; A shared server may have other front ends: another Emacs, a web page, a script.
;; `M-x svvs-attach' joins the session that they share, whose views then are in
;; buffers as if they had been opened here.

;;; Code:

(require 'svvs)
(require 'svvs-return)

;;;###autoload
(defun svvs-attach (&optional server)
  "Join a session on the shared SERVER, a name or the path of a socket.
By default it is the one named as the app; with a prefix argument it is asked
for.  If several sessions are shared there, ask for one.  If none is, ask what
to call a new one, which others may join.  Start the server if need be.

Views that others open later get buffers too, which are not displayed.
`svvs-shutdown' leaves the session: its views stay open for the others, and
without any for as long as it is kept."
  (interactive (list (and current-prefix-arg (svvs-attach--read-server))))
  (svvs-with-user-errors
    (when (and svvs-current-connection (svvs-connection-live-p svvs-current-connection))
      (user-error "A server is running already: `svvs-shutdown' ends it"))
    (let ((connection (svvs-connect nil :attach (or server t)))
          is-done)
      (unwind-protect
          (progn
            (svvs-attach--enter connection)
            (setq is-done t
                  svvs-current-connection connection))
        (unless is-done (svvs-disconnect connection))))))

(defun svvs-attach--read-server ()
  "Ask for the name of a server, or the path of its socket."
  (let ((server (completing-read "Server (that of the app): " (svvs-command-names (svvs-command-words)))))
    (unless (string-empty-p server) server)))

(defun svvs-attach--enter (connection)
  "Join or open a session of CONNECTION, and show the first of its views."
  (let ((sessions (svvs-sessions connection)))
    ;; Buffers are made while messages are taken, where it would have to be waited for.
    (svvs-discover connection)
    (if (null sessions)
        (let ((session (read-string "No session is shared there yet; share one called: ")))
          (svvs-attach--check session)
          (svvs-share connection session :keep svvs-keep :on-open #'svvs-attach--add)
          (message "svvs: Sharing the session %s" session))
      (let ((buffers (mapcar #'svvs-buffer-create (svvs-attach--join connection sessions))))
        (when buffers (svvs-buffer-show (car buffers)))
        (message "svvs: Joined the session %s; open views: %d"
                 (svvs--shared-session connection) (length buffers))))
    (svvs-return-keep connection)))

(defun svvs-attach--join (connection sessions)
  "Join over CONNECTION one of SESSIONS, and return its views.
It is the one that an Emacs that was killed was in, or the only one, or asked
for."
  (let ((left (svvs-return-find connection sessions)))
    (if left
        (svvs-return-join connection left :on-open #'svvs-attach--add)
      (let ((session (if (cdr sessions) (completing-read "Session: " sessions nil t) (car sessions))))
        (svvs-attach--check session)
        (svvs-join connection session :delivery 'patch :on-open #'svvs-attach--add)))))

(defun svvs-attach--check (session)
  "Signal an error if SESSION is no name."
  (when (string-empty-p session) (user-error "No session")))

(defun svvs-attach--add (view)
  "Make a buffer for VIEW, which another front end has opened."
  (message "svvs: Another front end has opened %s" (buffer-name (svvs-buffer-create view))))

;;;###autoload
(defun svvs-show-view (view)
  "Show VIEW, an open one, in its buffer, or in a new one if that was killed."
  (interactive (list (svvs-attach--read-view)))
  (svvs-buffer-show
   (or (seq-find (lambda (buffer) (eq (buffer-local-value 'svvs-buffer-view buffer) view))
                 (svvs-buffers))
       (svvs-buffer-create view))))

(defun svvs-attach--read-view ()
  "Ask for an open view."
  (let ((views (and svvs-current-connection
                    (mapcar (lambda (view) (cons (format "%s %s" (svvs-view-type view) (svvs-view-id view)) view))
                            (hash-table-values (svvs-connection-views svvs-current-connection))))))
    (unless views (user-error "No view is open"))
    (cdr (assoc (completing-read "View: " views nil t) views))))

(provide 'svvs-attach)
;;; svvs-attach.el ends here
