;;; svvs-process.el --- Options, errors and server processes of svvs  -*- lexical-binding: t; -*-

;;; Commentary:

;; The options and the errors of the client, the command of the server, and the
;; process that it is started as.
;;
;; An error is (CONDITION MESSAGE), where the message is for people; an error of
;; `svvs-refused' also contains the error object of the server's reply.

;;; Code:

(require 'svvs-json)
(require 'subr-x)

(defgroup svvs nil
  "Front end of svvs state servers."
  :group 'applications
  :prefix "svvs-")

(defcustom svvs-timeout 60
  "Seconds to wait for a reply of the server, or for a state.
A server that has not read a message by then is ended."
  :type 'number)

(defcustom svvs-command-timeout 2
  "Seconds that a command waits for a reply of the server.
Then Emacs reacts to keys again, and the command continues after the reply."
  :type 'number)

(defcustom svvs-shutdown-timeout 10
  "Seconds that the server has to end on request before it is killed."
  :type 'number)

(defcustom svvs-keep 300
  "Seconds that a session outlives its last front end, if `svvs-attach' opens it."
  :type 'number)

(defcustom svvs-return-folder (locate-user-emacs-file "svvs/")
  "The directory of the files with which Emacs rejoins a session after a kill.
Each attached Emacs has a small file there, with a token and the names of
methods.  If this is nil, nothing is kept."
  :type '(choice (const :tag "Nowhere" nil) directory))

(define-error 'svvs-error "svvs")
(define-error 'svvs-refused "The server has refused" 'svvs-error)
(define-error 'svvs-server-not-found "The server's command was not found" 'svvs-error)
(define-error 'svvs-server-died "The server has ended" 'svvs-error)
(define-error 'svvs-protocol-version-mismatch "The server speaks another version of the protocol" 'svvs-error)
(define-error 'svvs-bad-message "The server has broken the protocol" 'svvs-error)
(define-error 'svvs-timed-out "Timed out" 'svvs-error)
(define-error 'svvs-unanswered "The connection was cut before there was a reply" 'svvs-error)
(define-error 'svvs-view-closed "The view is closed" 'svvs-error)

(defun svvs-error-message (error)
  "Return the message of ERROR, as `condition-case' has it, in one line."
  (let ((text (if (stringp (cadr error)) (cadr error) (error-message-string error))))
    (string-trim (replace-regexp-in-string "[ \t]*[\r\n]+[ \t]*" " " text))))

(defun svvs-process-quote (text)
  "Return the beginning of TEXT, of a server, in quotes."
  (let ((start (substring text 0 (min (length text) 60))))
    (format "\"%s%s\"" (svvs-json-clean (string-trim-right start "[\r\n]+"))
            (if (eq (length start) (length text)) "" "…"))))

(defun svvs-error-data (error name)
  "Return the member NAME of the data of ERROR, or nil.
\"path\", for one, is a JSON Pointer to the parameter at fault."
  (svvs-json-get (nth 2 error) (list 'data name)))

(defun svvs-error-kind (error)
  "Return the kind of ERROR, such as \"InvalidParams\", if the server gave one."
  (let ((kind (svvs-error-data error "kind")))
    (when (stringp kind) kind)))

(defun svvs-run (function &rest arguments)
  "Call FUNCTION with ARGUMENTS; show an error in it as a message."
  (condition-case-unless-debug error
      (apply function arguments)
    (error (message "svvs: %s" (svvs-error-message error)))))

(defmacro svvs-with-user-errors (&rest body)
  "Evaluate BODY; signal its errors again as `user-error's of one line."
  (declare (indent 0) (debug t))
  `(condition-case error
       (progn ,@body)
     (svvs-error (user-error "svvs: %s" (svvs-error-message error)))))

;;;; The command

(defcustom svvs-command nil
  "The command that starts the server: the program and its arguments.
If nil, it is the command line in the environment variable SVVS, which is split
as a shell would, or else `svvs serve'."
  :type '(choice (const :tag "SVVS, or svvs serve" nil) (repeat string))
  :group 'svvs)

(defun svvs-command-words ()
  "Return the command of the server, a list of strings."
  (or svvs-command (svvs-command-split (or (getenv "SVVS") "") "SVVS") '("svvs" "serve")))

(defun svvs-command-split (line name)
  "Return the words of LINE, split and unquoted as by a shell; expand nothing.
If a quote in it is not closed, signal a `user-error' about NAME."
  ;; `split-string-shell-command' ends at ; and | and accepts open quotes;
  ;; `split-string-and-unquote' supports only the quotes of Lisp.
  (let (words word)
    (with-temp-buffer
      (insert line)
      (goto-char (point-min))
      (while (not (eobp))
        (cond ((looking-at "[ \t\r\n]+")
               (when word (push word words))
               (setq word nil))
              ((looking-at (rx (or (seq "'" (group-n 1 (* (not (any "'")))) "'")
                                   (seq "\\" (group-n 1 anything))
                                   (group-n 1 (+ (not (any " \t\r\n\"'\\")))))))
               (setq word (concat word (match-string 1))))
              ((looking-at (rx "\"" (group (* (or (not (any "\"\\")) (seq "\\" anything)))) "\""))
               (setq word (concat word (replace-regexp-in-string (rx "\\" (group (any "\"\\$`"))) "\\1"
                                                                 (match-string 1)))))
              (t (user-error "%s is not a command line: a quote is not closed: %s" name line)))
        (goto-char (match-end 0))))
    (nreverse (if word (cons word words) words))))

;;;; The process

(defun svvs-process-directory (&optional command)
  "Return the directory in which to start the server, of COMMAND if that is given.
File names in SVVS are relative to the directory in which Emacs was started."
  (let ((directory (if (or command svvs-command) default-directory command-line-default-directory)))
    (if (or (file-remote-p directory) (file-accessible-directory-p directory)) directory
      (message "svvs: %s does not exist any more; the server starts in ~/" directory)
      (expand-file-name "~/"))))

(defconst svvs-process--kept 2000
  "The number of the last characters on stderr that are kept.")

(defun svvs-process-start (name command filter sentinel)
  "Start a server called NAME with COMMAND, a list of strings; return the process.
As in a shell, a program with a slash in its name is a path, not searched for.
FILTER and SENTINEL are those of the process."
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
Only the end is kept, and the line of a fatal error, which a long backtrace may
follow."
  (let ((kept (concat (process-get errors 'svvs-kept) text)))
    (when (string-match ".*Fatal error: .*\n" kept)
      (process-put errors 'svvs-reason (string-trim (match-string 0 kept))))
    (process-put errors 'svvs-kept
                 (substring kept (max 0 (- (length kept) svvs-process--kept))))))

(defun svvs-process--signal (number)
  "Return the name of the signal NUMBER, such as SIGKILL."
  (if-let ((name (cdr (assq number '((1 . "HUP") (2 . "INT") (3 . "QUIT") (4 . "ILL") (5 . "TRAP") (6 . "ABRT")
                                     (8 . "FPE") (9 . "KILL") (11 . "SEGV") (13 . "PIPE") (15 . "TERM"))))))
      (concat "SIG" name)
    (format "signal %d" number)))

(defun svvs-process-ending (process)
  "Return a description of the end of PROCESS, a server.
It contains the line of a fatal error and the last line that the server wrote on
stderr, except for notices of a wait for a shared server."
  (let ((errors (process-get process 'svvs-errors)))
    (while (accept-process-output errors 0 50))
    (let* ((last (last (seq-remove (lambda (line) (string-match-p ": waiting for .*, which " line))
                                   (split-string (or (process-get errors 'svvs-kept) "") "\n" t "[ \t\r]+"))))
           (lines (delete-dups (delq nil (cons (process-get errors 'svvs-reason) last)))))
      (format "The server %s%s%s"
              (if (eq (process-status process) 'signal)
                  (concat "was ended by " (svvs-process--signal (process-exit-status process)))
                (format "has ended with status %d" (process-exit-status process)))
              (if lines ": " "")
              (string-join lines "; ")))))

(defun svvs-process-discard (process)
  "Kill the buffers of PROCESS, a server that has ended."
  (kill-buffer (process-buffer (process-get process 'svvs-errors)))
  (kill-buffer (process-buffer process)))

(provide 'svvs-process)
;;; svvs-process.el ends here
