;;; svvs-stream-tests.el --- Texts that grow in buffers  -*- lexical-binding: t; -*-

;;; Commentary:

;; The end of a log is shown, and followed by windows that show it.

;;; Code:

(require 'svvs-test-buffers)

(defmacro svvs-test-with-log (script &rest body)
  "Do BODY in the buffer of a view with a log; SCRIPT is the script of the server."
  (declare (indent 1) (debug (form body)))
  `(svvs-test-with-buffer-of
       (svvs-test-fake (concat "described(view_type('t', part('log', nullable=True, format='stream'), part('below')))
def grown(base, text):
    send(method='state/changed', params={'commit': base + 1, 'views': [
        {'view': 'v', 'from': base, 'patch': [{'op': 'append', 'path': '/log', 'value': text}]}]})
" ,script "\nend_of_input()"))
       (view "t")
     (let ((svvs-shutdown-timeout 0.2))
       ,@body
       (svvs-disconnect server))))

(defun svvs-test--next (view commit)
  "Let the server continue, and wait until COMMIT of VIEW is painted."
  (svvs-notify view 'next)
  (svvs-test-wait (lambda () (and (eql (svvs-view-commit view) commit) (not svvs-page--dirty)))))

(defun svvs-test--end-p (position)
  "Return whether POSITION is the end of the log."
  (= position (svvs-value-lines-end (svvs-field-lines (svvs-field-named "log")))))

(ert-deftest svvs-test-a-text-that-grows-looks-like-one-that-was-drawn-at-once ()
  (let ((text "a\r\n\r\rb\tc\u200d\u0645\u200c\n\u200d\nx\u0301\u200d\u200d\U0001f469\u200d\U0001f4bb\e[0m\n\n\u202ez\r\n"))
    (dotimes (size (length text))
      (with-temp-buffer
        (insert "Log:")
        (let ((lines (svvs-value-lines-insert)))
          (insert "Below")
          (svvs-value-lines-show lines '("" ""))
          (cl-loop for from from 0 below (length text) by (1+ size)
                   do (svvs-value-lines-extend lines (substring text 0 (min (length text) (+ from size 1))) from))
          (should (equal (buffer-string) (concat "Log:\n" (svvs-value-clean-lines text) "\nBelow")))
          (should (equal (svvs-value-lines-shown lines) (cons "" (split-string (svvs-value-clean-lines text) "\n")))))))))

(ert-deftest svvs-test-a-window-follows-the-end-of-a-log-while-that-is-in-sight ()
  (svvs-test-with-log "opened(log='one\\n' + 90 * '\\n' + 500 * 'long ', below='x')
receive('next'); grown(1, 'r\\r'); grown(2, '\\nlast')
receive('next'); grown(3, ' more\\n' + 1000 * 'new line\\n' + 'end')
receive('next'); grown(4, '!'); grown(5, '\\n?')
receive('next'); grown(6, '\\n.')
receive('next'); grown(7, 1000 * 'another line\\n')"
    (should (svvs-test--end-p (point)))
    (should (svvs-field--scroll-in-sight-p (point) (selected-window)))
    (svvs-test--next view 3)
    (should (looking-back "long r\nlast" (point-min)))
    (should (svvs-test--end-p (point)))
    ;; A user who reads stays there, and loses nothing.
    (goto-char (point-min))
    (search-forward "one")
    (set-window-start nil (line-beginning-position))
    (let ((start (window-start)) (here (point)))
      (svvs-test--next view 4)
      (should (equal (list start here) (list (window-start) (point)))))
    (should (looking-back "one" (line-beginning-position)))
    (should (string-match-p "\nlast more\n\\(new line\n\\)\\{1000\\}end\nBelow: x" (buffer-string)))
    ;; The beginning goes when nobody reads it.
    (svvs-field-scroll-go (svvs-field-named "log") -1)
    (svvs-test--next view 6)
    (should (svvs-test--end-p (point)))
    (should (looking-back "new line\nend!\n\\?" (line-beginning-position -5)))
    (should (string-match-p "\\`Log: +… [0-9]+ earlier characters: RET shows more\nnew line\n"
                            (buffer-substring svvs-page--start (point))))
    ;; Point elsewhere stays.
    (goto-char (point-max))
    (svvs-test--next view 7)
    (should (eobp))
    ;; The beginning of a text that has become very long goes in any case.
    (goto-char (point-min))
    (set-window-start nil (point-min))
    (let ((svvs-field--held 3)) (svvs-test--next view 8))
    (should (< (buffer-size) 3000))))

(ert-deftest svvs-test-a-log-may-change-in-any-way ()
  (svvs-test-with-log "opened(log='', below='x')
for commit, text in enumerate(('abc\\n', 'ab', 'axb', None, '', 'axbc\\nd'), start=1):
    receive('next')
    changed(commit, commit + 1, log=text)
receive('next'); grown(7, 'e')
receive('next'); changed(8, 9, log='axbc\\ne'); grown(9, 'f')"
    (cl-loop for (commit . text) in '((2 . "\nabc\n") (3 . "\nab") (4 . "\naxb") (5 . "–") (6 . "\n") (7 . "\naxbc\nd")
                                      (8 . "\naxbc\nde") (10 . "\naxbc\nef"))
             do (svvs-test--next view commit)
             do (should (equal (concat "Log:   " text "\nBelow: x\n")
                               (buffer-substring-no-properties svvs-page--start (point-max)))))))

(ert-deftest svvs-test-a-log-shows-more-of-its-beginning-on-request ()
  (svvs-test-with-log "opened(log=''.join(f'line {n}\\n' for n in range(1000)), below='x')"
    (should-not (string-match-p "line 600\n" (buffer-string)))
    (goto-char svvs-page--start)
    (should (looking-at "Log: +… [0-9]+ earlier characters: RET shows more\nline "))
    (svvs-test-keys "RET")
    (should (looking-at "Log: *\nline 0\n"))
    (should-error (svvs-test-keys "RET") :type 'user-error)))

(ert-deftest svvs-test-a-log-of-ten-megabytes-grows-at-once ()
  (svvs-test-with-log "opened(log=100_000 * (99 * 'x' + '\\n'), below='x')
for step in range(20):
    receive('next'); grown(1 + step, f'added {step}\\n')"
    (should (< (svvs-test-processor-time (dotimes (step 20) (svvs-test--next view (+ step 2)))) 4))
    (should (looking-back "added 18\nadded 19\n" (point-min)))
    (should (< (buffer-size) 10000))))

(provide 'svvs-stream-tests)
;;; svvs-stream-tests.el ends here
