;;; svvs-killed-tests.el --- Rejoining after Emacs was killed  -*- lexical-binding: t; -*-

;;; Commentary:

;; An Emacs attaches, does something and kills itself.  Then the one that runs the
;; tests takes its place.

;;; Code:

(require 'svvs-test-shared)

(defun svvs-test-attached (&rest forms)
  "Start an Emacs that joins or shares the session work and evaluates FORMS."
  (apply #'svvs-test-emacs nil
         '(require 'svvs-attach)
         `(setq svvs-command ',svvs-test-program
                svvs-return-folder ,svvs-return-folder)
         '(cl-letf (((symbol-function 'read-string) (lambda (&rest _) "work"))) (svvs-attach))
         forms))

(defun svvs-test-killed (&rest forms)
  "Start an Emacs that opens the view e, evaluates FORMS, and is killed."
  (svvs-test-attached `(let ((view (svvs-open svvs-current-connection "effects" :id "e" :session "work"))) ,@forms)
                      '(signal-process (emacs-pid) 'SIGKILL)))

(defun svvs-test-tap (seconds count)
  "Return a form that calls an action of SECONDS and waits until COUNT are running."
  `(progn (svvs-call-async view 'handle '(:action "buttonTap" :seconds ,seconds))
          (svvs-wait-for view (lambda () (equal (svvs-get view 'tapsUnderWay) ,count)))))

(defun svvs-test-kept ()
  "Return the files with which an Emacs rejoins its session."
  (and (file-directory-p svvs-return-folder) (directory-files svvs-return-folder t "[^.]\\'")))

(ert-deftest svvs-test-a-killed-emacs-receives-the-outcomes-of-its-requests ()
  (svvs-test-with-shared
    (svvs-test-killed (svvs-test-tap 0.1 1) (svvs-test-tap 60 2))
    (let ((other (svvs-test-other)))
      (svvs-test-request other 'session/join :session "work")
      ;; It begins, and therefore ends, later than the first of the other calls.
      (svvs-test-request other 'handle :view "e" :action "buttonTap" :seconds 0.1)
      ;; If the timers are late, the reply comes after the session was joined.
      (should (equal (sort (svvs-test-messages (svvs-attach) (svvs-test-wait (lambda () (length= messages 2))))
                           #'string<)
                     (list "svvs: Joined the session work; open views: 1"
                           (format "svvs: handle: done in commit %d" (svvs-view-commit svvs-buffer-view)))))
      (svvs-test-shows "tapsCompleted" "2")
      (should (equal (svvs-test-line "tapsUnderWay") "1"))
      (should (equal (svvs-test-messages (svvs-test-request other 'view/close :view "e")
                                         (svvs-test-wait (lambda () messages)))
                     '("svvs: handle: The call was cancelled."))))))

(ert-deftest svvs-test-a-killed-emacs-returns-a-second-time ()
  (svvs-test-with-shared
    (svvs-test-killed (svvs-test-tap 60 1))
    (svvs-test-attached `(let ((view (buffer-local-value 'svvs-buffer-view (car (svvs-buffers)))))
                           ,(svvs-test-tap 60 2))
                        '(signal-process (emacs-pid) 'SIGKILL))
    (svvs-attach)
    (should (length= (hash-table-values (svvs-connection-pending svvs-current-connection)) 2))
    (should (length= (svvs-test-kept) 1))))

(ert-deftest svvs-test-a-request-that-never-arrived-is-unknown ()
  (svvs-test-with-shared
    (svvs-test-killed '(cl-letf (((symbol-function 'svvs--send) #'ignore))
                         (svvs-call-async view 'handle '(:action "instant"))))
    (should (equal (car (svvs-test-messages (svvs-attach) (svvs-test-wait (lambda () (length= messages 2)))))
                   "svvs: handle: The connection was cut before there was a reply to handle"))
    (svvs-call svvs-buffer-view 'handle :action "instant")
    (svvs-test-shows "instants" "1")))

(ert-deftest svvs-test-another-session-of-the-same-name-is-joined-as-new ()
  (svvs-test-with-shared
    (svvs-test-killed (svvs-test-tap 60 1))
    (let ((other (svvs-test-other)))
      (svvs-test-request other 'session/join :session "work")
      (svvs-test-request other 'session/close :session "work")
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

(ert-deftest svvs-test-the-files-for-other-servers-are-deleted ()
  (svvs-test-with-shared
    (svvs-test-killed (svvs-test-tap 60 1))
    (should (length= (svvs-test-kept) 1))
    (svvs-test-program "stop")
    (svvs-test-shares (svvs-test-other) '("counterA" "c"))
    (should (equal (svvs-test-messages (svvs-attach)) '("svvs: Joined the session work; open views: 1")))
    (should (length= (svvs-test-kept) 1))))

(ert-deftest svvs-test-the-file-is-private-and-deleted-with-the-connection ()
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

(ert-deftest svvs-test-without-a-folder-no-file-is-written ()
  (svvs-test-with-shared
    (svvs-test-shares (svvs-test-other) '("counterA" "c"))
    (let ((svvs-return-folder nil))
      (should (equal (svvs-test-messages (svvs-attach) (svvs-call svvs-buffer-view 'increment))
                     '("svvs: Joined the session work; open views: 1"))))))

(provide 'svvs-killed-tests)
;;; svvs-killed-tests.el ends here
