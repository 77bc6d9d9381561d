;;; svvs-offer-tests.el --- Questions and files of apps  -*- lexical-binding: t; -*-

;;; Commentary:

;; Whether the user is asked or taken to a file, and what becomes of the answers.

;;; Code:

(require 'svvs-test-buffers)

(defmacro svvs-test-with-question (choices script &rest body)
  "Do BODY in a view with a question that has CHOICES, a text of Python.
SCRIPT is the end of the script of the server.  In BODY, `answer' is the
function of the minibuffer, and `prompts' are those that were shown."
  (declare (indent 2) (debug (form form body)))
  `(svvs-test-with-buffer-of
       (svvs-test-fake (concat "described(view_type('t', part('draft', editable=True, submits='send'),
    part('question', 'record', nullable=True, role='question',
         answer='answer'),
    actions=[action('send'), action('answer', notOffered=True)]))
def asks(id): return {'id': id, 'title': 'Delete?\\x1b', 'message': 'Not\\nundone.', 'choices': " ,choices "}
def answered(choice, id):
    call = receive('answer')
    assert call['params'] == {'view': 'v', 'choice': choice, 'question': id}, call
    return call
opened(draft='', question=None)
receive('next'); changed(1, 2, question=asks('7'))
" ,script "\nend_of_input()"))
       (view "t")
     (let* ((svvs-shutdown-timeout 0.2)
            (svvs-offer-pause 0)
            prompts
            (answer (lambda () "Delete")))
       (cl-letf (((symbol-function 'completing-read)
                  (lambda (prompt &rest _) (push prompt prompts) (funcall answer))))
         ,@body)
       (svvs-disconnect server))))

(defun svvs-test-header-p (text)
  "Return whether the header line has TEXT."
  (string-match-p (regexp-quote text) (substring-no-properties (svvs-page-header))))

(defconst svvs-test--choices "[{'value': 'd', 'title': 'Delete', 'role': 'destructive'},
                               {'value': 'k', 'title': 'Keep', 'role': 'cancel'}]")

(ert-deftest svvs-test-a-question-is-asked-and-answered ()
  (svvs-test-with-question svvs-test--choices "answered('d', '7')
changed(2, 3, question=None)"
    (goto-char (point-min))
    (svvs-notify view 'next)
    (svvs-test-wait (lambda () (eql (svvs-view-commit view) 3)))
    (should (equal prompts '("Delete?␛ Not\nundone. (Delete, Keep): ")))
    (should-not (svvs-test-header-p "Delete?"))
    (should (invisible-p (svvs-value-lines-start (svvs-field-lines (svvs-field-named "question")))))))

(ert-deftest svvs-test-quitting-a-question-takes-the-choice-that-cancels ()
  (svvs-test-with-question svvs-test--choices "answered('k', '7')
changed(2, 3, question=None)"
    (goto-char (point-min))
    (setq answer (lambda () (signal 'quit nil)))
    (svvs-notify view 'next)
    (svvs-test-wait (lambda () (eql (svvs-view-commit view) 3)))))

(ert-deftest svvs-test-a-question-without-such-a-choice-stays ()
  (svvs-test-with-question "[{'value': 'd', 'title': 'Delete'}, {'value': 'd2', 'title': 'Delete'}]" "answered('d2', '7')
changed(2, 3, question=None)"
    (goto-char (point-min))
    (setq answer (lambda () (signal 'quit nil)))
    (should (equal (svvs-test-messages
                     (svvs-notify view 'next)
                     (svvs-test-wait (lambda () prompts)))
                   '("svvs: Not answered: Delete?␛")))
    (should (svvs-test-header-p "o Delete?␛"))
    ;; Both choices can be chosen, and an empty answer is none.
    (let ((answers '("" "Delete (2)")))
      (setq answer (lambda () (pop answers)))
      (svvs-test-keys "o")
      (svvs-test-wait (lambda () (eql (svvs-view-commit view) 3))))
    (should-error (svvs-test-keys "o") :type 'user-error)))

(ert-deftest svvs-test-a-question-without-choices-is-shown ()
  (svvs-test-with-question "[]" ""
    (goto-char (point-min))
    (should (equal (svvs-test-messages
                     (svvs-notify view 'next)
                     (svvs-test-wait (lambda () svvs-offer--announced))
                     (svvs-test-wait (lambda () (not (seq-find (lambda (timer) (eq (timer--function timer) 'svvs-offer--announce))
                                                               timer-list)))))
                   '("svvs: Delete?␛ Not\nundone.")))
    (should-not prompts)))

(ert-deftest svvs-test-a-question-does-not-take-the-focus-from-a-text ()
  (svvs-test-with-question svvs-test--choices "answered('d', '7')
changed(2, 3, question=None)"
    (svvs-test-go "draft")
    (svvs-test-keys "a b")
    (let (told)
      (cl-letf (((symbol-function 'message) (lambda (&rest arguments) (setq told (apply #'format arguments)))))
        (svvs-notify view 'next)
        (svvs-test-wait (lambda () told)))
      (should (equal told "svvs: Delete?␛ (C-c C-y in *svvs t*)")))
    (should-not prompts)
    (should (svvs-test-header-p "C-c C-y Delete?␛"))
    (svvs-test-keys "c C-c C-y")
    (svvs-test-wait (lambda () (eql (svvs-view-commit view) 3)))
    (should (equal (svvs-test-line "draft") "abc"))))

(ert-deftest svvs-test-the-prompt-of-a-question-that-is-answered-elsewhere-is-closed ()
  (svvs-test-with-question svvs-test--choices "receive('next'); changed(2, 3, question=asks('8'))
call = answered('d', '8')
refuse(call, -32801, 'ContentModified', 'Another question')"
    (goto-char (point-min))
    (setq answer (lambda ()
                   (setq answer (lambda () "Delete"))
                   (svvs-notify view 'next)
                   (while t (accept-process-output nil 0.05))))
    (should (equal (svvs-test-messages
                     (svvs-notify view 'next)
                     (svvs-test-wait (lambda () (and (length= prompts 2) (null svvs-page--calls)))))
                   '("svvs: answered elsewhere" "svvs: answered elsewhere")))
    (should (svvs-test-header-p "o Delete?␛"))))

(ert-deftest svvs-test-the-prompt-of-a-question-is-closed-when-the-server-ends ()
  (svvs-test-with-question svvs-test--choices "receive('next')\nos._exit(3)"
    (goto-char (point-min))
    (setq answer (lambda ()
                   (svvs-notify view 'next)
                   (while t (accept-process-output nil 0.05))))
    (should (equal (svvs-test-messages
                     (svvs-notify view 'next)
                     (svvs-test-wait (lambda () (and prompts (null svvs-offer--asking)))))
                   '("svvs: The server has ended with status 3")))))

(ert-deftest svvs-test-a-question-is-asked-in-a-view-that-is-opened ()
  (let ((svvs-offer-pause 0) prompts)
    (cl-letf (((symbol-function 'completing-read) (lambda (prompt &rest _) (push prompt prompts) (signal 'quit nil))))
      (svvs-test-with-buffer-of
          (svvs-test-fake "described(view_type('t', part('q', 'record', role='question', nullable=True,
    answer='a'), actions=[action('a', notOffered=True)]))
opened(q={'id': '1', 'title': 'Go?', 'choices': [{'value': 'y', 'title': 'Yes'}]})
end_of_input()")
          (view "t")
        (let ((svvs-shutdown-timeout 0.2))
          (svvs-test-wait (lambda () (equal prompts '("Go?  (Yes): "))))
          (svvs-disconnect server))))))

(ert-deftest svvs-test-two-questions-are-asked-one-after-the-other ()
  (let ((svvs-offer-pause 0) (svvs-shutdown-timeout 0.2) prompts)
    (cl-letf (((symbol-function 'completing-read)
               (lambda (prompt &rest _)
                 (push prompt prompts)
                 (when (length= prompts 1)
                   (svvs-notify svvs-buffer-view 'next)
                   ;; The other question neither closes this prompt, nor is it asked in it.
                   (svvs-test-wait (lambda () (and (eql (svvs-view-commit svvs-buffer-view) 3)
                                                   (length= svvs-offer--announced 1)))))
                 (if (length< prompts 4) (signal 'quit nil) "Yes"))))
      (svvs-test-with-buffer-of
          (svvs-test-fake "described(view_type('t',
    *(part(name, 'record', nullable=True, role='question', answer='answer') for name in 'ab'),
    actions=[action('answer', notOffered=True)]))
def asks(title): return {'id': '1', 'title': title, 'choices': [{'value': title, 'title': 'Yes'}]}
opened(a=None, b=None)
receive('next'); changed(1, 2, b=asks('B'))
receive('next'); changed(2, 3, a=asks('A'))
assert receive('answer')['params']['choice'] == 'A'
changed(3, 4, a=None)
end_of_input()")
          (view "t")
        (svvs-notify view 'next)
        (svvs-test-wait (lambda () (length= prompts 2)))
        (should (equal (reverse prompts) '("B  (Yes): " "A  (Yes): ")))
        ;; The key asks the question that has waited longer.
        (should (svvs-test-header-p "o B"))
        (svvs-test-keys "o")
        (should (svvs-test-header-p "o A"))
        (svvs-test-keys "o")
        (svvs-test-wait (lambda () (eql (svvs-view-commit view) 4)))
        (should (svvs-test-header-p "o B"))
        (svvs-disconnect server)))))

;;;; Files

(defmacro svvs-test-with-files (script &rest body)
  "Do BODY in a view that opens files of `folder'; SCRIPT is that of the server."
  (declare (indent 1) (debug (form body)))
  `(let ((folder (file-name-as-directory (make-temp-file "svvs" t))))
     (unwind-protect
         (progn
           (with-temp-file (concat folder "a") (insert "one\ntwo é!\nthree\n"))
           (svvs-test-with-buffer-of
               (svvs-test-fake (concat (format "folder = '%s'\n" folder) "described(view_type('t',
    part('shown', 'record', nullable=True, editable=True, format='file', opens={'on': 'value', 'file': 'shown', 'resets': True}),
    part('rows', 'rows', columns=[part('text'), part('place', 'json', format='file')], opens={'on': 'row', 'file': 'place'}),
    actions=[action('go', letter='a')]))
def place(path, line=None, column=None): return {'path': path, 'line': line, 'column': column}
opened(shown=None, rows=[{'text': 'x', 'place': place(folder + 'a', 3)}])
" ,script "\nend_of_input()"))
               (view "t")
             (let ((svvs-shutdown-timeout 0.2))
               (unwind-protect (progn ,@body)
                 (dolist (buffer (buffer-list))
                   (when (string-prefix-p folder (or (buffer-file-name buffer) "")) (kill-buffer buffer))))
               (svvs-disconnect server))))
       (delete-directory folder t))))

(defun svvs-test-at (file line column)
  "Return whether the selected window shows FILE at LINE and COLUMN."
  (with-current-buffer (window-buffer)
    (and (equal buffer-file-name file)
         (equal (list (line-number-at-pos (window-point)) (- (window-point) (line-beginning-position)))
                (list line column)))))

(ert-deftest svvs-test-a-file-that-arrives-during-a-call-is-visited ()
  (svvs-test-with-files "call = receive('go')
changed(1, 2, shown=place(folder + 'a', 2, 5))
setting = receive('view/set')
assert setting['params']['properties'] == {'shown': None}, setting
changed(2, 3, shown=None)
reply(setting, commit=3)
reply(call, commit=3)
receive('next'); changed(3, 4, shown=place(folder + 'a', 99))
setting = receive('view/set')"
    (svvs-test-keys "a")
    (should (svvs-test-at (concat folder "a") 2 4))
    (should (looking-at "é!$"))
    (switch-to-buffer "*svvs t*")
    (svvs-test-wait #'svvs-test-idle-p)
    ;; By itself, none is visited.
    (let ((told (svvs-test-messages
                  (svvs-notify view 'next)
                  (svvs-test-wait (lambda () (eql (svvs-view-commit view) 4))))))
      (should (equal told (list (format "svvs: Open %sa:99 (o in *svvs t*)" folder)))))
    (should (eq (window-buffer) (get-buffer "*svvs t*")))
    (should (svvs-test-header-p "o opens /"))
    (svvs-test-keys "o")
    (should (svvs-test-at (concat folder "a") 3 0))))

(ert-deftest svvs-test-a-file-is-on-offer-until-it-is-visited-or-another-takes-its-place ()
  (svvs-test-with-files "for at, path in enumerate(('b', 'a', None, 'b', 'a')):
    receive('next'); changed(at + 1, at + 2, shown=path and place(folder + path))
setting = receive('view/set')"
    (let ((offered (lambda ()
                     (let ((next (1+ (svvs-view-commit view))))
                       (svvs-notify view 'next)
                       (svvs-test-wait (lambda () (eql (svvs-view-commit view) next)))
                       (mapcar (lambda (file) (file-name-nondirectory (gethash "path" (cdr file)))) svvs-offer--files)))))
      (should (equal (list (funcall offered) (funcall offered) (funcall offered) (funcall offered) (funcall offered))
                     '(("b") ("a") nil ("b") ("a"))))
      (svvs-test-keys "o")
      (switch-to-buffer "*svvs t*")
      ;; The reply to the reset has not arrived.
      (should (equal (svvs-get view 'shown 'path) (concat folder "a")))
      (should-not (svvs-test-header-p "opens"))
      (should-error (svvs-test-keys "o") :type 'user-error))))

(ert-deftest svvs-test-a-file-that-arrives-during-the-call-of-on-appear-is-offered ()
  (svvs-test-with-buffer-of
      (svvs-test-fake "described(view_type('t', part('shown', 'record', nullable=True, format='file',
    opens={'on': 'value', 'file': 'shown'}), onAppear='load', actions=[action('load', notOffered=True), action('go', letter='a')]))
opened(shown=None)
load = receive('load')
receive('next'); changed(1, 2, shown={'path': '/no/a'})
call = receive('go'); changed(2, 3, shown={'path': '/no/b'})
reply(call, commit=3)
reply(load, commit=3)
end_of_input()")
      (view "t")
    (let ((svvs-shutdown-timeout 0.2))
      (should (equal (svvs-test-messages
                       (svvs-notify view 'next)
                       (svvs-test-wait (lambda () (eql (svvs-view-commit view) 2)))
                       (svvs-test-keys "a")
                       (svvs-test-wait #'svvs-test-idle-p))
                     '("svvs: /no/b does not exist" "svvs: Open /no/a (o in *svvs t*)")))
      (svvs-disconnect server))))

(ert-deftest svvs-test-return-visits-the-file-of-a-row-or-a-value ()
  (svvs-test-with-files "receive('next'); changed(1, 2, shown=place(folder + 'link/../a', 2))
setting = receive('view/set')"
    (make-directory (concat folder "b/c") t)
    (make-symbolic-link (concat folder "b/c") (concat folder "link"))
    (with-temp-file (concat folder "b/a") (insert "1\n2"))
    (svvs-test-keys "RET")
    (should (svvs-test-at (concat folder "a") 3 0))
    (switch-to-buffer "*svvs t*")
    (svvs-notify view 'next)
    (svvs-test-shows "shown" (concat folder "link/../a:2"))
    (svvs-field-go (svvs-field-named "shown"))
    (svvs-test-keys "RET")
    ;; As the system resolves it.
    (should (svvs-test-at (concat folder "b/a") 2 0))))

(ert-deftest svvs-test-a-place-that-is-not-a-file-is-one-message ()
  (svvs-test-with-files ""
    (call-process "mkfifo" nil nil nil (concat folder "fifo"))
    (let ((count (length (buffer-list)))
          (files (directory-files folder)))
      (pcase-dolist (`(,path ,problem ,text)
                     `(("a\0b" "contains a null character" "a␀b") ("a" "is not an absolute path") ("" "is not an absolute path")
                       ("~/a" "is not an absolute path") ("/ssh:nowhere:/a" "does not exist")
                       (,(concat folder "no/a") "does not exist") (,(concat folder "\n") "does not exist" ,(concat folder "␊"))
                       (,folder "is not a regular file") (,(concat folder "fifo") "is not a regular file")))
        (should (equal (svvs-test-messages (svvs-offer-visit (svvs-json-object (list :path path :line 3)) "shown"))
                       (list (format "svvs: %s:3 %s" (or text path) problem)))))
      (should (equal (list count files) (list (length (buffer-list)) (directory-files folder))))
      (should (eq (window-buffer) (current-buffer))))))

(defvar tramp-mode)

(ert-deftest svvs-test-a-file-with-the-name-of-a-remote-one-is-local ()
  (svvs-test-with-files ""
    (require 'tramp)
    (let* ((remote (lambda (operation &rest arguments)
                     (when tramp-mode (error "Handled as remote: %s" operation))
                     (let (file-name-handler-alist) (apply operation arguments))))
           (file-name-handler-alist `((,(concat "\\`" (regexp-quote folder)) . ,remote) ,@file-name-handler-alist)))
      (svvs-offer-visit (svvs-json-object (list :path (concat folder "a") :line 2)))
      (should (equal buffer-file-name (concat "/:" folder "a")))
      (should (looking-at "two"))
      (kill-buffer))))

(provide 'svvs-offer-tests)
;;; svvs-offer-tests.el ends here
