;;; svvs.el --- Front end of svvs state servers  -*- lexical-binding: t; -*-

;; Author: The svvs maintainers
;; Version: 0.1.0
;; Keywords: comm, processes

;;; Commentary:

;; An svvs server hosts the state of an app and speaks JSON-RPC over stdin and
;; stdout.  Here Emacs is its front end.
;;
;; `M-x svvs' starts the server of `svvs-command' and opens the start view in a
;; buffer, with a key for each action, with fields, and with tables.  The buffer
;; repaints itself when the state changes; killing it closes the view.
;;
;; `M-x svvs-attach' joins other front ends, on a server that they share.
;;
;; For Emacs Lisp programs see svvs-client.el.
;;
;; The menu of views, a window at the bottom, appears only if the user hesitates.

;;; Code:

(require 'help-mode)
(require 'svvs-buffer)

;;;; Choosing by a letter

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
    (cond ((svvs-json-get (seq-find (lambda (object) (eql (svvs-page-letter object) key)) objects) '(name)))
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
  (let* ((entries (cl-loop for object in objects for letter = (svvs-page-letter object)
                           when letter collect (concat " " (svvs-page-key-text (format "[%c]" letter)) " "
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

;;;; Commands

(autoload 'svvs-attach "svvs-attach" nil t)
(autoload 'svvs-show-view "svvs-attach" nil t)

;;;###autoload
(defun svvs ()
  "Show the start view of the svvs server; if it has none, ask for a view.
Start the server if it is not running."
  (interactive)
  (svvs-with-user-errors
    (unless (svvs--show nil nil) (call-interactively #'svvs-open-view))))

(defun svvs--show (type params &optional is-new)
  "Show the view of TYPE with PARAMS in place of the current buffer.
If TYPE is nil, it is the start view; return whether there is one.  If IS-NEW,
open another one, even if such a view is open."
  (let* ((server (svvs--server))
         (origin (window-buffer))
         (is-there t))
    (svvs-briefly
     server
     (lambda (end)
       (svvs-screens-async
        server
        (lambda ()
          (let ((type (or type (svvs-json-get (svvs-screen-start (svvs-screens server)) '(name)))))
            (setq is-there type)
            (if (null type) (funcall end)
              (svvs-buffer-visit server type params (lambda (buffer) (svvs-buffer-display buffer origin)) end is-new))))
        end)))
    ;; A message handler has displayed it.
    (set-buffer (window-buffer))
    is-there))

;;;###autoload
(defun svvs-start (&optional command)
  "Start the svvs server, if none is running, and return the connection to it.
COMMAND is a list of strings, `svvs-command' by default; a prefix argument asks
for it.  It is an error to give COMMAND while a server is running."
  (interactive
   (list (and current-prefix-arg
              (svvs-command-split
               (read-shell-command "Server: " (mapconcat #'shell-quote-argument (svvs-command-words) " "))
               "The command"))))
  (svvs-with-user-errors (svvs--described-server command)))

(defun svvs--server (&optional command)
  "Return the connection that commands use; start its server if need be.
It is an error to give COMMAND while a server is running."
  (if (and svvs-current-connection (svvs-connection-live-p svvs-current-connection))
      (if command (user-error "A server is running already: `svvs-shutdown' ends it")
        svvs-current-connection)
    (setq svvs-current-connection (svvs-connect-async command))))

;;;###autoload
(defun svvs-open-view (type params &optional is-new)
  "Show the view of TYPE with PARAMS, a plist; open it if it is not open yet.
With a prefix argument, IS-NEW, always open another one, and ask for the
optional parameters.  Start the server if it is not running."
  (interactive (svvs--read-view))
  (svvs-with-user-errors (svvs--show type params is-new)))

(defun svvs-choose-view ()
  "Ask for a view type by its letter, and for its required parameters; show it.
With a prefix argument, ask as `svvs-open-view' does."
  (interactive nil svvs-view-mode)
  (svvs-with-user-errors
    (let* ((server (svvs--described-server))
           (screens (svvs-screens server))
           (type (and (not current-prefix-arg) (svvs-menu-read "View" screens))))
      (if type (svvs-open-view type (svvs--read-params server type nil))
        (call-interactively #'svvs-open-view)))))

(defun svvs--read-view ()
  "Ask for the arguments of `svvs-open-view'."
  (svvs-with-user-errors
    (let* ((connection (svvs--described-server))
           (type (completing-read "View: " (svvs-value-read-table (svvs-value-read-described (svvs-screens connection)))
                                  nil t)))
      (when (string-empty-p type) (user-error "No view type was chosen"))
      (list type (svvs--read-params connection type current-prefix-arg) current-prefix-arg))))

(defun svvs--read-params (server type asks-all)
  "Ask for the required parameters of TYPE of SERVER; return a plist.
If ASKS-ALL, ask for the optional ones, too."
  (svvs-value-read-fields
   (svvs-view-type-screen server type) :asks-all asks-all
   ;; The next view is often about the same object.
   :defaults (and svvs-buffer-view (svvs-view-params svvs-buffer-view))))

(defun svvs--described-server (&optional command)
  "Return the connection that commands use, when its screens are there.
If the server does not send them for a short time, signal an error.  COMMAND is
as in `svvs-start'."
  (let ((server (svvs--server command)))
    (unless (svvs-briefly server (lambda (end) (svvs-screens-async server end end)))
      (user-error "The server has not replied yet; try again later"))
    server))

;;;###autoload
(defun svvs-close-view (buffer)
  "Close the view of BUFFER, by default the current one, and kill BUFFER."
  (interactive
   (list (if svvs-buffer-view
             (current-buffer)
           (let ((names (mapcar #'buffer-name (svvs-buffers))))
             (unless names (user-error "No view is open"))
             (get-buffer (completing-read "Close: " names nil t))))))
  (svvs-with-user-errors
    (let ((view (buffer-local-value 'svvs-buffer-view buffer)))
      ;; A view in a shared session is closed for all.
      (when (and view (svvs-view-live view))
        (svvs-briefly (svvs-view-connection view)
                      (lambda (end) (svvs-close-async view :success (lambda (_) (funcall end)) :error end)))
        ;; The request to close it was sent.
        (svvs--mark-closed view))
      (kill-buffer buffer))))

;;;###autoload
(defun svvs-shutdown ()
  "Shut down the server, and kill the buffers of its views.
A shared server continues, and the views of a shared session stay open.
Also kill the buffers of servers that have ended."
  (interactive)
  (let ((is-live (and svvs-current-connection (svvs-connection-live-p svvs-current-connection))))
    (when is-live (svvs-disconnect svvs-current-connection svvs-command-timeout))
    (let ((buffers (seq-remove
                    (lambda (buffer)
                      (let ((connection (svvs-view-connection (buffer-local-value 'svvs-buffer-view buffer))))
                        (and (svvs-connection-live-p connection) (not (svvs-connection-closing connection)))))
                    (svvs-buffers))))
      (unless (or is-live buffers) (user-error "No svvs server is running"))
      (mapc #'kill-buffer buffers)))
  (setq svvs-current-connection nil))

;;;; Help

(defconst svvs-help--keys
  '(("a capital letter" . "asks for the optional arguments too, as C-u and the letter does")
    ("RET" . "sets the field, opens the row, or presses the button")
    ("TAB" . "goes to the next field or button")
    ("n, p" . "goes to the next or previous row")
    ("v, a letter" . "shows another view; with C-u, always opens a new one")
    ("x" . "calls an action by its name")
    ("o" . "answers the question of the app, or opens the file that it offers")
    ("g" . "requests the state again; reopens all views if the server has ended")
    ("C-c DEL" . "discards the unsent text in a field")
    ("M-p" . "in a field, exchanges its text with the one that was kept beside it")
    ("C-c C-k" . "cancels the calls in progress")
    ("k" . "cancels the calls in progress, or closes the view")
    ("q" . "buries the view"))
  "An alist of the keys of every view, and what they do.")

(defun svvs-help ()
  "Describe the view of this buffer, its actions and its keys."
  (interactive nil svvs-view-mode)
  (let* ((screen (svvs-page-screen))
         (actions (mapcar (lambda (action)
                            (cons (concat (svvs-page-key-text (string (or (svvs-page-key-of action) ?\s)))
                                          "  " (gethash "title" action))
                                  (string-trim (concat (gethash "description" action) "  "
                                                       (svvs-screen-arguments action)))))
                          (svvs-screen-offered screen)))
         (parts (mapcar (lambda (part)
                          (cons (propertize (gethash "title" part) 'face 'svvs-label) (gethash "description" part "")))
                        (svvs-screen-visible (svvs-screen-list screen 'parts)))))
    (with-help-window (help-buffer)
      (with-current-buffer standard-output
        (setq word-wrap t)
        (insert (propertize (gethash "title" screen) 'face 'svvs-title) "\n" (gethash "description" screen "") "\n\n"
                "In a field, type a letter as C-c and Control with that letter.\n\n")
        (svvs-help--list actions)
        (svvs-help--list (mapcar (lambda (entry) (cons (svvs-page-key-text (car entry)) (cdr entry))) svvs-help--keys))
        (svvs-help--list parts)))))

(defun svvs-help--list (entries)
  "Insert ENTRIES, an alist of terms and their descriptions."
  (pcase-dolist (`(,term . ,meaning) entries)
    (insert (propertize (concat (string-pad term 24) " " meaning)
                        'wrap-prefix (make-string 25 ?\s))
            "\n"))
  (insert "\n"))

(provide 'svvs)
;;; svvs.el ends here
