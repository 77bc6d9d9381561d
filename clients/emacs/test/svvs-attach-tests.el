;;; svvs-attach-tests.el --- Joining other front ends  -*- lexical-binding: t; -*-

;;; Commentary:

;; `svvs-attach', while another front end is connected.

;;; Code:

(require 'svvs-test-shared)

(ert-deftest svvs-test-any-command-that-passes-its-options-on-attaches ()
  (svvs-test-with-shared
    (let ((program (car svvs-test-program))
          processes)
      (dolist (words `((,program "--database" ,(expand-file-name "x" folder)) (,program "serve") ("env" "A=1" ,program)
                       ("sh" "-c" ,program)))
        (svvs-test-with (server (svvs-connect words :attach "work"))
          (push (svvs-json-get (svvs-connection-info server) '(process id)) processes)))
      ;; The command names the server itself.
      (svvs-test-with (server (svvs-connect (list program "--attach=work") :attach t))
        (push (svvs-json-get (svvs-connection-info server) '(process id)) (cdr processes)))
      (pcase-let ((`(,own . ,shared) processes))
        (should (length= (delete-dups shared) 1))
        (should-not (member own shared)))
      ;; As an app of an older version.
      (should (string-prefix-p "The server has ended with status 64: svvs: Unknown option '--attach'"
                               (cadr (svvs-test-error-of svvs-server-died
                                       (svvs-connect (list program "attach") :attach "work"))))))))

(ert-deftest svvs-test-the-only-session-is-joined-at-once ()
  (svvs-test-with-shared
    (let ((other (svvs-test-other)))
      (svvs-test-shares other '("counterA" "c") '("mirror" "%d\n"))
      (svvs-test-request other 'increment :view "c" :by 41)
      (svvs-attach)
      (should (equal (svvs-view-id svvs-buffer-view) "c"))
      (should (equal (svvs-test-line "count") "41"))
      (should (equal (svvs-view-session svvs-buffer-view) "work"))
      (with-current-buffer (svvs-test-buffer-of "%d\n")
        (should (equal (svvs-test-line "text") ""))
        (should (equal (svvs-test-line "label") ""))))))

(ert-deftest svvs-test-joining-a-view-calls-no-action ()
  (svvs-test-with-shared
    (let ((other (svvs-test-other)))
      (svvs-test-shares other '("smoothies" "s"))
      (svvs-attach)
      (svvs-refresh svvs-buffer-view)
      (should (equal (svvs-get svvs-buffer-view 'smoothies) [])))))

(ert-deftest svvs-test-each-front-end-sees-the-changes-of-the-other ()
  (svvs-test-with-shared
    (let ((other (svvs-test-other)))
      (svvs-test-shares other '("counterA" "c"))
      (svvs-attach)
      (svvs-test-request other 'increment :view "c")
      (svvs-test-shows "count" "1")
      (svvs-test-press "increment")
      (let ((change (svvs-test-receives other (lambda (message)
                                                (equal 2 (svvs-json-get message '(params views 0 changes count)))))))
        (svvs-test-shows "count" "2")
        (should (equal (svvs-json-get change '(params commit)) (svvs-view-commit svvs-buffer-view)))))))

(ert-deftest svvs-test-a-view-that-others-open-gets-a-buffer-and-no-window ()
  (svvs-test-with-shared
    (let ((other (svvs-test-other)))
      (svvs-test-shares other '("counterA" "c"))
      (svvs-attach)
      (should (equal (svvs-test-messages
                       (svvs-test-request other 'view/open :type "mirror" :view "m" :session "work")
                       (svvs-test-wait (lambda () (svvs-test-buffer-of "m"))))
                     '("svvs: Another front end has opened *svvs mirror*")))
      (should (equal (svvs-view-id svvs-buffer-view) "c"))
      (should-not (get-buffer-window (svvs-test-buffer-of "m")))
      (svvs-test-answering '("mirror m") (call-interactively #'svvs-show-view))
      (should (equal (svvs-view-id svvs-buffer-view) "m"))
      (svvs-test-request other 'view/set :view "m" :properties '(:text "hello"))
      (svvs-test-shows "text" "hello"))))

(ert-deftest svvs-test-a-view-that-others-close-is-closed ()
  (svvs-test-with-shared
    (let ((other (svvs-test-other))
          view)
      (svvs-test-shares other '("effects" "e"))
      (svvs-attach)
      (setq view svvs-buffer-view)
      (let ((call (svvs-call-async view 'handle '(:action "buttonTap" :seconds 60))))
        (svvs-wait-for view (lambda () (equal (svvs-get view 'tapsUnderWay) 1)))
        (svvs-test-request other 'view/close :view "e")
        (should (equal (svvs-error-data (svvs-test-error-of svvs-refused (svvs-await call)) "reason") "viewClosed")))
      (svvs-test-wait (lambda () (not (svvs-view-live view))))
      (should (string-match-p "g reopens it: closed\\'" (svvs-page-header)))
      ;; The name is free, for a view of another type.
      (svvs-test-request other 'view/open :type "mirror" :view "e" :session "work")
      (svvs-test-wait (lambda () (length= (svvs-buffers) 2)))
      (should (string-match-p "g reopens it: closed\\'" (svvs-page-header)))
      (svvs-test-answering '("instant")
        (should (equal (svvs-test-messages (svvs-call-action "handle")) '("svvs: The view is closed")))))))

(ert-deftest svvs-test-a-session-that-another-closes-is-closed ()
  (svvs-test-with-shared
    (let ((other (svvs-test-other)))
      (svvs-test-shares other '("counterA" "c") '("counterA" "d"))
      (svvs-attach)
      (svvs-test-request other 'session/close :session "work")
      (dolist (id '("c" "d"))
        (let ((view (buffer-local-value 'svvs-buffer-view (svvs-test-buffer-of id))))
          (svvs-test-wait (lambda () (not (svvs-view-live view))))))
      (should (svvs-connection-live-p svvs-current-connection))
      (svvs-test-wait (lambda () (null (svvs--shared-session svvs-current-connection)))))))

(ert-deftest svvs-test-killing-a-buffer-leaves-the-view-open-for-the-others ()
  (svvs-test-with-shared
    (let ((other (svvs-test-other)))
      (svvs-test-shares other '("counterA" "c"))
      (svvs-attach)
      (let ((view svvs-buffer-view))
        (kill-buffer)
        (svvs-call view 'increment)
        (svvs-show-view view)
        (should (equal (svvs-test-line "count") "1"))
        (svvs-close-view (current-buffer))
        (should-not (svvs-view-live view)))
      (should (equal (svvs-json-get (svvs-test-receives other (lambda (message)
                                                                (svvs-json-get message '(params closed 0))))
                                    '(params closed))
                     ["c"])))))

(ert-deftest svvs-test-the-user-chooses-one-of-several-sessions ()
  (svvs-test-with-shared
    (let ((other (svvs-test-other "a-name"))
          offered)
      (svvs-test-shares other '("counterA" "c"))
      (svvs-test-request other 'session/open :session "play" :shared t)
      (cl-letf (((symbol-function 'completing-read)
                 (lambda (_prompt choices &rest _)
                   (push (append choices nil) offered)
                   (car (last choices)))))
        (let ((current-prefix-arg '(4))) (call-interactively #'svvs-attach)))
      (should (equal (mapcar (lambda (choices) (sort choices #'string<)) offered) '(("play" "work") ("a-name"))))
      (should (svvs--shared-session svvs-current-connection)))))

(ert-deftest svvs-test-the-first-front-end-starts-the-server-and-names-the-session ()
  (svvs-test-with-shared
    (svvs-test-answering '("mine") (svvs-attach "fresh"))
    (svvs-open-view "counterA" nil)
    (should (equal (svvs-view-session svvs-buffer-view) "mine"))
    (let* ((other (svvs-test-other "fresh"))
           (session (svvs-json-get (svvs-test-request other 'session/list) '(result sessions 0)))
           (id (svvs-view-id svvs-buffer-view)))
      (should (equal (gethash "keep" session) 300.0))
      (should (equal (svvs-json-get session '(connections 0 clientInfo name)) "svvs.el"))
      (svvs-test-request other 'session/join :session "mine")
      (svvs-test-request other 'increment :view id)
      (svvs-test-shows "count" "1")
      (svvs-shutdown)
      ;; The session is kept after its last front end has left.
      (svvs-attach "fresh")
      (should (equal (list (svvs-view-id svvs-buffer-view) (svvs-test-line "count")) (list id "1"))))))

(ert-deftest svvs-test-without-a-choice-emacs-does-not-attach ()
  (svvs-test-with-shared
    (svvs-test-answering '("")
      (should (equal (should-error (svvs-attach)) '(user-error "No session was chosen"))))
    (should-not svvs-current-connection)
    (svvs-test-nothing-left -1)
    (svvs-test-answering '("work") (svvs-attach))
    (should (equal (car (should-error (svvs-attach))) 'user-error))
    (should (svvs-connection-live-p svvs-current-connection))))

(provide 'svvs-attach-tests)
;;; svvs-attach-tests.el ends here
