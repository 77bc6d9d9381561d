import JSON
import StateProtocol

/// The JSON Schema of the screens of an app. It is the same for all apps.
package struct ScreenSchema {
  /// Creates the schema of screens.
  package init() {}

  /// The document as compact JSON text.
  package var text: [UInt8] {
    var definitions = JSONDefinitions()
    do throws(JSONNameConflict) {
      try definitions.add(ScreensDocument.jsonSchema)
    } catch {
      preconditionFailure("two types of screens have the name \(error.name)")
    }
    var writer = JSONWriter()
    writer.object { writer in
      writer.dialect()
      ScreensDocument.jsonSchema.writeKeywords(to: &writer)
      writer.object("$defs") { $0.definitions(definitions.schemas) }
    }
    return writer.bytes
  }
}
