import SVVS

/// One readable property as one subscription knows it.
struct ShownProperty {
  /// What it has read, to be notified of changes.
  var reading = Reading()
  /// What it showed when it was last read.
  var content = PropertyContent.text(EncodedText())
  /// Whether it may have changed since.
  var isDirty = false
}
