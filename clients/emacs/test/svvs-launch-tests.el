;;; svvs-launch-tests.el --- The command that starts the server  -*- lexical-binding: t; -*-

;;; Commentary:

;; Values of SVVS and `svvs-command', and the errors for wrong ones.

;;; Code:

(require 'svvs-test-support)

(ert-deftest svvs-test-a-command-line-is-split-as-by-a-shell ()
  (dolist (line '("" " \t" "svvs" " ./ListApp  serve " "'a b'\"c d\"e\\ f '' \"\"" "'\\'\"'\"\\\\\\'" "a\\\"b"
                  "\"\\\"\\\\\\$\\`\\a'\"" "a;b '|' \\> '#' \\*" "'ä\n'ö \"\n\""))
    (should (equal (svvs-command-split (replace-regexp-in-string ";" "';'" line) "SVVS")
                   (with-temp-buffer
                     (call-process "sh" nil t nil "-c" (format "set -f; set -- %s; for word; do printf '%%s\\0' \"$word\"; done"
                                                               (replace-regexp-in-string ";" "';'" line)))
                     (butlast (split-string (buffer-string) "\0")))))))

(ert-deftest svvs-test-nothing-in-a-command-line-is-expanded ()
  (should (equal (svvs-command-split "$HOME ~ * `a` \"$b\"" "SVVS") '("$HOME" "~" "*" "`a`" "$b"))))

(ert-deftest svvs-test-an-open-quote-in-svvs-is-reported ()
  (dolist (line '("'" "a \"b" "a'b\"" "a\\"))
    (let ((process-environment (cons (concat "SVVS=" line) process-environment)))
      (should (equal (should-error (svvs-connect))
                     `(user-error ,(format "SVVS is not a command line: a quote is not closed: %s" line)))))))

(ert-deftest svvs-test-a-command-in-code-takes-precedence-over-the-environment ()
  (let ((process-environment (cons "SVVS=./MyApp 'a b'" process-environment)))
    (should (equal (svvs-command-words) '("./MyApp" "a b")))
    (let ((svvs-command '("one" "two")))
      (should (equal (svvs-command-words) '("one" "two")))))
  (dolist (blank '("SVVS" "SVVS=" "SVVS= "))
    (let ((process-environment (cons blank process-environment)))
      (should (equal (svvs-command-words) '("svvs" "serve"))))))

(ert-deftest svvs-test-a-prefix-argument-asks-for-the-command-line ()
  (let ((svvs-command '("/no/such" "a b"))
        (svvs-current-connection nil)
        (current-prefix-arg '(4))
        offered)
    (cl-letf (((symbol-function 'read-shell-command)
               (lambda (_prompt initial) (setq offered initial) (shell-quote-argument (car svvs-test-server)))))
      (svvs-test-with (server (call-interactively #'svvs-start))
        (should (eq server svvs-current-connection))))
    (should (equal (svvs-command-split offered "It") svvs-command))))

(ert-deftest svvs-test-svvs-is-relative-to-where-emacs-was-started ()
  (let ((default-directory (file-name-directory (car svvs-test-server)))
        (name (file-name-nondirectory (car svvs-test-server))))
    (dolist (command (list name (concat name " serve")))
      (should (equal (svvs-test-emacs (list (concat "SVVS=./" command))
                                      '(cd "/")
                                      '(princ (svvs-json-get (svvs-connection-info (svvs-connect))
                                                             '(protocolVersion))))
                     (number-to-string svvs-protocol-version))))))

(ert-deftest svvs-test-a-server-starts-in-a-directory-that-was-deleted ()
  (let ((default-directory (file-name-as-directory (make-temp-file "svvs" t)))
        (svvs-command svvs-test-server))
    (delete-directory default-directory)
    (should (equal (svvs-test-messages
                     (svvs-test-with (server (svvs-connect)) (should (svvs-open server "player"))))
                   (list (format "svvs: %s does not exist any more; the server starts in ~/" default-directory))))))

(ert-deftest svvs-test-a-command-may-have-a-relative-name ()
  (let* ((default-directory (file-name-directory
                             (directory-file-name (file-name-directory (car svvs-test-server)))))
         (name (file-relative-name (car svvs-test-server))))
    (dolist (name (list name (concat "./" name)))
      (svvs-test-with (server (svvs-connect (list name)))
        (should (svvs-open server "player"))))))

(provide 'svvs-launch-tests)
;;; svvs-launch-tests.el ends here
