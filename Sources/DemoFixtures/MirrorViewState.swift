import SVVS

/// A text field and a label that repeats it.
@MainActor @ViewState("mirror", title: "Mirror")
final class MirrorViewState {
  /// The text of the field.
  var text = ""
  /// The text of the label.
  var label: String { text }
}
