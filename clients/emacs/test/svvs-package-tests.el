;;; svvs-package-tests.el --- The client as a package  -*- lexical-binding: t; -*-

;;; Commentary:

;; package-lint reports nothing, and the package can be installed.

;;; Code:

(require 'svvs-test-support)
(require 'lisp-mnt)
(require 'package)

(declare-function package-lint-buffer "package-lint")
(defvar package-lint-main-file)

(defconst svvs-test--version (lm-version (expand-file-name "svvs.el" svvs-test-client))
  "The version of the client.")

(ert-deftest svvs-test-package-lint-reports-nothing ()
  (let ((load-path (append (file-expand-wildcards "/usr/share/emacs/site-lisp/elpa*/*" t) load-path)))
    (package-initialize)
    (unless (require 'package-lint nil t) (ert-fail "package-lint is not installed")))
  (dolist (file svvs-test-sources)
    (with-temp-buffer
      (insert-file-contents file t)
      (emacs-lisp-mode)
      (setq-local package-lint-main-file (expand-file-name "svvs-pkg.el" svvs-test-client))
      (should-not (package-lint-buffer)))))

(defun svvs-test--installed (file)
  "Check that FILE, a directory or an archive, is installed as a package and works."
  (let ((folder (make-temp-file "svvs" t)))
    (unwind-protect
        (should (equal (svvs-test-emacs
                        nil
                        '(require 'package)
                        `(setq package-user-dir ,folder
                               package-archives nil
                               load-path (delete ,svvs-test-client load-path))
                        '(package-initialize)
                        `(package-install-file ,file)
                        '(let ((package (cadr (assq 'svvs package-alist))))
                           (princ (list (package-desc-full-name package) (package-desc-reqs package)
                                        (autoloadp (symbol-function 'svvs-attach))
                                        (locate-library "svvs")))))
                       (format "(svvs-%s ((emacs (28 1))) t %s)" svvs-test--version
                               (expand-file-name (format "svvs-%s/svvs.elc" svvs-test--version) folder))))
      (delete-directory folder t))))

(ert-deftest svvs-test-the-directory-is-installed-as-a-package ()
  (svvs-test--installed svvs-test-client))

(ert-deftest svvs-test-an-archive-is-installed-as-a-package ()
  (let* ((folder (make-temp-file "svvs" t))
         (name (concat "svvs-" svvs-test--version))
         (archive (expand-file-name (concat name ".tar") folder)))
    (unwind-protect
        (progn
          (copy-directory svvs-test-client (expand-file-name name folder))
          (should (zerop (call-process "tar" nil nil nil "-C" folder "-cf" archive "--exclude=test" name)))
          (svvs-test--installed archive))
      (delete-directory folder t))))

(ert-deftest svvs-test-the-version-is-that-of-the-other-clients ()
  (dolist (file '("clients/python/pyproject.toml" "clients/emacs/svvs-pkg.el"))
    (with-temp-buffer
      (insert-file-contents (expand-file-name file svvs-test-root))
      (should (re-search-forward (regexp-quote (format "\"%s\"" svvs-test--version)) nil t)))))

(provide 'svvs-package-tests)
;;; svvs-package-tests.el ends here
