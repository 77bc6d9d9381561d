;;; svvs-silence-tests.el --- Servers that say nothing, and the ends of servers  -*- lexical-binding: t; -*-

;;; Commentary:

;; Nobody waits for ever, nobody is left behind, and the user is told as much as
;; is news.

;;; Code:

(require 'svvs-test-support)

(ert-deftest svvs-test-a-server-that-does-not-read-is-ended-in-a-call ()
  (svvs-test-with-fake server "opened(); signal.pause()"
    (let ((view (svvs-open server "t"))
          (svvs-timeout 0.3))
      (should (equal (cadr (svvs-test-error-of svvs-timed-out
                             (svvs-call view 'act :text (make-string 300000 ?a))))
                     "The server has not read what it was sent within 0.3 s"))
      (should-not (svvs-connection-live-p server))
      (svvs-test-error-of svvs-timed-out (svvs-call view 'act)))))

(ert-deftest svvs-test-a-server-that-does-not-read-is-ended-by-notifications ()
  (svvs-test-with-fake server "opened(); signal.pause()"
    (let ((view (svvs-open server "t"))
          (svvs-timeout 0.3))
      (svvs-test-error-of svvs-timed-out
        (dotimes (_ 20) (svvs-notify view 'act :text (make-string 10000 ?a)))))))

(ert-deftest svvs-test-a-long-message-reaches-a-server-that-reads ()
  (svvs-test-with-server server
    (let ((mirror (svvs-open server "mirror"))
          (text (make-string 1000000 ?a)))
      (svvs-set mirror :text text)
      (should (equal (svvs-get mirror 'text) text)))))

(ert-deftest svvs-test-a-server-that-does-not-read-is-shut-down ()
  (svvs-test-with-fake server "initialized(); signal.pause()"
    (process-send-string (svvs--server server) (make-string 65536 ?a))
    (with-timeout (5 (ert-fail "It takes long")) (svvs-disconnect server))))

(ert-deftest svvs-test-a-server-that-dies-idle-is-told-once-in-our-words ()
  (should (equal (svvs-test-messages
                   (svvs-test-with-fake server "initialized(); signal.pause()"
                     (signal-process (svvs--server server) 'SIGKILL)
                     (svvs-test-wait (lambda () (svvs--failure server)))))
                 '("svvs: The server has died of signal 9"))))

(ert-deftest svvs-test-an-ordinary-end-is-no-news ()
  (should-not (svvs-test-messages (svvs-test-with-server server (svvs-open server "player")))))

(ert-deftest svvs-test-waiting-for-a-state-ends-with-the-view ()
  (svvs-test-with-server server
    (let ((view (svvs-open server "player")))
      (svvs-close-async view)
      (svvs-test-error-of svvs-closed (svvs-wait-for view #'ignore))
      (svvs-test-error-of svvs-closed (svvs-wait-for view #'ignore))
      (should (eq 'yes (svvs-wait-for view (lambda () 'yes)))))))

(defun svvs-test--emacs (environment &rest forms)
  "Return what an Emacs prints that has ENVIRONMENT too and evaluates FORMS."
  (let ((process-environment (append environment process-environment)))
    (with-temp-buffer
      (call-process (expand-file-name invocation-name invocation-directory) nil '(t nil) nil
                    "--batch" "-Q" "-L" (expand-file-name ".." svvs-test-folder)
                    "--eval" (format "%S" `(progn (require 'svvs) ,@forms)))
      (buffer-string))))

(defun svvs-test--left-by-emacs (script)
  "Return the process that SCRIPT was in for an Emacs that has ended."
  (string-to-number
   (svvs-test--emacs nil `(let ((server (apply #'svvs-connect ',(let ((command (svvs-test-fake script)))
                                                                  (list (car command) (cdr command))))))
                            (princ (process-id (svvs--server server)))))))

(ert-deftest svvs-test-a-stubborn-server-ends-with-emacs ()
  (svvs-test-nothing-left (svvs-test--left-by-emacs "
for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT): signal.signal(number, signal.SIG_IGN)
initialized()
while True: signal.pause()")))

(ert-deftest svvs-test-a-server-may-save-what-it-has-when-emacs-ends ()
  (let ((file (make-temp-file "svvs")))
    (unwind-protect
        (progn
          (svvs-test-nothing-left (svvs-test--left-by-emacs (format "
def save(*_):
    open('%s', 'w').write('saved')
    sys.exit(0)
signal.signal(signal.SIGTERM, save)
initialized()
signal.pause()" file)))
          (should (equal "saved" (with-temp-buffer (insert-file-contents file) (buffer-string)))))
      (delete-file file))))

(ert-deftest svvs-test-the-server-of-the-environment-may-be-a-relative-name ()
  (dolist (case '(("SVVS=./bin/svvs" . "/usr/bin/svvs") ("SVVS=svvs" . "svvs") ("SVVS=" . "svvs")
                  ("SVVS=/a/b" . "/a/b") ("SVVS" . "svvs")))
    (let ((default-directory "/usr/"))
      (should (equal (svvs-test--emacs (list (car case)) '(cd "/") '(princ (car svvs-command))) (cdr case))))))

(ert-deftest svvs-test-a-server-may-have-a-relative-name ()
  (let* ((default-directory (file-name-directory (directory-file-name (file-name-directory svvs-test-server))))
         (name (file-relative-name svvs-test-server)))
    (dolist (name (list name (concat "./" name)))
      (svvs-test-with (server (svvs-connect name '("serve")))
        (should (svvs-open server "player"))))))

(provide 'svvs-silence-tests)
;;; svvs-silence-tests.el ends here
