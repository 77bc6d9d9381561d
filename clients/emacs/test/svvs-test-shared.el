;;; svvs-test-shared.el --- Helpers for the tests of shared servers  -*- lexical-binding: t; -*-

;;; Commentary:

;; A shared server in a separate directory, and another front end of it: a process
;; to which the tests write lines of JSON.

;;; Code:

(require 'svvs-test-buffers)
(require 'svvs-attach)

(defconst svvs-test-program
  (if-let ((program (getenv "SVVS_ATTACHED")))
      (cons (expand-file-name program command-line-default-directory) '("serve"))
    svvs-test-server)
  "The command of the real server, even if SVVS is a command that attaches to it.")

(defmacro svvs-test-with-shared (&rest body)
  "Do BODY without a shared server at first; then check that none is left."
  (declare (indent 0) (debug (body)))
  `(let* ((folder (make-temp-file "svvs" t))
          (process-environment (cons (concat "XDG_RUNTIME_DIR=" folder) process-environment))
          (svvs-command svvs-test-program)
          (svvs-current-connection nil)
          (svvs-return-folder (expand-file-name "kept" folder))
          (inhibit-message t))
     (unwind-protect
         (save-window-excursion
           (unwind-protect
               (progn ,@body)
             (when svvs-current-connection (svvs-shutdown))
             (svvs-test-others-leave)
             (dolist (name (svvs-attach--names)) (svvs-test-program "stop" name))
             (svvs-test-nothing-left -1)))
       (delete-directory folder t))))

(defun svvs-test-program (&rest arguments)
  "Return the output of the server's program with ARGUMENTS."
  (with-temp-buffer
    (apply #'call-process (car svvs-test-program) nil '(t nil) nil arguments)
    (buffer-string)))

;;;; The other front end

(defvar svvs-test--others nil
  "The processes of the other front ends.")

(defun svvs-test-other (&optional name)
  "Return another front end of the server NAME; start that if it is not running."
  (let ((process (make-process :name "other"
                               ;; On a slow machine, attach reports on stderr that it waits for the server.
                               :command `("sh" "-c" "exec \"$@\" 2> /dev/null" "sh"
                                          ,(car svvs-test-program) "attach" ,@(and name (list name)))
                               :connection-type 'pipe :noquery t :coding 'utf-8-unix
                               :buffer (generate-new-buffer " *other*"))))
    (push process svvs-test--others)
    process))

(defun svvs-test-others-leave ()
  "End the other front ends."
  (while svvs-test--others
    (let ((process (pop svvs-test--others)))
      (delete-process process)
      (kill-buffer (process-buffer process)))))

(defvar svvs-test--last-id 0
  "The id of the last request of another front end.")

(defun svvs-test-request (other method &rest params)
  "Send from OTHER a request of METHOD with PARAMS, a plist; return the reply.
Messages before the reply are skipped."
  ;; In a shared session each id is used once.
  (let ((id (cl-incf svvs-test--last-id)))
    (process-send-string other (concat (svvs--message method params id) "\n"))
    (svvs-test-receives other (lambda (message) (equal id (svvs-json-get message '(id)))))))

(defun svvs-test-receives (other predicate)
  "Return the next message that OTHER receives for which PREDICATE is non-nil."
  (let (found)
    (with-current-buffer (process-buffer other)
      (svvs-test-wait (lambda ()
                        ;; Other lines are notices on stderr, such as that it waits for the server.
                        (while (and (not found) (goto-char (point-min)) (re-search-forward "^{.*\n" nil t))
                          (let ((message (svvs-json-parse (match-string 0))))
                            (delete-region (point-min) (point))
                            (when (funcall predicate message) (setq found message))))
                        found)))
    found))

(defun svvs-test-shares (other &rest views)
  "Share from OTHER the session work, with VIEWS, each a type and an id."
  (svvs-test-request other 'session/open :session "work" :shared t :keep 60)
  (pcase-dolist (`(,type ,id) views)
    (svvs-test-request other 'view/open :type type :view id :session "work")))

(defun svvs-test-buffer-of (id)
  "Return the buffer of the view called ID, if there is one."
  (seq-find (lambda (buffer) (equal id (svvs-view-id (buffer-local-value 'svvs-buffer-view buffer))))
            (svvs-buffers)))

(provide 'svvs-test-shared)
;;; svvs-test-shared.el ends here
