;;; svvs-draft.el --- What becomes of a text that the user types  -*- lexical-binding: t; -*-

;;; Commentary:

;; The section Texts of schemas/SCREENS.md has the rules.  This file neither reads buffers
;; nor sends requests.  The functions that return a text return the one to send now, if any.

;;; Code:

(require 'cl-lib)

(cl-defstruct (svvs-draft (:constructor svvs-draft-make (part)) (:copier nil))
  "The text of PART.  It outlives the field that shows it, the view and the server."
  part
  (served "" :documentation "The text of the value in the state.")
  (own "" :documentation "The last text of the user that the server has accepted.")
  (over nil :documentation "Whether the state is that of a view that has ended.
What the user types now is typed, even if the state has it.")
  (typed nil :documentation "What the user has typed and not sent, or nil.")
  (sent nil :documentation "The texts that are on their way, the oldest first.")
  (filtering nil :documentation "Whether the oldest of them is a filter that was sent without RET.")
  (orphaned 0 :documentation "How many of the texts on their way were sent to a view that has ended.
They are the first.")
  (kept nil :documentation "The messages beside the field.")
  (doubtful nil :documentation "The typed or kept messages that may have arrived."))

(defun svvs-draft--has-p (draft name)
  "Return whether the part of DRAFT has the member NAME."
  (gethash name (svvs-draft-part draft)))

(defun svvs-draft-shown (draft)
  "Return the text in the field of DRAFT."
  (or (svvs-draft-typed draft) (svvs-draft--untyped draft)))

(defun svvs-draft--untyped (draft)
  "Return the text in the field of DRAFT if the user has typed none."
  (cond ((null (svvs-draft-sent draft)) (svvs-draft-served draft))
        ((svvs-draft-message-p draft) "")
        (t (car (last (svvs-draft-sent draft))))))

(defun svvs-draft-message-p (draft)
  "Return whether each text of DRAFT is a message of its own.
Otherwise, it is the next version of one value."
  (and (svvs-draft--has-p draft "submits")
       (not (svvs-draft--has-p draft "filters"))
       (not (svvs-draft--has-p draft "secret"))))

(defun svvs-draft-ready-p (draft)
  "Return whether RET sends the text of DRAFT.
A key that is pressed twice does not send it twice."
  (let ((typed (svvs-draft-typed draft)) (sent (svvs-draft-sent draft)))
    (or typed (and (svvs-draft--has-p draft "submits")
                   (null (if (svvs-draft-filtering draft) (cdr sent) sent))))))

(defun svvs-draft-unsent (draft)
  "Return the texts of DRAFT that are neither in the state nor on their way.
A secret is left out."
  (unless (svvs-draft--has-p draft "secret")
    (delete "" (append (ensure-list (svvs-draft-typed draft)) (svvs-draft-kept draft) nil))))

(defun svvs-draft-edit (draft text)
  "Note that the user has changed the text of DRAFT to TEXT, or has discarded it."
  (setf (svvs-draft-doubtful draft) (seq-intersection (svvs-draft-doubtful draft) (svvs-draft-kept draft)))
  (svvs-draft--type draft text)
  (svvs-draft--due draft))

(defun svvs-draft-serve (draft text)
  "Note that the state of DRAFT is TEXT now."
  (unless (svvs-draft-over draft)
    (setf (svvs-draft-served draft) text)
    (svvs-draft--type draft (svvs-draft-typed draft))))

(defun svvs-draft-enter (draft)
  "Send the text of DRAFT for the user."
  (when (svvs-draft-ready-p draft)
    (let ((text (svvs-draft-shown draft)))
      (setf (svvs-draft-sent draft) (append (svvs-draft-sent draft) (list text)))
      (svvs-draft-edit draft nil)
      text)))

(defun svvs-draft-end (draft text ending)
  "Note that TEXT of DRAFT is no longer on its way.
ENDING is `set', `called' after the call of the action that it was submitted to,
`refused', or `lost' if the connection has ended during the call, or the call
was cancelled."
  (when-let ((sent (svvs-draft-sent draft))
             (later (member text sent))
             (index (- (length sent) (length later))))
    (when (eq later sent) (setf (svvs-draft-filtering draft) nil))
    (when (and (eq ending 'lost) (svvs-draft-message-p draft) (not (equal text "")))
      (setf (svvs-draft-doubtful draft) (append (svvs-draft-doubtful draft) (list text))))
    (setf (svvs-draft-sent draft) (append (seq-take sent index) (cdr later)))
    (when (and (svvs-draft--has-p draft "secret") (memq ending '(set called)))
      ;; The state does not contain it.
      (setf (svvs-draft-served draft) (if (eq ending 'set) text "")))
    ;; An app may leave a text that was submitted to it.
    (when (and (or (null (cdr later)) (svvs-draft-message-p draft))
               (or (memq ending '(refused lost))
                   (and (eq ending 'called) (equal text (svvs-draft-served draft)) (not (svvs-draft-over draft)))))
      (svvs-draft--give-back draft text (or (eq ending 'lost) (< index (svvs-draft-orphaned draft)))))
    (when (< index (svvs-draft-orphaned draft)) (cl-decf (svvs-draft-orphaned draft)))
    (svvs-draft--type draft (svvs-draft-typed draft))
    (when (memq ending '(set called))
      (setf (svvs-draft-own draft) (svvs-draft-served draft))
      (svvs-draft--due draft))))

(defun svvs-draft-recall (draft)
  "Exchange the text in the field of DRAFT with the first one that is kept."
  (when (svvs-draft-kept draft)
    (let ((shown (svvs-draft-shown draft)))
      (when (and (not (equal shown "")) (or (svvs-draft-typed draft) (equal shown (svvs-draft-own draft))))
        (setf (svvs-draft-kept draft) (append (svvs-draft-kept draft) (list shown)))))
    (svvs-draft--type draft (pop (svvs-draft-kept draft)))))

(defun svvs-draft-close (draft)
  "Note that the view of DRAFT is closed.
A message that only its state has is typed again, and a secret is forgotten."
  (svvs-draft--stop draft (svvs-draft-message-p draft))
  (when (svvs-draft--has-p draft "secret")
    (setf (svvs-draft-typed draft) nil
          (svvs-draft-sent draft) nil)))

(defun svvs-draft-lose (draft)
  "Note that the server of DRAFT has ended.
What it had of the user is typed again, except for a secret."
  (svvs-draft--stop draft (not (svvs-draft--has-p draft "secret"))))

(defun svvs-draft--stop (draft is-given-back)
  "Note that no state of DRAFT counts until the next view is open.
If IS-GIVEN-BACK, what the state has of the user is typed again."
  (setf (svvs-draft-orphaned draft) (length (svvs-draft-sent draft)))
  (when (and is-given-back (null (svvs-draft-typed draft)) (null (svvs-draft-sent draft))
             (equal (svvs-draft-own draft) (svvs-draft-served draft))
             (not (equal (svvs-draft-own draft) "")))
    (setf (svvs-draft-typed draft) (svvs-draft-own draft)))
  (setf (svvs-draft-over draft) t)
  (when (or (svvs-draft--has-p draft "secret") (and (svvs-draft-message-p draft) (svvs-draft-sent draft)))
    ;; The field stays empty until a new view is open.
    (setf (svvs-draft-served draft) "")))

(defun svvs-draft-begin (draft part text)
  "Note that a new view is open, with PART for DRAFT, and TEXT in its state.
It may be one of another server, or of another version of the app."
  (setf (svvs-draft-part draft) part
        (svvs-draft-over draft) nil)
  (svvs-draft-serve draft text)
  (svvs-draft--due draft))

(defun svvs-draft--type (draft text)
  "Set what the user of DRAFT has typed to TEXT, or to nothing if it is nil."
  (when (and (equal text (svvs-draft--untyped draft)) (not (svvs-draft-over draft)))
    (setf (svvs-draft-own draft) text)
    (setq text nil))
  (setf (svvs-draft-typed draft) text))

(defun svvs-draft--give-back (draft text is-kept)
  "Let the user of DRAFT have TEXT again, which was sent.
If IS-KEPT, a message stays beside the field: the next letters, or RET, are
meant for another message."
  (cond ((and (null (svvs-draft-typed draft))
              (or (not is-kept) (not (svvs-draft-message-p draft)) (equal text (svvs-draft-shown draft))))
         (svvs-draft--type draft text))
        ((and (svvs-draft-message-p draft) (not (member text (list "" (svvs-draft-typed draft)))))
         (setf (svvs-draft-kept draft) (append (svvs-draft-kept draft) (list text))))))

(defun svvs-draft--due (draft)
  "Send the text of DRAFT if that is a filter: while the user types, one at a time."
  (when (and (svvs-draft--has-p draft "filters") (svvs-draft-typed draft)
             (null (svvs-draft-sent draft)) (not (svvs-draft-over draft)))
    (setf (svvs-draft-filtering draft) t)
    (svvs-draft-enter draft)))

(provide 'svvs-draft)
;;; svvs-draft.el ends here
