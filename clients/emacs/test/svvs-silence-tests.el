;;; svvs-silence-tests.el --- Servers that stop reading or end  -*- lexical-binding: t; -*-

;;; Commentary:

;; Each wait ends, no process is left, and each failure is reported once.

;;; Code:

(require 'svvs-test-support)

(ert-deftest svvs-test-a-server-that-does-not-read-is-ended-in-a-call ()
  (svvs-test-with-fake server "opened(); signal.pause()"
    (let ((view (svvs-open server "t"))
          (svvs-timeout 0.3))
      (should (equal (cadr (svvs-test-error-of svvs-timed-out
                             (svvs-call view 'act :text (make-string 300000 ?a))))
                     "The server has not read its input within 0.3 s"))
      (should-not (svvs-connection-live-p server))
      (svvs-test-error-of svvs-timed-out (svvs-call view 'act)))))

(ert-deftest svvs-test-a-server-that-does-not-read-is-ended-by-notifications ()
  (svvs-test-with-fake server "opened(); signal.pause()"
    (let ((view (svvs-open server "t"))
          (svvs-timeout 0.3))
      (svvs-test-error-of svvs-timed-out
        (dotimes (_ 20) (svvs-notify view 'act :text (make-string 10000 ?a)))))))

(ert-deftest svvs-test-a-stopped-server-receives-all-messages-when-it-continues ()
  (svvs-test-with-server server
    (let* ((mirror (svvs-open server "mirror"))
           (process (svvs-connection-process server)))
      (signal-process process 'SIGSTOP)
      (svvs-test-wait (lambda () (eq (process-status process) 'stop)))
      (svvs-set-async mirror '(:text "one"))
      (svvs-set-async mirror '(:text "two"))
      (should (svvs-connection-live-p server))
      (signal-process process 'SIGCONT)
      (svvs-wait-for mirror (lambda () (equal (svvs-get mirror 'text) "two"))))))

(ert-deftest svvs-test-the-buffers-of-a-server-are-not-listed ()
  (svvs-test-with-server server
    (should-not (seq-filter (lambda (buffer) (string-match-p "\\`[^ ].*stderr\\|\\`\\*?svvs-[0-9]" (buffer-name buffer)))
                            (buffer-list)))))

(ert-deftest svvs-test-a-long-message-reaches-a-server-that-reads ()
  (svvs-test-with-server server
    (let ((mirror (svvs-open server "mirror"))
          (text (make-string 1000000 ?a)))
      (svvs-set mirror :text text)
      (should (equal (svvs-get mirror 'text) text)))))

(ert-deftest svvs-test-a-server-that-does-not-read-is-shut-down ()
  (svvs-test-with-fake server "signal.pause()"
    (process-send-string (svvs-connection-process server) (make-string 65536 ?a))
    (with-timeout (5 (ert-fail "The shutdown takes too long")) (svvs-disconnect server))))

(ert-deftest svvs-test-the-death-of-an-idle-server-is-reported-once ()
  (should (equal (svvs-test-messages
                   (svvs-test-with-fake server "signal.pause()"
                     (signal-process (svvs-connection-process server) 'SIGKILL)
                     (svvs-test-wait (lambda () (svvs-connection-failure server)))))
                 '("svvs: The server was ended by SIGKILL"))))

;; Emacs crashes here if the filter ends the process.
(ert-deftest svvs-test-garbage-in-the-last-output-is-reported-once ()
  (should (equal (svvs-test-messages
                   (svvs-test-with-fake server "opened(text='')
changed(1, 2, text='a' * 1_000_000)
write('garbage' * 1000)
os._exit(0)"
                     (let ((view (svvs-open server "t")))
                       (svvs-wait-for view (lambda () (not (svvs-view-live view)))))))
                 (list (format "svvs: The server wrote a line that is not a message of the protocol: \"%s…\""
                               (substring (apply #'concat (make-list 9 "garbage")) 0 60))))))

(ert-deftest svvs-test-an-ordinary-end-is-not-reported ()
  (should-not (svvs-test-messages (svvs-test-with-server server (svvs-open server "player")))))

(ert-deftest svvs-test-waiting-for-a-state-ends-with-the-view ()
  (svvs-test-with-server server
    (let ((view (svvs-open server "player")))
      (svvs-close-async view)
      (svvs-test-error-of svvs-view-closed (svvs-wait-for view #'ignore))
      (svvs-test-error-of svvs-view-closed (svvs-wait-for view #'ignore))
      (should (eq 'yes (svvs-wait-for view (lambda () 'yes)))))))

(defun svvs-test--left-by-emacs (script)
  "Return the id of the server process of SCRIPT, whose Emacs has ended."
  (string-to-number
   (svvs-test-emacs nil `(let ((server (svvs-connect ',(svvs-test-fake script))))
                            (setq svvs-shutdown-timeout 0.2)
                            (princ (process-id (svvs-connection-process server)))))))

(ert-deftest svvs-test-a-stubborn-server-ends-with-emacs ()
  (svvs-test-nothing-left (svvs-test--left-by-emacs "# raw\nignore_signals(); initialized(); signal.pause()")))

(ert-deftest svvs-test-a-server-may-save-what-it-has-when-emacs-ends ()
  (let ((file (make-temp-file "svvs")))
    (unwind-protect
        (progn
          (svvs-test-nothing-left (svvs-test--left-by-emacs (format "
call = receive('shutdown')
open('%s', 'w').write('saved')
send(id=call['id'], result=None)
receive('exit')" file)))
          (should (equal "saved" (with-temp-buffer (insert-file-contents file) (buffer-string)))))
      (delete-file file))))

(provide 'svvs-silence-tests)
;;; svvs-silence-tests.el ends here
