;;; svvs-menu.el --- Choosing by one letter  -*- lexical-binding: t; -*-

;;; Commentary:

;; A window at the bottom shows the choices and their letters.  It appears only if
;; the user hesitates.

;;; Code:

(require 'svvs-keys)

(defvar svvs-menu-delay 0.4
  "The number of seconds after which a menu of letters is shown.")

(defconst svvs-menu--narrowest 14
  "The width to which a choice is cut to make room for others.")

(defun svvs-menu-read (title objects)
  "Ask for one of OBJECTS by its letter, and return its name.
TITLE is shown in the prompt.  If the user presses RET, return nil: the choice
is made by name."
  (let ((prompt (concat title ": a letter, or RET for a name"))
        (buffer (generate-new-buffer "*svvs menu*"))
        key)
    (let (message-log-max) (message "%s" prompt))
    (unwind-protect
        (progn
          (unless (or (not (sit-for svvs-menu-delay)) (svvs-menu--show buffer objects))
            (setq prompt (concat prompt " (not all are shown)")))
          (setq key (read-key prompt)))
      (when-let ((window (get-buffer-window buffer))) (delete-window window))
      (kill-buffer buffer)
      (message nil))
    (cond ((svvs-json-get (seq-find (lambda (object) (eql (svvs-keys-letter object) key)) objects) '(name)))
          ((eq key ?\e)
           ;; The letters of a reply of the terminal are not keys.
           (discard-input)
           (keyboard-quit))
          ((eq key ?\C-g) (keyboard-quit))
          ((memq key '(?\r ?\t ?\s)) nil)
          (t (user-error "%s: no choice has the key %s" title (key-description (vector key)))))))

(defun svvs-menu--show (buffer objects)
  "Show in BUFFER, in a window at the bottom, the letters and titles of OBJECTS.
If there are many in a small frame, their titles are cut, so that all fit.
Return whether all are in sight."
  (let* ((entries (cl-loop for object in objects for letter = (svvs-keys-letter object)
                           when letter collect (concat " " (svvs-keys-text (format "[%c]" letter)) " "
                                                       (gethash "title" object))))
         (lines (max 1 (- (window-total-height (frame-root-window)) (window-min-size (window-main-window)))))
         (columns (max 1 (min (/ (frame-width) svvs-menu--narrowest) (ceiling (length entries) lines))
                       (/ (frame-width) (+ 2 (apply #'max 0 (mapcar #'string-width entries))))))
         (width (/ (frame-width) columns)))
    (with-current-buffer buffer
      (cl-loop for entry in entries for count from 1
               for text = (truncate-string-to-width entry (- width 2) nil nil t)
               do (insert (if (zerop (mod count columns)) (concat text "\n") (string-pad text width))))
      (setq mode-line-format nil
            truncate-lines t
            cursor-type nil)
      (goto-char (point-min)))
    (when-let ((window (display-buffer-in-side-window buffer '((side . bottom)))))
      (fit-window-to-buffer window nil 1)
      (>= (window-body-height window) (ceiling (length entries) columns)))))

(provide 'svvs-menu)
;;; svvs-menu.el ends here
