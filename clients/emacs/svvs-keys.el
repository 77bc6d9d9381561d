;;; svvs-keys.el --- Keys of actions of svvs views  -*- lexical-binding: t; -*-

;;; Commentary:

;; The server says by which letter people reach a screen or an action.  In a field,
;; where letters are text, that of an action is typed with C-c and Control.
;;
;; Each action is a command with a name of its own, such as svvs-notes/delete, so that
;; the help of Emacs can tell what a key does.

;;; Code:

(require 'svvs-screen)
(require 'wid-edit)

(declare-function svvs-call-by-key "svvs-call")

(defface svvs-key '((t :inherit help-key-binding))
  "The keys of actions."
  :group 'svvs)

(defun svvs-keys-text (text)
  "Return TEXT, a key, with its face."
  (propertize text 'face 'svvs-key))

(defconst svvs-keys--taken (string-to-list "gknpqvxy")
  "The letters that are keys in every view, and y.
A key that repeats does not confirm the call that it made.")

(defvar svvs-keys-map nil
  "The keymap of a view, with the keys of its actions.")

(defvar-local svvs-keys-field-map nil
  "The keymap of the fields of this buffer.")

(defvar svvs-keys-prefix-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-k") 'svvs-cancel-calls)
    (define-key map (kbd "C-g") 'svvs-refresh-buffer)
    (define-key map (kbd "C-n") 'svvs-next-row)
    (define-key map (kbd "C-p") 'svvs-previous-row)
    (define-key map (kbd "C-q") 'quit-window)
    (define-key map (kbd "C-v") 'svvs-choose-view)
    (define-key map (kbd "C-x") 'svvs-call-action)
    (define-key map (kbd "DEL") 'svvs-forget-field)
    (define-key map "?" 'svvs-help)
    map)
  "Keymap of the prefix key of every view, also in fields.")

(defun svvs-keys-ignore-replies (map)
  "Let MAP ignore what a terminal sends by itself, such as the reply to a query.
The letters in it are not keys."
  (dolist (start '("\e]" "\eP" "\e_" "\e^" "\e[?" "\e[>" "\e[="))
    (define-key map start 'svvs-ignore-reply)))

(defun svvs-ignore-reply ()
  "Ignore the rest of what the terminal sends after ESC and the key of this."
  (interactive nil svvs-view-mode)
  (let ((is-csi (length= (this-single-command-keys) 3))
        (event last-command-event)
        last)
    (while (and event (not (if is-csi (and (characterp event) (<= ?@ event ?~))
                             (or (eq event ?\a) (and (eq last ?\e) (eq event ?\\))))))
      (setq last event
            event (read-event nil nil 0.1)))))

(defun svvs-keys-use (screen map)
  "Assign keys to the actions of SCREEN in this buffer.
All other keys are those of MAP."
  (let ((local (make-sparse-keymap))
        (prefix (make-sparse-keymap)))
    (set-keymap-parent local map)
    (set-keymap-parent prefix svvs-keys-prefix-map)
    (dolist (action (svvs-screen-offered screen))
      (when-let ((key (svvs-keys-of action)))
        (let ((command (svvs-keys--command screen action)))
          (define-key local (string key) command)
          (define-key local (string (upcase key)) command)
          (define-key prefix (string (- key 96)) command))))
    (define-key local (kbd "C-c") prefix)
    (use-local-map (setq-local svvs-keys-map local))
    (setq svvs-keys-field-map (make-sparse-keymap))
    (set-keymap-parent svvs-keys-field-map widget-field-keymap)
    (svvs-keys-ignore-replies svvs-keys-field-map)
    (define-key svvs-keys-field-map (kbd "M-p") 'svvs-recall-text)
    (define-key svvs-keys-field-map (kbd "C-c") prefix)))

(defun svvs-keys--command (screen action)
  "Define the command for ACTION of SCREEN, and return it."
  (let* ((type (gethash "name" screen))
         (name (gethash "name" action))
         (command (intern (format "svvs-%s/%s" type name))))
    (defalias command
      (lambda ()
        (interactive nil svvs-view-mode)
        (svvs-call-by-key type name))
      ;; A backslash would mean a key.
      (string-replace "\\" "\\=\\"
                      (format "%s\n\n%s\n\nWith a capital letter or a prefix argument, ask for the optional arguments, too."
                              (string-trim (concat (gethash "title" action) " " (svvs-screen-arguments action)))
                              (gethash "description" action ""))))
    command))

(defun svvs-keys-letter (object)
  "Return the letter of OBJECT, a screen or an action, a character, or nil."
  (let ((letter (gethash "letter" object)))
    (and (stringp letter) (length= letter 1) (<= ?a (aref letter 0) ?z) (aref letter 0))))

(defun svvs-keys-of (action)
  "Return the key of ACTION, a character, or nil if it has none."
  (car (memq (svvs-keys-letter action) (seq-difference (number-sequence ?a ?z) svvs-keys--taken))))

(provide 'svvs-keys)
;;; svvs-keys.el ends here
