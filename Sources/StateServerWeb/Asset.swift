import CWebAssets
import NIOCore

/// A file of the page.
struct Asset: Hashable {
  /// The files, by the path in their URL. There are no others: nothing is read from the disk.
  static let named: [String: Asset] = {
    var found: [String: Asset] = [:]
    while let file = svvs_asset_at(found.count)?.pointee {
      let path = String(cString: file.path)
      found[path] = Asset(path: path, bytes: UnsafeBufferPointer(start: file.bytes, count: file.count))
    }
    return found
  }()

  let path: String
  let content: ByteBuffer

  private init(path: String, bytes: UnsafeBufferPointer<UInt8>) {
    self.path = path
    content = ByteBuffer(bytes: bytes)
  }

  /// The type of the content. With the header `nosniff`, a browser ignores a script or a style sheet of another type.
  var type: String {
    switch path.split(separator: ".").last {
    case "js": "text/javascript; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    default: "text/html; charset=utf-8"
    }
  }
}
