;;; svvs-process.el --- Server processes of svvs  -*- lexical-binding: t; -*-

;;; Commentary:

;; Starts servers, keeps the last of what they write to stderr, and says how
;; they ended.

;;; Code:

(require 'svvs-errors)
(require 'subr-x)

(defconst svvs-process--words 2000
  "How many of the last characters on stderr are kept.")

(defun svvs-process-expand (program &optional folder)
  "Return the file name of PROGRAM, or PROGRAM if it is on the search path.
As in a shell, one with a slash in it is not searched for; if it is relative, it
is so to FOLDER, by default that of the current buffer."
  (if (string-match-p "/" program) (expand-file-name program folder) program))

(defun svvs-process-start (name command)
  "Start a server called NAME with COMMAND, a list of strings; return the process."
  (unless (executable-find (svvs-process-expand (car command)))
    (svvs-signal 'svvs-no-server (format "Cannot find the server %s, see svvs-command" (car command))))
  (let ((errors (make-pipe-process :name (concat name " stderr")
                                   :buffer (generate-new-buffer (format " *%s words*" name))
                                   :filter #'svvs-process--keep
                                   :sentinel #'ignore
                                   :noquery t
                                   :coding 'utf-8-unix))
        process)
    (unwind-protect
        (condition-case error
            (setq process (make-process :name name
                                        :command (cons (svvs-process-expand (car command)) (cdr command))
                                        :connection-type 'pipe
                                        :coding 'binary
                                        :noquery t
                                        :stderr errors))
          (file-error
           (svvs-signal 'svvs-no-server
                        (format "Cannot start the server %s: %s" (car command) (nth 2 error)))))
      (unless process (svvs-process--discard errors)))
    (process-put process 'svvs-errors errors)
    process))

(defun svvs-process--keep (process text)
  "Keep TEXT, which came through PROCESS from a server's stderr."
  (when (buffer-live-p (process-buffer process))
    (with-current-buffer (process-buffer process)
      (goto-char (point-max))
      (insert text)
      (delete-region (point-min) (max (point-min) (- (point-max) svvs-process--words))))))

(defun svvs-process-epitaph (process)
  "Return how PROCESS, a server, has ended, with its last words."
  (let* ((errors (process-get process 'svvs-errors))
         (words (when (buffer-live-p (process-buffer errors))
                  (while (accept-process-output errors 0 50))
                  (with-current-buffer (process-buffer errors)
                    (car (last (split-string (buffer-string) "\n" t "[ \t\r]+")))))))
    (format "The server has died %s %d%s"
            (if (eq (process-status process) 'signal) "of signal" "with status")
            (process-exit-status process)
            (if words (concat ": " words) ""))))

(defun svvs-process-bury (process)
  "Throw away what PROCESS, a server that has ended, has left behind."
  (svvs-process--discard (process-get process 'svvs-errors)))

(defun svvs-process--discard (errors)
  "Delete ERRORS, the pipe from a server's stderr, and its buffer."
  (delete-process errors)
  (kill-buffer (process-buffer errors)))

(provide 'svvs-process)
;;; svvs-process.el ends here
