;;; svvs.el --- Front end of svvs state servers  -*- lexical-binding: t; -*-

;; Author: The svvs maintainers
;; Version: 0.1.0
;; Keywords: comm, processes

;;; Commentary:

;; An svvs server hosts the state of an app and speaks JSON-RPC over stdin and
;; stdout.  Here Emacs is its front end.
;;
;; `M-x svvs' starts the server of `svvs-command' and opens in a buffer the view to
;; begin with: a key for each action, fields, and tables.  The buffer paints itself
;; whenever the state changes; killing it closes the view.
;;
;; `M-x svvs-attach' joins other front ends, on a server that they share.
;;
;; For Emacs Lisp programs see svvs-client.el.

;;; Code:

(require 'svvs-help)
(require 'svvs-reopen)
(require 'svvs-rows)

(autoload 'svvs-attach "svvs-attach" nil t)
(autoload 'svvs-show-view "svvs-attach" nil t)

;;;###autoload
(defun svvs ()
  "Show the view of the svvs server to begin with, or ask for one.
Start the server if need be."
  (interactive)
  (svvs-with-user-errors
    (let ((start (svvs-schema-start (svvs-start))))
      (if start (svvs-open-view start nil)
        (call-interactively #'svvs-open-view)))))

;;;###autoload
(defun svvs-start (&optional command)
  "Start the svvs server, if none is running, and return the connection to it.
COMMAND is a list of strings, `svvs-command' by default; with a prefix argument
it is asked for.  No other server may be running then."
  (interactive
   (list (and current-prefix-arg
              (svvs-command-split
               (read-shell-command "Server: " (mapconcat #'shell-quote-argument (svvs-command-words) " "))
               "The command"))))
  (svvs-with-user-errors
    (if (and svvs-current-connection (svvs-connection-live-p svvs-current-connection))
        (when command (user-error "A server is running already: `svvs-shutdown' ends it"))
      (setq svvs-current-connection (svvs-connect command)))
    svvs-current-connection))

;;;###autoload
(defun svvs-open-view (type params &optional delivery session)
  "Show the view of TYPE with PARAMS, a plist; open it if it is not open yet.
With a prefix argument, open another one, and ask for the DELIVERY and for the
SESSION too, which is opened if it is not open yet; by default it is the one
that `svvs-attach' has joined, if any.  Start the server if need be."
  (interactive (svvs--read-view))
  (svvs-with-user-errors
    (let ((server (svvs-start)))
      (svvs-discover server)
      (svvs-buffer-show
       (or (and (null delivery) (svvs-buffer-find server type params))
           (svvs-lead-show (svvs-open server type :params params :delivery (or delivery 'patch)
                                      :session (or session (svvs--shared-session server)))))))))

(defun svvs--read-view ()
  "Ask for the arguments of `svvs-open-view'."
  (svvs-with-user-errors
    (let* ((connection (svvs-start))
           (type (completing-read "View: " (svvs-read-table (svvs-schema-described (svvs-schema-types connection)))
                                  nil t)))
      (when (string-empty-p type) (user-error "No view"))
      (list type
            (svvs-schema-read-members
             connection (svvs-json-get (svvs-view-type-schema connection type) '(params)) :asks-all t
             ;; The next view is often of the same thing.
             :defaults (and svvs-buffer-view (svvs-view-params svvs-buffer-view)))
            (and current-prefix-arg
                 (intern (completing-read "Delivery: " '("properties" "patch" "signal")
                                          nil t nil nil "patch")))
            (and current-prefix-arg (svvs--read-session connection))))))

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
      (when view (svvs-close view))
      (kill-buffer buffer))))

;;;###autoload
(defun svvs-shutdown ()
  "Shut down the server, and kill the buffers of its views.
A server that is shared goes on, and the views of a shared session stay open.
Kill the buffers of servers that have died, too."
  (interactive)
  (let ((is-live (and svvs-current-connection (svvs-connection-live-p svvs-current-connection))))
    (when is-live (svvs-disconnect svvs-current-connection))
    (let ((buffers (seq-remove (lambda (buffer)
                                 (svvs-connection-live-p
                                  (svvs-view-connection (buffer-local-value 'svvs-buffer-view buffer))))
                               (svvs-buffers))))
      (unless (or is-live buffers) (user-error "No svvs server is running"))
      (mapc #'kill-buffer buffers)))
  (setq svvs-current-connection nil))

(defun svvs--shared-session (connection)
  "Return the name of the shared session of CONNECTION, if there is one."
  (car (hash-table-keys (svvs-connection-sessions connection))))

(provide 'svvs)
;;; svvs.el ends here
