;;; svvs-text-tests.el --- Values and titles as texts  -*- lexical-binding: t; -*-

;;; Commentary:

;; Texts with control characters, the titles of values, and URLs.

;;; Code:

(require 'svvs-test-buffers)

(ert-deftest svvs-test-no-cell-moves-another ()
  (pcase-let ((`(,_ ,control ,huge ,wide)
               (svvs-value-table (mapcar (lambda (text) (svvs-json-object (list "a" text "b" "end")))
                                         (list "\u202eevil\e[31m\nline\t" (make-string 1000000 ?x) "שלום日本"))
                                 nil 80)))
    (should (string-match-p "\\`  \ufffdevil␛\\[31m␊line␉ +end\\'" control))
    (should (string-match-p "\\`  x\\{72\\}…  end\\'" huge))
    (should (string-match-p "\\`  שלום日本 +end\\'" wide))
    (dolist (line (list control huge wide))
      (should (equal (get-text-property (1- (string-match "end" line)) 'display line) '(space :align-to 77))))))

(ert-deftest svvs-test-titles-and-descriptions-are-texts ()
  (svvs-test-with-buffer-of
      (svvs-test-fake "described(view_type('t', title='A\\u202eb', description='c\\x1bd'))
opened()
end_of_input()")
      (view "t")
    (let ((svvs-shutdown-timeout 0.2))
      (should (string-match-p "\\`A\ufffdb\nc␛d\n" (buffer-string)))
      (svvs-disconnect server))))

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

(ert-deftest svvs-test-return-on-a-url-browses-it ()
  (svvs-test-with-buffer-of
      (svvs-test-fake "described(view_type('t', part('page', format='url'), part('other', format='url'),
    part('profile', 'record', members=[part('name'), part('site', format='url')])))
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

(provide 'svvs-text-tests)
;;; svvs-text-tests.el ends here
