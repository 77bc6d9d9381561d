;;; svvs-command-tests.el --- Actions in buffers, and commands  -*- lexical-binding: t; -*-

;;; Commentary:

;; What a buffer does, and what becomes of it.

;;; Code:

(require 'svvs-test-buffers)

(ert-deftest svvs-test-a-button-calls-its-action ()
  (svvs-test-with-buffer (counter "counterA")
    (svvs-test-press "increment")
    (svvs-test-shows "count" "1")
    (svvs-test-answering '("41")
      (let ((current-prefix-arg '(4))) (svvs-call-action "increment" t)))
    (svvs-test-shows "count" "42")))

(ert-deftest svvs-test-arguments-are-asked-for-by-their-schema ()
  (svvs-test-with-buffer (effects "effects")
    (svvs-test-answering '("instant") (svvs-test-press "handle"))
    (svvs-test-shows "instants" "1")
    (svvs-test-answering '("buttonTap" "0") (svvs-call-action "handle" t))
    (svvs-test-shows "tapsCompleted" "1")
    (svvs-test-answering '("buttonTap" "soon")
      (should-error (svvs-call-action "handle" t) :type 'user-error))))

(ert-deftest svvs-test-an-action-takes-what-was-typed-before ()
  (svvs-test-with-buffer (view "login")
    (svvs-set view :password "password")
    (svvs-test-go "userId")
    (svvs-test-keys "1 2 3 4 5")
    (svvs-call-action "login")
    (svvs-test-shows "loginState" "loggedIn")))

(ert-deftest svvs-test-every-delivery-is-painted ()
  (dolist (delivery '(properties patch signal))
    (svvs-test-with-buffer (counter "counterA" nil delivery)
      (svvs-test-press "increment")
      (svvs-test-shows "count" "1")
      (should-not (svvs-view-stale counter)))))

(ert-deftest svvs-test-killing-the-buffer-closes-the-view ()
  (svvs-test-with-buffer (view "counterA")
    (kill-buffer)
    (svvs-wait-for view (lambda () (not (svvs-view-live view))))
    (should (equal (svvs-error-data (svvs-test-error-of svvs-refused
                                      (svvs-request server 'view/get (list :view (svvs-view-id view))))
                                    "path")
                   "/view"))))

(ert-deftest svvs-test-killing-the-buffer-cancels-its-calls-silently ()
  (svvs-test-with-buffer (view "effects")
    (should-not
     (svvs-test-messages
       (svvs-test-answering '("buttonTap" "60") (svvs-call-action "handle" t))
       (kill-buffer)
       (svvs-wait-for view (lambda () (not (svvs-view-live view))))))
    (should (equal (hash-table-count (svvs-connection-pending server)) 0))))

(ert-deftest svvs-test-the-commands-say-what-is-wrong ()
  (let ((svvs-command '("/no/such/svvs"))
        (svvs-current-connection nil))
    (should (equal (should-error (svvs-start))
                   '(user-error "svvs: Cannot find the server /no/such/svvs: name its command in SVVS, as in \
SVVS=\"./MyApp serve\", or in svvs-command, or put svvs on the PATH")))
    (should (equal (should-error (svvs-shutdown)) '(user-error "No svvs server is running"))))
  (svvs-test-with-buffer (view "counterA")
    (pcase-dolist (`(,type . ,pattern) '(("nonsense" . "\\`svvs: .*no view type of this app")
                                         ("user" . "\\`svvs: /params/id is missing")))
      (let ((error (should-error (svvs-open-view type nil) :type 'user-error)))
        (should (string-match-p pattern (cadr error)))))))

(ert-deftest svvs-test-a-buffer-outlives-its-server-and-says-so ()
  (svvs-test-with-buffer (view "counterA")
    (signal-process (svvs-connection-process server) 'SIGKILL)
    (svvs-test-wait (lambda () (not (svvs-view-live view))))
    (should (string-match-p "g reopens all: The server has died of signal 9\\'" (svvs-call-header)))
    (should (equal (should-error (svvs-call-action "increment"))
                   '(user-error "svvs: The server has died of signal 9")))
    (should (equal (svvs-test-line "count") "0"))))

(ert-deftest svvs-test-the-commands-open-close-and-shut-down ()
  (let ((svvs-command svvs-test-server)
        (svvs-current-connection nil)
        pid)
    (save-window-excursion
      (call-interactively #'svvs)
      (should (equal (buffer-name) "*svvs login*"))
      (call-interactively #'svvs)
      (should (length= (svvs-buffers) 1))
      (svvs-test-answering '("user" "A") (call-interactively #'svvs-open-view))
      (setq pid (process-id (svvs-connection-process svvs-current-connection)))
      (should (derived-mode-p 'svvs-view-mode))
      (should (equal (buffer-name) "*svvs user id=A*"))
      (svvs-test-shows "displayName" "User A")
      (let ((current-prefix-arg '(4)))
        (svvs-test-answering '("player" "patch" "window") (call-interactively #'svvs-open-view)))
      (should (eq (svvs-view-delivery svvs-buffer-view) 'patch))
      (should (equal (svvs-view-session svvs-buffer-view) "window"))
      (let ((player svvs-buffer-view))
        (call-interactively #'svvs-close-view)
        (should-not (svvs-view-live player)))
      (with-temp-buffer
        (svvs-test-answering '("*svvs user id=A*") (call-interactively #'svvs-close-view))
        (svvs-test-answering '("*svvs login*") (call-interactively #'svvs-close-view))
        (should-error (call-interactively #'svvs-close-view) :type 'user-error))
      (svvs-test-answering '("player") (call-interactively #'svvs-open-view))
      (svvs-shutdown)
      (should-not (svvs-buffers)))
    (svvs-test-nothing-left pid)))

(ert-deftest svvs-test-another-server-is-not-started-while-one-runs ()
  (svvs-test-with-buffer (view "player")
    (should (eq (svvs-start) server))
    (should (equal (car (should-error (svvs-start (append svvs-test-server '("--language" "en")))))
                   'user-error))))

(ert-deftest svvs-test-shutting-down-clears-away-what-a-death-has-left ()
  (svvs-test-with-buffer (view "player")
    (signal-process (svvs-connection-process server) 'SIGKILL)
    (svvs-test-wait (lambda () (not (svvs-view-live view))))
    (svvs-open-view "player" nil)
    (should (equal (length (svvs-buffers)) 2))
    (let ((pid (process-id (svvs-connection-process svvs-current-connection))))
      (svvs-shutdown)
      (svvs-test-nothing-left pid))
    (should-not (svvs-buffers)))
  (svvs-test-with-buffer (view "player")
    (signal-process (svvs-connection-process server) 'SIGKILL)
    (svvs-test-wait (lambda () (not (svvs-view-live view))))
    (svvs-shutdown)
    (should-not (svvs-buffers))
    (should-error (svvs-shutdown) :type 'user-error)))

(ert-deftest svvs-test-a-server-that-falls-silent-in-an-action-is-said-to ()
  (svvs-test-with-buffer-of (svvs-test-fake "described(t={'actions': {'act': {}}})
opened()
while True: receive()")
      (view "t")
    (let ((svvs-timeout 0.2)
          (svvs-shutdown-timeout 0.2)
          told)
      (should (equal (svvs-test-messages
                       (svvs-call-action "act")
                       (svvs-test-wait (lambda () (setq told messages))))
                     '("svvs: The server replies neither to act nor to anything else")))
      (should told)
      (svvs-disconnect server))))

(ert-deftest svvs-test-an-action-may-take-long ()
  (svvs-test-with-buffer (view "effects")
    (let* ((svvs-timeout 0.2)
           (count 0)
           (probe (symbol-function 'svvs-patience--probe)))
      (should-not
       (svvs-test-messages
         (cl-letf (((symbol-function 'svvs-patience--probe)
                    (lambda (&rest arguments) (cl-incf count) (apply probe arguments))))
           (svvs-test-answering '("buttonTap" "60") (svvs-call-action "handle" t))
           (svvs-test-wait (lambda () (> count 3)))))))))

(provide 'svvs-command-tests)
;;; svvs-command-tests.el ends here
