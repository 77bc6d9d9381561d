;;; svvs-lines.el --- Lines of a buffer that show a value of svvs  -*- lexical-binding: t; -*-

;;; Commentary:

;; A region of a buffer is a list of lines.  When others are to be there, only
;; those that differ are replaced, and point and windows stay where they are.

;;; Code:

(require 'cl-lib)

(cl-defstruct (svvs-lines (:constructor svvs-lines--make) (:copier nil))
  "Lines in a buffer."
  (start nil :documentation "Where they begin: behind a label, perhaps.")
  (shown (list "") :documentation "The lines; the first is always there."))

(defun svvs-lines-insert ()
  "Make room for lines at point, in front of the end of a line; return them."
  (prog1 (svvs-lines--make :start (point-marker))
    (insert "\n")))

(defun svvs-lines-show (lines new)
  "Show NEW, a list of texts without line ends, as LINES."
  (let* ((new (or new (list "")))
         (old (svvs-lines-shown lines))
         (same (svvs-lines--common (cdr old) (cdr new)))
         (below (svvs-lines--common (reverse (nthcdr (1+ same) old)) (reverse (nthcdr (1+ same) new)))))
    (unless (equal (car old) (car new))
      (svvs-lines--replace (svvs-lines-start lines) (svvs-lines--end lines 0) (car new)))
    (let ((gone (butlast (nthcdr (1+ same) old) below))
          (come (butlast (nthcdr (1+ same) new) below)))
      (when (or gone come)
        (svvs-lines--replace (svvs-lines--end lines same) (svvs-lines--end lines (+ same (length gone)))
                             (mapconcat (lambda (line) (concat "\n" line)) come ""))))
    (setf (svvs-lines-shown lines) new)))

(defun svvs-lines--common (one other)
  "Return how many elements at the beginning of ONE and OTHER are the same."
  (cl-loop for left in one for right in other while (equal left right) count t))

(defun svvs-lines--end (lines number)
  "Return where the line of that NUMBER ends in LINES."
  (save-excursion
    (goto-char (svvs-lines-start lines))
    (line-end-position (1+ number))))

(defun svvs-lines--replace (start end text)
  "Have TEXT between START and END, and keep point and windows where they are."
  (let* ((inhibit-read-only t)
         (inhibit-modification-hooks t)
         (start (copy-marker start))
         (windows (get-buffer-window-list nil t t))
         (places (mapcar (lambda (position) (svvs-lines--place position start end))
                         (cons (point) (mapcar #'window-point windows)))))
    (save-excursion
      (goto-char start)
      (delete-region start end)
      (insert text)
      (setq end (point)))
    (when (car places) (goto-char (svvs-lines--position (car places) start end)))
    (cl-loop for window in windows for place in (cdr places)
             when place do (set-window-point window (svvs-lines--position place start end)))
    ;; The positions in it are of the text before.
    (when (consp buffer-undo-list) (setq buffer-undo-list nil))))

(defun svvs-lines--place (position start end)
  "Return the line, its text, and the column of POSITION between START and END."
  (when (and (< start position) (<= position end))
    (save-excursion
      (goto-char position)
      (let ((line (max start (line-beginning-position))))
        (list (- (line-number-at-pos position) (line-number-at-pos start))
              (buffer-substring-no-properties line (line-end-position))
              (- position line))))))

(defun svvs-lines--position (place start end)
  "Return where PLACE is between START and END: by its text, or by its number."
  (pcase-let ((`(,number ,text ,column) place))
    (save-excursion
      (goto-char start)
      (if (re-search-forward (concat "^" (regexp-quote text) "$") end t)
          (goto-char (match-beginning 0))
        (unless (zerop number) (forward-line number)))
      (min end (line-end-position) (+ (point) column)))))

(defun svvs-lines-number (lines position)
  "Return the number of the line in LINES that POSITION is in, or nil.
The label before the first belongs to it."
  (let ((number (- (line-number-at-pos position) (line-number-at-pos (svvs-lines-start lines)))))
    (when (< -1 number (length (svvs-lines-shown lines))) number)))

(provide 'svvs-lines)
;;; svvs-lines.el ends here
