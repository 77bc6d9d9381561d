;;; svvs-pkg.el --- Package description of svvs  -*- no-byte-compile: t; lexical-binding: t; -*-
(define-package "svvs" "0.1.0" "Front end of svvs state servers"
  '((emacs "28.1"))
  :keywords '("comm" "processes"))
;;; svvs-pkg.el ends here
