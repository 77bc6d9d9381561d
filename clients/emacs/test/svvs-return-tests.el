;;; svvs-return-tests.el --- Emacs is killed and comes back  -*- lexical-binding: t; -*-

;;; Commentary:

;; An Emacs attaches, does something and kills itself.  The one that runs the tests
;; is in its place then.

;;; Code:

(require 'svvs-test-shared)

(defun svvs-test-attached (&rest forms)
  "Have an Emacs join or share the session work, and evaluate FORMS."
  (apply #'svvs-test-emacs nil
         '(require 'svvs-attach)
         `(setq svvs-command ',svvs-test-program
                svvs-return-folder ,svvs-return-folder)
         '(cl-letf (((symbol-function 'read-string) (lambda (&rest _) "work"))) (svvs-attach))
         forms))

(defun svvs-test-killed (&rest forms)
  "Have an Emacs open the view e, evaluate FORMS, and be killed."
  (svvs-test-attached `(let ((view (svvs-open svvs-current-connection "effects" :id "e" :session "work"))) ,@forms)
                      '(signal-process (emacs-pid) 'SIGKILL)))

(defun svvs-test-tap (seconds count)
  "Return a form that begins an action of SECONDS, as one of COUNT."
  `(progn (svvs-call-async view 'handle '(:action "buttonTap" :seconds ,seconds))
          (svvs-wait-for view (lambda () (equal (svvs-get view 'tapsUnderWay) ,count)))))

(defun svvs-test-kept ()
  "Return the files that are kept for Emacs to come back."
  (and (file-directory-p svvs-return-folder) (directory-files svvs-return-folder t "[^.]\\'")))

(ert-deftest svvs-test-who-was-killed-hears-what-became-of-its-requests ()
  (svvs-test-with-shared
    (svvs-test-killed (svvs-test-tap 0.1 1) (svvs-test-tap 60 2))
    (let ((other (svvs-test-other)))
      (svvs-test-asks other 'session/join :session "work")
      ;; It begins later than the first of the others, and so ends later.
      (svvs-test-asks other 'handle :view "e" :action "buttonTap" :seconds 0.1)
      ;; Where the timers are late, the reply comes behind the joining.
      (should (equal (sort (svvs-test-messages (svvs-attach) (svvs-test-wait (lambda () (length= messages 2))))
                           #'string<)
                     (list "svvs: Joined the session work; open views: 1"
                           (format "svvs: handle: done in commit %d" (svvs-view-commit svvs-buffer-view)))))
      (svvs-test-shows "tapsCompleted" "2")
      (should (equal (svvs-test-line "tapsUnderWay") "1"))
      (should (equal (svvs-test-messages (svvs-test-asks other 'view/close :view "e")
                                         (svvs-test-wait (lambda () messages)))
                     '("svvs: handle: The call was cancelled."))))))

(ert-deftest svvs-test-whoever-is-killed-twice-comes-back-twice ()
  (svvs-test-with-shared
    (svvs-test-killed (svvs-test-tap 60 1))
    (svvs-test-attached `(let ((view (buffer-local-value 'svvs-buffer-view (car (svvs-buffers)))))
                           ,(svvs-test-tap 60 2))
                        '(signal-process (emacs-pid) 'SIGKILL))
    (svvs-attach)
    (should (length= (hash-table-values (svvs-connection-pending svvs-current-connection)) 2))
    (should (length= (svvs-test-kept) 1))))

(ert-deftest svvs-test-a-request-that-never-arrived-is-not-known ()
  (svvs-test-with-shared
    (svvs-test-killed '(cl-letf (((symbol-function 'svvs--send) #'ignore))
                         (svvs-call-async view 'handle '(:action "instant"))))
    (should (equal (car (svvs-test-messages (svvs-attach) (svvs-test-wait (lambda () (length= messages 2)))))
                   "svvs: handle: The connection was cut before there was a reply to handle"))
    (svvs-call svvs-buffer-view 'handle :action "instant")
    (svvs-test-shows "instants" "1")))

(ert-deftest svvs-test-another-session-of-the-name-is-joined-like-any-other ()
  (svvs-test-with-shared
    (svvs-test-killed (svvs-test-tap 60 1))
    (let ((other (svvs-test-other)))
      (svvs-test-asks other 'session/join :session "work")
      (svvs-test-asks other 'session/close :session "work")
      (svvs-test-shares other '("counterA" "c"))
      (should (equal (svvs-test-messages (svvs-attach) (svvs-test-wait (lambda () (length= messages 2))))
                     '("svvs: handle: The connection was cut before there was a reply to handle"
                       "svvs: Joined the session work; open views: 1"))))))

(ert-deftest svvs-test-another-emacs-is-another-front-end ()
  (svvs-test-with-shared
    (svvs-test-shares (svvs-test-other) '("counterA" "c"))
    (svvs-attach)
    (svvs-test-attached
     '(svvs-call (buffer-local-value 'svvs-buffer-view (car (svvs-buffers))) 'increment))
    (svvs-test-shows "count" "1")
    (should (length= (svvs-test-kept) 1))))

(ert-deftest svvs-test-what-another-server-knew-is-forgotten ()
  (svvs-test-with-shared
    (svvs-test-killed (svvs-test-tap 60 1))
    (should (length= (svvs-test-kept) 1))
    (svvs-test-program "stop")
    (svvs-test-shares (svvs-test-other) '("counterA" "c"))
    (should (equal (svvs-test-messages (svvs-attach)) '("svvs: Joined the session work; open views: 1")))
    (should (length= (svvs-test-kept) 1))))

(ert-deftest svvs-test-what-is-kept-is-private-and-goes-with-the-connection ()
  (svvs-test-with-shared
    (svvs-test-shares (svvs-test-other) '("login" "l"))
    (svvs-attach)
    (svvs-call svvs-buffer-view 'login :userId "12345" :password "password")
    (let ((file (car (svvs-test-kept))))
      (should (equal (list (file-modes svvs-return-folder) (file-modes file)) '(#o700 #o600)))
      (with-temp-buffer
        (insert-file-contents file)
        (should-not (search-forward "12345" nil t))))
    (svvs-shutdown)
    (should-not (svvs-test-kept))))

(ert-deftest svvs-test-nothing-is-kept-nowhere ()
  (svvs-test-with-shared
    (svvs-test-shares (svvs-test-other) '("counterA" "c"))
    (let ((svvs-return-folder nil))
      (should (equal (svvs-test-messages (svvs-attach) (svvs-call svvs-buffer-view 'increment))
                     '("svvs: Joined the session work; open views: 1"))))))

(provide 'svvs-return-tests)
;;; svvs-return-tests.el ends here
