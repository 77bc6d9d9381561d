;;; svvs-lines.el --- Lines that repaint themselves  -*- lexical-binding: t; -*-

;;; Commentary:

;; Only text that differs is replaced, so that point and windows stay.  Lines that
;; have just changed are marked for a moment.

;;; Code:

(require 'cl-lib)
(require 'subr-x)

(cl-defstruct (svvs-lines (:constructor svvs-lines--make) (:copier nil))
  "Lines in a buffer."
  (start nil :documentation "The position of the first, which may follow a label.")
  (shown nil :documentation "The texts of the lines, at least one; nil before the first ones."))

(defface svvs-changed '((t :inherit secondary-selection))
  "Values that have just changed."
  :group 'svvs)

(defvar svvs-lines-marked-seconds 2
  "The number of seconds for which lines that have changed are marked, or nil.")

(defconst svvs-lines--most-marked 3
  "The number of lines that may change at once and be marked.
Marks on more lines would be most of what is in sight.")

(defun svvs-lines-insert ()
  "Insert a line end at point, with room for lines before it; return the lines."
  (prog1 (svvs-lines--make :start (point-marker))
    (insert "\n")))

(defun svvs-lines-show (lines new)
  "Show NEW, a list of texts without line ends, as LINES."
  (let* ((is-first (null (svvs-lines-shown lines)))
         (new (or new (list "")))
         (old (or (svvs-lines-shown lines) (list "")))
         (same (svvs-lines--common (cdr old) (cdr new)))
         (below (svvs-lines--common (reverse (nthcdr (1+ same) old)) (reverse (nthcdr (1+ same) new)))))
    (unless (equal (car old) (car new))
      (svvs-lines--replace (svvs-lines-start lines) (svvs-lines--end lines 0) (car new))
      (unless is-first (svvs-lines--mark (svvs-lines-start lines) (svvs-lines--end lines 0))))
    (let ((removed (butlast (nthcdr (1+ same) old) below))
          (added (butlast (nthcdr (1+ same) new) below)))
      (when (or removed added)
        (svvs-lines--replace (svvs-lines--end lines same) (svvs-lines--end lines (+ same (length removed)))
                             (mapconcat (lambda (line) (concat "\n" line)) added ""))
        (unless (or is-first (null added) (length> added svvs-lines--most-marked)
                    (length> removed svvs-lines--most-marked))
          (svvs-lines--mark (1+ (svvs-lines--end lines same))
                            (svvs-lines--end lines (+ same (length added)))))))
    (setf (svvs-lines-shown lines) new)))

(defun svvs-lines--mark (start end)
  "Mark the text between START and END as changed for some seconds."
  (when svvs-lines-marked-seconds
    (let ((mark (make-overlay start end)))
      (overlay-put mark 'face 'svvs-changed)
      (overlay-put mark 'evaporate t)
      (run-at-time svvs-lines-marked-seconds nil #'delete-overlay mark))))

(defun svvs-lines--common (one other)
  "Return the length of the common prefix of the lists ONE and OTHER."
  (cl-loop for left in one for right in other while (equal left right) count t))

(defun svvs-lines--end (lines number)
  "Return the end of the line with this NUMBER in LINES."
  (save-excursion
    (goto-char (svvs-lines-start lines))
    (line-end-position (1+ number))))

(defun svvs-lines--replace (start end text)
  "Replace the text between START and END by TEXT; keep point and windows in place."
  (let* ((inhibit-read-only t)
         (inhibit-modification-hooks t)
         (start (copy-marker start))
         (windows (get-buffer-window-list nil t t))
         (place (lambda (position) (svvs-lines--place position start end)))
         (here (funcall place (point)))
         (points (mapcar (lambda (window) (funcall place (window-point window))) windows))
         (starts (mapcar (lambda (window) (funcall place (window-start window))) windows)))
    (save-excursion
      (goto-char start)
      (delete-region start end)
      (insert text)
      (setq end (point)))
    (when here (goto-char (svvs-lines--position here start end)))
    (cl-loop for window in windows for point in points for start-place in starts
             when start-place do (set-window-start window (svvs-lines--position start-place start end) t)
             when point do (set-window-point window (svvs-lines--position point start end)))
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
  "Return the position of PLACE between START and END.
It is in the line with the same text, or else in the one with the same number."
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
    (when (< -1 number (max 1 (length (svvs-lines-shown lines)))) number)))

(provide 'svvs-lines)
;;; svvs-lines.el ends here
