;;; svvs-package-tests.el --- The client as a package  -*- lexical-binding: t; -*-

;;; Commentary:

;; Its parts fit together as package-lint wants it, and it can be installed.

;;; Code:

(require 'svvs-test-support)
(require 'lisp-mnt)
(require 'package)

(declare-function package-lint-buffer "package-lint")
(defvar package-lint-main-file)

(ert-deftest svvs-test-package-lint-has-nothing-to-say ()
  (let ((load-path (append (file-expand-wildcards "/usr/share/emacs/site-lisp/elpa*/*" t) load-path)))
    (package-initialize)
    (unless (require 'package-lint nil t) (ert-fail "package-lint is not installed")))
  (dolist (file svvs-test-sources)
    (with-temp-buffer
      (insert-file-contents file t)
      (emacs-lisp-mode)
      (setq-local package-lint-main-file (expand-file-name "svvs-pkg.el" svvs-test-client))
      (should-not (package-lint-buffer)))))

(ert-deftest svvs-test-the-folder-is-installed-as-a-package ()
  (let ((folder (make-temp-file "svvs" t))
        (version (lm-version (expand-file-name "svvs.el" svvs-test-client))))
    (unwind-protect
        (should (equal (svvs-test-emacs
                        nil
                        '(require 'package)
                        `(setq package-user-dir ,folder
                               package-archives nil)
                        '(package-initialize)
                        `(package-install-file ,svvs-test-client)
                        '(let ((package (cadr (assq 'svvs package-alist))))
                           (princ (list (package-desc-full-name package) (package-desc-reqs package)
                                        (locate-library "svvs")))))
                       (format "(svvs-%s ((emacs (28 1))) %s)" version
                               (expand-file-name (format "svvs-%s/svvs.elc" version) folder))))
      (delete-directory folder t))))

(provide 'svvs-package-tests)
;;; svvs-package-tests.el ends here
