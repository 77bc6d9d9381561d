;;; svvs-command.el --- The command that starts an svvs server  -*- lexical-binding: t; -*-

;;; Commentary:

;; A list of strings in code, or a command line in the environment.  A server that
;; is shared is attached to by the same command, with `attach' for `serve'.

;;; Code:

(require 'svvs-errors)

(defcustom svvs-command nil
  "The command that starts the server: the program and its arguments.
If nil, it is the command line in the environment variable SVVS, which is split
as a shell would, or else `svvs serve'."
  :type '(choice (const :tag "SVVS, or svvs serve" nil) (repeat string))
  :group 'svvs)

(defun svvs-command-words ()
  "Return the command of the server, a list of strings."
  (or svvs-command (svvs-command-split (or (getenv "SVVS") "") "SVVS") '("svvs" "serve")))

(defun svvs-command-attaching (words name)
  "Return WORDS, a command that serves, as one that attaches to the server NAME.
NAME is a name, the path of a socket, or t for the server named as the app.  The
options in WORDS are for the server, if that has to be started."
  (let* ((serve (seq-position (cdr words) "serve"))
         (options (if serve (seq-drop words (+ serve 2)) (cdr words))))
    `(,@(seq-take words (if serve (1+ serve) 1)) "attach"
      ,@(and (stringp name) (list name)) ,@(and options (cons "--" options)))))

(defun svvs-command-names (words)
  "Return the names of the servers that can be attached to, where WORDS serve."
  (let* ((list (append (seq-take-while (lambda (word) (not (equal word "attach")))
                                       (svvs-command-attaching words t))
                       '("list" "--json")))
         (servers (with-temp-buffer
                    (and (eql 0 (ignore-error file-missing
                                  (apply #'call-process (car list) nil '(t nil) nil (cdr list))))
                         (svvs-json-parse (buffer-string))))))
    (seq-map (lambda (server) (svvs-json-get server '(name))) servers)))

(defun svvs-command-split (line name)
  "Return the words of LINE, split and unquoted as by a shell; expand nothing.
If a quote in it is not closed, signal a `user-error' about NAME."
  ;; `split-string-shell-command' ends at ; and | and takes open quotes, and
  ;; `split-string-and-unquote' knows the quotes of Lisp alone.
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
              (t (user-error "%s has a quote that is not closed: %s" name line)))
        (goto-char (match-end 0))))
    (nreverse (if word (cons word words) words))))

(provide 'svvs-command)
;;; svvs-command.el ends here
