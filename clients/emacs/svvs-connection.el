;;; svvs-connection.el --- Processes of svvs servers, and messages to and from them  -*- lexical-binding: t; -*-

;;; Commentary:

;; The representation of JSON in Emacs Lisp: an object is a hash table with strings
;; as keys, an array is a vector, and true, false and null are t, `:false' and
;; `:null'.  Unlike with plists, null, false, an empty object and an empty array are
;; distinct.
;;
;; A value to be written may contain plists as objects; nil is an empty object.
;;
;; The options and the errors of the client, the command of the server, and the
;; process that it is started as.
;;
;; An error is (CONDITION MESSAGE), where the message is for people; an error of
;; `svvs-refused' also contains the error object of the server's reply.
;;
;; A server is a child process; each message is a line of JSON on its stdin or
;; stdout.  Emacs's own jsonrpc.el is not used:
;;
;; - It reads both null and {} as nil, so that a state would confuse them.
;; - Up to Emacs 29, `jsonrpc-request' leaves the filter by `throw', and messages
;;   that came in one piece with the reply wait until more output comes.
;; - Since Emacs 30, waiting for one request delays the replies to others, but not
;;   notifications: the changes of a view may come before its snapshot.
;; - After text that is not a message it waits for ever; it shows ill-formed JSON,
;;   which may contain a secret, as a warning.
;; - Whenever a server ends, even normally, it shows a message and leaves a buffer.
;;
;; The path of a message: `svvs--filter' collects text, `svvs--take-message' parses a
;; line of it, and `svvs--dispatch' passes it to `svvs--take-reply', or to the
;; connection's function for notifications, which is in svvs-client.el.

;;; Code:

(require 'cl-lib)
(require 'json)
(require 'seq)
(require 'subr-x)

;;;; JSON

(define-error 'svvs-json-error "Invalid JSON")

(defun svvs-json-parse (text)
  "Return the JSON value written in TEXT, a string of characters."
  (condition-case nil
      (if (string-search "\\u0000" text)
          ;; Up to Emacs 29, the other parser, which is faster, refuses this character.
          (let ((json-object-type 'hash-table)
                (json-array-type 'vector)
                (json-false :false)
                (json-null :null))
            (json-read-from-string text))
        (json-parse-string text :object-type 'hash-table :array-type 'array))
    ;; The parser's own message may quote the text, which may be a secret.
    (error (signal 'svvs-json-error '("Not JSON")))))

(defun svvs-json-serialize (value)
  "Return VALUE as JSON, a string of characters."
  (let ((text (condition-case nil
                  (json-serialize value)
                ;; As above: the error itself contains the value.
                (error (signal 'svvs-json-error '("Not representable as JSON"))))))
    ;; In Emacs 30 the text is unibyte.
    (if (multibyte-string-p text) text (decode-coding-string text 'utf-8-unix t))))

(defun svvs-json-object (plist)
  "Return an object with the members of PLIST, or PLIST itself if it is one.
Their names are keywords, symbols or strings."
  (if (hash-table-p plist) plist
    (let ((object (make-hash-table :test #'equal)))
      (cl-loop for (name value) on plist by #'cddr do (puthash (svvs-json-name name) value object))
      object)))

(defun svvs-json-name (name)
  "Return NAME, a keyword, symbol or string, as a string."
  (cond ((keywordp name) (substring (symbol-name name) 1))
        ((symbolp name) (symbol-name name))
        (t name)))

(defun svvs-json-get (value path)
  "Return the value in VALUE at PATH, a list of member names and indices.
Return nil if there is none."
  (dolist (step path value)
    (setq value
          (cond ((hash-table-p value) (gethash (svvs-json-name step) value))
                ((and (vectorp value) (natnump step) (< step (length value)))
                 (aref value step))))))

;;;; Texts for people

(defconst svvs-json--hidden
  (rx (any (#x80 . #x9f) #xad #x34f #x61c (#x115f . #x1160) (#x17b4 . #x17b5) #x180e #x200b (#x200e . #x200f)
           (#x2028 . #x202e) (#x2060 . #x206f) #x3164 (#xd800 . #xdfff) #xfeff #xffa0 (#xfff9 . #xfffb)
           (#xe0000 . #xe00ff) (#xe0200 . #xe0fff)
           (#x3fff80 . #x3fffff))) ; bytes that are not UTF-8
  "Matches a character that is invisible or changes the direction of writing.")

(defun svvs-json-clean (text)
  "Return TEXT in one line, without hidden characters.
A control character becomes its symbol.  A joiner is kept between characters
from U+0600, whose form it may change."
  (if (string-match-p "\\`[ -~]*\\'" text) text
    (pcase-dolist (`(,pattern . ,new)
                   `(("\\(\\`\\|[\0-\u05ff]\\)[\u200c\u200d]" . "\\1\ufffd")
                     ("[\u200c\u200d]\\(\\'\\|[\0-\u05ff]\\)" . "\ufffd\\1")
                     (,svvs-json--hidden . "\ufffd")
                     ("[\0-\x1f]" . ,(lambda (control) (string (+ #x2400 (aref control 0)))))
                     ("\x7f" . "\u2421"))
                   text)
      (setq text (replace-regexp-in-string pattern new text t)))))

;;;; JSON Patch (RFC 6902), of which only add, remove and replace are used; and append

(defun svvs-json-patch (value patch)
  "Return VALUE after PATCH, a JSON Patch.
VALUE is not modified; the result shares its unchanged parts."
  (seq-reduce
   (lambda (value step)
     (let ((operation (gethash "op" step))
           (path (svvs-json-pointer (gethash "path" step))))
       (unless (member operation '("add" "remove" "replace" "append"))
         (signal 'svvs-json-error '("Not an operation of a JSON Patch")))
       (unless (or (equal operation "remove") (svvs-json--has step "value"))
         (signal 'svvs-json-error '("An operation without a value")))
       (unless path
         (signal 'svvs-json-error '("A path to the state itself")))
       (svvs-json--edit value path operation (gethash "value" step))))
   patch value))

(defun svvs-json-pointer (pointer)
  "Return the list of the reference tokens of POINTER, a JSON Pointer."
  (unless (string-match-p "\\`\\(?:/\\|\\'\\)" pointer)
    (signal 'svvs-json-error '("Not a JSON Pointer")))
  (mapcar (lambda (token)
            (string-replace "~0" "~" (string-replace "~1" "/" token)))
          (cdr (split-string pointer "/"))))

(defun svvs-json--has (object name)
  "Return whether OBJECT has a member NAME, which may be nil."
  (let ((nothing (make-symbol "nothing")))
    (not (eq (gethash name object nothing) nothing))))

(defun svvs-json-extend (text added)
  "Return TEXT with ADDED at its end.  Both must be strings."
  (unless (and (stringp text) (stringp added))
    (signal 'svvs-json-error '("A value that grows is not a text")))
  (concat text added))

(defun svvs-json--edit (value path operation new)
  "Return VALUE after OPERATION, a string, at PATH with the value NEW."
  (cond ((null path) (if (equal operation "append") (svvs-json-extend value new) new))
        ((hash-table-p value) (svvs-json--edit-object value path operation new))
        ((vectorp value) (svvs-json--edit-array value path operation new))
        (t (signal 'svvs-json-error '("The path leads into a value without members")))))

(defun svvs-json--edit-object (object path operation new)
  "Return OBJECT after OPERATION at PATH with the value NEW."
  (let ((copy (copy-hash-table object))
        (name (car path)))
    (unless (or (svvs-json--has object name) (equal (cons operation (cdr path)) '("add")))
      (signal 'svvs-json-error '("The path leads to a missing member")))
    (if (equal (cons operation (cdr path)) '("remove"))
        (remhash name copy)
      (puthash name (svvs-json--edit (gethash name copy) (cdr path) operation new) copy))
    copy))

(defun svvs-json--edit-array (array path operation new)
  "Return ARRAY after OPERATION at PATH with the value NEW."
  (let* ((index (and (string-match-p "\\`\\(?:0\\|[1-9][0-9]*\\)\\'" (car path))
                     (string-to-number (car path))))
         (adds (equal (cons operation (cdr path)) '("add"))))
    (unless (and index (< index (+ (length array) (if adds 1 0))))
      (signal 'svvs-json-error '("The path leads to a missing element")))
    (if (or (cdr path) (member operation '("replace" "append")))
        (let ((copy (copy-sequence array)))
          (aset copy index (svvs-json--edit (aref array index) (cdr path) operation new))
          copy)
      (vconcat (seq-subseq array 0 index)
               (and adds (list new))
               (seq-subseq array (if adds index (1+ index)))))))

;;;; Options, errors and processes

(defgroup svvs nil
  "Front end of svvs state servers."
  :group 'applications
  :prefix "svvs-")

(defcustom svvs-timeout 60
  "Seconds to wait for a reply of the server, or for a state.
A server that has not read a message by then is ended."
  :type 'number)

(defcustom svvs-command-timeout 5
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

;;;; Connections

(cl-defstruct (svvs-connection (:constructor svvs--make-connection) (:copier nil))
  "A connection to an svvs server."
  process
  (on-notification nil :documentation "A function to call with the connection, the method and the parameters.")
  (on-end nil :documentation "A function to call with the connection when it has ended.")
  (on-cut nil :documentation "A function to call with the connection when its process was killed.
It returns whether the connection has another process now, and continues.")
  (on-requests nil :documentation "A function to call with the connection when a request begins or ends.")
  (timer nil :documentation "The timer that handles messages, if nothing waits for them.")
  (last-id 0 :documentation "The id of the last request.")
  (pending (make-hash-table) :documentation "The requests that have no reply yet, by id.")
  (views (make-hash-table :test #'equal) :documentation "The open views by their ids.")
  (sessions (make-hash-table :test #'equal) :documentation "The shared sessions by their names.")
  (failure nil :documentation "The error that the connection has ended with.")
  (closing nil :documentation "Whether it was asked to end.")
  (origin nil :documentation "The folder and the arguments of `svvs-connect'.")
  (introduction nil :documentation "The parameters of initialize.")
  (info nil :documentation "The result of initialize.")
  (screens nil :documentation "The screens of the server, if they were requested."))

(defvar svvs--count 0
  "The number of processes that were started.")

(defun svvs--launch (connection command)
  "Start COMMAND as the process of CONNECTION."
  (let ((process (svvs-process-start (format "svvs-%d" (cl-incf svvs--count)) command
                                     #'svvs--filter #'svvs--sentinel)))
    (process-put process 'svvs-connection connection)
    (setf (svvs-connection-process connection) process)))

(defun svvs-connection-live-p (connection)
  "Return whether CONNECTION can be used."
  (and (null (svvs-connection-failure connection))
       (process-live-p (svvs-connection-process connection))))

(defun svvs--check-connection (connection)
  "Signal the error that CONNECTION has ended with, if it has ended."
  ;; Its sentinel may have to run yet.
  (unless (svvs-connection-live-p connection)
    (svvs--wait connection 1 (lambda () (svvs-connection-live-p connection))))
  (when-let ((failure (svvs-connection-failure connection)))
    (signal (car failure) (cdr failure))))

;;;; Sending

(defun svvs--send (connection text)
  "Send TEXT, a message, over CONNECTION.
If the server does not read it within `svvs-timeout' seconds, end CONNECTION.
If the server is stopped, as by SIGSTOP, send TEXT when it continues."
  (let* ((process (svvs-connection-process connection))
         (text (concat (process-get process 'svvs-held) text "\n")))
    (process-put process 'svvs-held nil)
    (condition-case nil
        ;; Emacs waits without end while the pipe is full.
        (with-timeout (svvs-timeout
                       (svvs--fail connection 'svvs-timed-out
                                   (format "The server has not read its input within %s s" svvs-timeout)))
          (process-send-string process text))
      (error
       (cond ((eq (process-status process) 'stop) (process-put process 'svvs-held text))
             ;; If it has ended, the sentinel has a better reason, or starts another process.
             ((svvs--wait connection 0.5 (lambda () (not (eq process (svvs-connection-process connection))))))
             (t (svvs--fail connection 'svvs-server-died "The server has closed its input")))))))

;;;; Waiting

(defun svvs--wait (connection timeout condition)
  "Handle messages of CONNECTION until CONDITION, a function, is non-nil.
Return its value, or nil if TIMEOUT seconds have passed or CONNECTION has ended
without it."
  (let ((deadline (+ (float-time) timeout))
        process value rest)
    (while (not (or (setq value (funcall condition))
                    (svvs-connection-failure connection)
                    (<= (setq rest (- deadline (float-time))) 0)))
      (unless (svvs--take-message connection)
        (setq process (svvs-connection-process connection))
        (if (eq (process-status process) 'run)
            ;; Waiting for any process would take Emacs 20 ms longer.  A message that a timer handles
            ;; does not end the wait.
            (accept-process-output process (min rest 0.1))
          ;; A dead process has no output, but this calls its sentinel.
          (accept-process-output nil (min rest 0.02)))))
    (or value (funcall condition))))

;;;; Reading

(defun svvs--filter (process text)
  "Collect TEXT, which PROCESS has written, to be handled by a timer.
Emacs crashes if a filter ends the process that is waited for."
  (let ((connection (process-get process 'svvs-connection)))
    (unless (svvs-connection-failure connection)
      (with-current-buffer (process-buffer process)
        ;; Point stays where the search for the end of the line continues.
        (save-excursion (goto-char (point-max)) (insert text)))
      (unless (svvs-connection-timer connection)
        (setf (svvs-connection-timer connection) (run-at-time 0 nil #'svvs--take-messages connection))))))

(defun svvs--take-messages (connection)
  "Handle all messages that were read from CONNECTION.
They are no more than a pipe holds, so that Emacs reacts to keys in between."
  (setf (svvs-connection-timer connection) nil)
  (while (svvs--take-message connection)))

(defun svvs--take-message (connection)
  "Handle the next message of CONNECTION, and return whether there was one.
A function that this calls may wait for a reply, and so call this again."
  (unless (svvs-connection-failure connection)
    (condition-case error
        (when-let ((inhibit-quit t) ; A quit would leave the state or a page incomplete.
                   (line (svvs--next-line (process-buffer (svvs-connection-process connection)))))
          (svvs--dispatch connection (svvs--parse line))
          t)
      (svvs-bad-message (svvs--fail connection 'svvs-bad-message (cadr error)))
      (error (svvs--fail connection 'svvs-bad-message "The server has sent an ill-formed message")))))

(defun svvs--parse (line)
  "Return the JSON value in LINE, which the server has written."
  (condition-case nil
      (svvs-json-parse line)
    (svvs-json-error
     (if (string-prefix-p "{" line)
         (signal 'svvs-bad-message '("The server has sent an ill-formed message"))
       (svvs--reject line)))))

(defun svvs--dispatch (connection message)
  "Handle MESSAGE, a reply or a notification that came over CONNECTION."
  (unless (hash-table-p message) (svvs--reject (svvs-json-serialize message)))
  (let ((method (svvs-json-get message '(method))))
    (cond ((null method) (svvs--take-reply connection message))
          ((or (svvs-json-get message '(id)) (not (stringp method)))
           (signal 'svvs-bad-message '("The server has sent neither a reply nor a notification")))
          (t (funcall (svvs-connection-on-notification connection) connection method (gethash "params" message))))))

(defun svvs--next-line (buffer)
  "Remove the first line from BUFFER and return it, or nil if it has no end yet."
  (with-current-buffer buffer
    (cond ((search-forward "\n" nil 'move) (delete-and-extract-region (point-min) (point)))
          ;; Such a line might never end.
          ((not (memq (char-after (point-min)) '(nil ?{)))
           (svvs--reject (buffer-substring (point-min) (point-max)))))))

(defun svvs--reject (text)
  "Signal that TEXT, which the server has sent, is not a message."
  (signal 'svvs-bad-message
          (list (concat "The server wrote a line that is not a message of the protocol: " (svvs-process-quote text)))))

;;;; The end of a connection

(defun svvs--fail (connection condition text)
  "End CONNECTION and its server, because of CONDITION, which TEXT explains."
  (unless (svvs-connection-failure connection)
    (setf (svvs-connection-failure connection) (list condition text)))
  (delete-process (svvs-connection-process connection))
  nil)

(defun svvs--sentinel (process _change)
  "Handle the end of PROCESS, a server, or its continuation after a stop."
  (let ((connection (process-get process 'svvs-connection)))
    (if (process-live-p process)
        ;; The server ignores the empty line.
        (when (and (process-get process 'svvs-held) (eq (process-status process) 'run))
          (svvs--send connection ""))
      (svvs--take-messages connection)
      (unless (svvs--reattached-p connection)
        (svvs--end connection))
      (svvs-process-discard process))))

(defun svvs--reattached-p (connection)
  "Attach CONNECTION again if its process was killed; return whether it could be."
  (and (not (svvs-connection-failure connection))
       (not (svvs-connection-closing connection))
       (eq (process-status (svvs-connection-process connection)) 'signal)
       (funcall (svvs-connection-on-cut connection) connection)))

(defun svvs--end (connection)
  "End CONNECTION, whose process has ended.
If there is no pending request to report that, show a message, unless CONNECTION
was asked to end."
  (unless (svvs-connection-failure connection)
    (setf (svvs-connection-failure connection)
          (list 'svvs-server-died (if (svvs-connection-closing connection)
                                      "The server was shut down"
                                    (svvs-process-ending (svvs-connection-process connection))))))
  (when (and (not (svvs-connection-closing connection))
             (zerop (hash-table-count (svvs-connection-pending connection)))
             (memq (car (svvs-connection-failure connection)) '(svvs-server-died svvs-bad-message)))
    (message "svvs: %s" (svvs-error-message (svvs-connection-failure connection))))
  (funcall (svvs-connection-on-end connection) connection))

;;;; Requests

(cl-defstruct (svvs-pending (:constructor svvs--make-pending) (:copier nil))
  "A request, pending or with its reply."
  connection id method
  (outcome nil :documentation "(:result . VALUE) or (:error CONDITION . DATA), once there is one.")
  decode success error)

(defun svvs--message (method params &optional id)
  "Return the message of METHOD with PARAMS, a request if it has an ID."
  (svvs-json-serialize `( :jsonrpc "2.0" ,@(and id (list :id id))
                          :method ,(svvs-json-name method) :params ,params)))

(cl-defun svvs-request-async (connection method params &key success error decode)
  "Send over CONNECTION a request of METHOD with PARAMS; return it at once.
PARAMS is a plist or a hash table.  The reply calls SUCCESS with the result, or
ERROR with the error as `condition-case' has it.  DECODE, a function, is called
first, and what it returns takes the place of the result.

The request can be passed to `svvs-await' and `svvs-cancel'."
  (svvs--check-connection connection)
  (let* ((id (cl-incf (svvs-connection-last-id connection)))
         (text (svvs--message method params id))
         (pending (svvs--make-pending :connection connection :id id :method (svvs-json-name method)
                                      :decode decode :success success :error error)))
    (puthash id pending (svvs-connection-pending connection))
    (svvs--notify-requests connection)
    (svvs--send connection text)
    pending))

(defun svvs--notify-requests (connection)
  "Call the function of CONNECTION that follows its pending requests."
  (when (svvs-connection-on-requests connection)
    (svvs-run (svvs-connection-on-requests connection) connection)))

(defun svvs-request (connection method &optional params timeout)
  "Send over CONNECTION a request of METHOD with PARAMS, and return the result.
Wait at most TIMEOUT seconds, by default `svvs-timeout'."
  (svvs-await (svvs-request-async connection method params) timeout))

(defun svvs--send-notification (connection method params)
  "Send over CONNECTION a notification of METHOD with PARAMS."
  (svvs--check-connection connection)
  (svvs--send connection (svvs--message method params))
  (svvs--check-connection connection))

(defun svvs-cancel (pending)
  "Cancel the request PENDING; the server then replies at once, maybe an error."
  (let ((connection (svvs-pending-connection pending)))
    (when (and (not (svvs-pending-outcome pending)) (svvs-connection-live-p connection))
      (svvs--send-notification connection '$/cancelRequest (list :id (svvs-pending-id pending))))))

;;;; Waiting for replies

(defun svvs-await (pending &optional timeout)
  "Return the result of the request PENDING, or signal its error.
If there is none after TIMEOUT seconds, by default `svvs-timeout', or if the
user quits, cancel the request.  A reply that comes later calls no function."
  (let ((connection (svvs-pending-connection pending))
        (timeout (or timeout svvs-timeout))
        is-done)
    (unwind-protect
        (setq is-done (svvs--wait connection timeout (lambda () (svvs-pending-outcome pending))))
      (unless is-done
        (setf (svvs-pending-success pending) nil
              (svvs-pending-error pending) nil)
        (svvs-cancel pending)))
    (pcase (svvs-pending-outcome pending)
      (`(:result . ,value) value)
      (`(:error ,condition . ,data) (signal condition data))
      (_ (signal 'svvs-timed-out (list (format "The server has not replied to %s within %s s"
                                               (svvs-pending-method pending) timeout)))))))

;;;; Replies

(defun svvs--take-reply (connection message)
  "Finish the request over CONNECTION that MESSAGE is the reply to."
  (let* ((pending (gethash (svvs-json-get message '(id)) (svvs-connection-pending connection)))
         (result (svvs-json-get message '(result)))
         (error (svvs-json-get message '(error)))
         (text (svvs-json-get error '(message))))
    (cond ((and pending result (null error))
           (let ((decode (or (svvs-pending-decode pending) #'identity)))
             (svvs--finish pending (cons :result (funcall decode result)))))
          ((and pending (null result) (stringp text))
           (svvs--finish pending (list :error 'svvs-refused text error)))
          ;; The server could not read a message, which another writer may have sent.
          ((and (null pending) (eq (svvs-json-get message '(id)) :null) (stringp text))
           (message "svvs: %s" text))
          (t (signal 'svvs-bad-message '("The server has sent an unexpected reply"))))))

(defun svvs--finish (pending outcome)
  "Set the OUTCOME of PENDING, and call its function for that."
  (setf (svvs-pending-outcome pending) outcome)
  (remhash (svvs-pending-id pending) (svvs-connection-pending (svvs-pending-connection pending)))
  (svvs--notify-requests (svvs-pending-connection pending))
  (when-let ((function (if (eq (car outcome) :result)
                           (svvs-pending-success pending)
                         (svvs-pending-error pending))))
    (svvs-run function (cdr outcome))))

(defun svvs--end-requests (connection)
  "Finish the requests over CONNECTION, which has ended."
  (dolist (pending (hash-table-values (svvs-connection-pending connection)))
    (svvs--finish pending (cons :error (svvs-connection-failure connection)))))

(provide 'svvs-connection)
;;; svvs-connection.el ends here
