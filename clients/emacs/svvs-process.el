;;; svvs-process.el --- Server processes of svvs  -*- lexical-binding: t; -*-

;;; Commentary:

;; Starts servers, keeps the end of what they write to stderr, and says how they
;; ended.

;;; Code:

(require 'svvs-errors)
(require 'subr-x)

(defconst svvs-process--kept 2000
  "How many of the last characters on stderr are kept.")

(defun svvs-process-start (name command filter sentinel)
  "Start a server called NAME with COMMAND, a list of strings; return the process.
As in a shell, a program with a slash in it is not searched for.  FILTER and
SENTINEL are those of the process."
  (let ((program (if (string-match-p "/" (car command))
                     (expand-file-name (car command))
                   (car command)))
        errors process)
    (unless (executable-find program)
      (signal 'svvs-server-not-found
              (list (format "Cannot find the server %s: name its command in SVVS, as in SVVS=\"./MyApp serve\", \
or in svvs-command, or put svvs on the PATH" (car command)))))
    (setq errors (make-pipe-process :name (concat name " stderr") :noquery t :coding 'utf-8-unix
                                    :buffer (generate-new-buffer (format " *%s stderr*" name))
                                    :filter #'svvs-process--keep :sentinel #'ignore))
    (unwind-protect
        (setq process (make-process :name name
                                    :command (cons program (cdr command))
                                    :connection-type 'pipe
                                    :coding 'utf-8-unix
                                    :noquery t
                                    :filter filter
                                    :sentinel sentinel
                                    :stderr errors))
      (unless process (kill-buffer (process-buffer errors))))
    (set-process-buffer process (generate-new-buffer (format " *%s*" name)))
    (process-put process 'svvs-errors errors)
    process))

(defun svvs-process--keep (errors text)
  "Keep TEXT, which came through ERRORS from a server's stderr.
Behind the line of a fatal error comes its backtrace, of which nothing is kept:
it is longer than what is."
  (let ((kept (concat (process-get errors 'svvs-kept) text)))
    (when (string-match "Fatal error: .*\n" kept) (setq kept (substring kept 0 (match-end 0))))
    (process-put errors 'svvs-kept
                 (substring kept (max 0 (- (length kept) svvs-process--kept))))))

(defun svvs-process-ending (process)
  "Return how PROCESS, a server, has ended, with the last line that it wrote."
  (let ((errors (process-get process 'svvs-errors)))
    (while (accept-process-output errors 0 50))
    (let ((line (car (last (split-string (or (process-get errors 'svvs-kept) "") "\n" t "[ \t\r]+")))))
      (format "The server has died %s %d%s"
              (if (eq (process-status process) 'signal) "of signal" "with status")
              (process-exit-status process)
              (if line (concat ": " line) "")))))

(defun svvs-process-discard (process)
  "Throw away what PROCESS, a server that has ended, has left behind."
  (kill-buffer (process-buffer (process-get process 'svvs-errors)))
  (kill-buffer (process-buffer process)))

(provide 'svvs-process)
;;; svvs-process.el ends here
