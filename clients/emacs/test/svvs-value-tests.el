;;; svvs-value-tests.el --- Values as text  -*- lexical-binding: t; -*-

;;; Commentary:

;; Titles of values, and the columns of narrow tables.

;;; Code:

(require 'svvs-test-buffers)

(ert-deftest svvs-test-a-choice-is-entered-by-its-title ()
  (let ((field (svvs-test-json "{'name': 'state', 'title': 'State', 'kind': 'choice', 'choices': [
                                 {'value': 1, 'title': 'Not yet'}, {'value': 'done', 'title': 'Done'}]}")))
    (svvs-test-answering '("Not yet") (should (equal (svvs-value-read field) 1)))))

(ert-deftest svvs-test-the-name-of-one-offer-stands-for-its-value ()
  (cl-flet ((answered (kind answers &rest offers)
              (let (value)
                (svvs-test-answering answers
                  (setq value (svvs-value-read (svvs-json-object (list "name" "id" "title" "Id" "kind" kind))
                                         :offered (mapcar (lambda (offer)
                                                            (cons (car offer) (and (cdr offer) (cons nil (cdr offer)))))
                                                          offers))))
                value)))
    (should (equal (answered "integer" '("Bread") '(1 . "Milk") '(2 . "Bread")) 2))
    (should (equal (answered "text" '("Bread") '("a" . "Milk") '("b" . "Bread")) "b"))
    (should (equal (answered "integer" '("2  Bread") '(1 . "Bread") '(2 . "Bread")) 2))
    ;; A value comes before a name, and a name of two offers stands for neither.
    (should (equal (answered "integer" '("2") '(1 . "2") '(2 . "Bread")) 2))
    (should (equal (answered "text" '("b") '("a" . "b") '("b")) "b"))
    (should (equal (answered "integer" '("Bread" "1") '(1 . "Bread") '(2 . "Bread")) 1))
    (should (equal (answered "text" '("Bread") '("a" . "Bread") '("b" . "Bread")) "Bread"))))

(ert-deftest svvs-test-a-narrow-table-leaves-out-the-columns-of-the-lowest-priority ()
  (let ((columns (append (svvs-test-json "[
          {'name': 'id', 'title': 'Id', 'kind': 'integer', 'priority': -1}, {'name': 'name', 'title': 'Name'},
          {'name': 'body', 'title': 'Body', 'priority': 2}, {'name': 'time', 'title': 'Time'}]") nil))
        (row (svvs-json-object (list "id" 12345 "name" "Hanako" "body" (make-string 300 ?x) "time" "Yesterday"))))
    (pcase-dolist (`(,width ,titles ,least)
                   '((20 "  Body …\\+3" 10) (30 "  Name +Body …\\+2" 14)
                     (46 "  Name +Body +Time …\\+1" 20) (60 " +Id +Name +Body +Time" 30)
                     (80 " +Id +Name +Body +Time" 40)
                     (120 " +Id +Name +Body +Time" 60) (200 " +Id +Name +Body +Time" 100)))
      (let ((lines (svvs-value-table (list row) columns width)))
        (should (string-match-p (concat "\\`" titles "\\'") (car lines)))
        (should (>= (seq-count (lambda (character) (eq character ?x)) (cadr lines)) least))
        (dolist (line lines) (should (<= (string-width line) width)))))))

(ert-deftest svvs-test-return-on-a-url-browses-it ()
  (svvs-test-with-buffer-of
      (svvs-test-fake "url = {'type': 'string', 'format': 'uri', 'readOnly': True}
described(t={'actions': {}, 'properties': {'page': url, 'other': url, 'profile': {
    'type': 'object', 'readOnly': True, 'properties': {'name': {'type': 'string'}, 'site': url}}}})
opened(page='https://a.example/', other='javascript:1', profile={'name': 'Ann', 'site': 'https://b.example/'})
end_of_input()")
      (view "t")
    (let ((svvs-shutdown-timeout 0.2)
          browsed)
      (cl-letf (((symbol-function 'browse-url) (lambda (url &rest _) (push url browsed))))
        (svvs-field-go (svvs-field-named "page"))
        (svvs-test-keys "RET")
        (svvs-field-go (svvs-field-named "other"))
        (should-error (svvs-test-keys "RET") :type 'user-error)
        (svvs-field-go (svvs-field-named "profile"))
        (forward-line 2)
        (svvs-test-keys "RET")
        (should (equal browsed '("https://b.example/" "https://a.example/"))))
      (svvs-disconnect server))))

(provide 'svvs-value-tests)
;;; svvs-value-tests.el ends here
