;;; svvs-menu.el --- Choosing by one letter  -*- lexical-binding: t; -*-

;;; Commentary:

;; A window at the bottom shows the choices and their letters.  It appears only if
;; the user hesitates.

;;; Code:

(require 'svvs-keys)

(defvar svvs-menu-delay 0.4
  "The number of seconds after which a menu of letters is shown.")

(defun svvs-menu-read (title letters objects)
  "Ask for one of LETTERS, an alist of characters and names, and return the name.
TITLE is shown in the prompt, and the titles of OBJECTS in the menu.
If the user presses RET, return nil: the choice is made by name."
  (let ((prompt (concat title ": a letter, or RET for a name"))
        (buffer (generate-new-buffer "*svvs menu*"))
        key)
    (let (message-log-max) (message "%s" prompt))
    (unwind-protect
        (progn
          (when (sit-for svvs-menu-delay) (svvs-menu--show buffer letters objects))
          (setq key (read-key prompt)))
      (when-let ((window (get-buffer-window buffer))) (delete-window window))
      (kill-buffer buffer)
      (message nil))
    (cond ((alist-get key letters))
          ((memq key '(?\C-g ?\e)) (keyboard-quit))
          ((memq key '(?\r ?\t ?\s)) nil)
          (t (user-error "%s: no choice has the key %s" title (key-description (vector key)))))))

(defun svvs-menu--show (buffer letters objects)
  "Show in BUFFER, in a window at the bottom, LETTERS and the titles of OBJECTS."
  (let* ((entries (cl-loop for (letter . name) in letters
                           collect (concat " " (svvs-keys-text (format "[%c]" letter)) " "
                                           (gethash "title" (svvs-screen-named name objects)))))
         (width (+ 2 (apply #'max 0 (mapcar #'string-width entries))))
         (columns (max 1 (/ (frame-width) width))))
    (with-current-buffer buffer
      (cl-loop for entry in entries for count from 1
               do (insert (if (zerop (mod count columns)) (concat entry "\n") (string-pad entry width))))
      (setq mode-line-format nil
            cursor-type nil)
      (goto-char (point-min)))
    (when-let ((window (display-buffer-in-side-window buffer '((side . bottom)))))
      (fit-window-to-buffer window nil 1))))

(provide 'svvs-menu)
;;; svvs-menu.el ends here
