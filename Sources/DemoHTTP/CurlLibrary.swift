import CCurl
import CLibrary

/// libcurl, which is loaded on first use.
enum CurlLibrary {
  /// The reason why libcurl cannot be used.
  struct Failure: Error, CustomStringConvertible {
    /// The rest of the sentence.
    let predicate: String

    var description: String { "libcurl, the library for HTTP, \(predicate)." }
  }

  /// Loads the library, and returns its functions, which are valid as long as the process.
  static func load(
    anyOf names: [String] = ["libcurl.so.4", "libcurl.4.dylib"]
  ) throws(Failure) -> UnsafePointer<svvs_curl> {
    guard let library = names.lazy.compactMap({ svvs_load_library($0) }).first else {
      throw Failure(predicate: "is not installed: apt-get install libcurl4")
    }
    let curl = UnsafeMutablePointer<svvs_curl>.allocate(capacity: 1)
    if let missing = svvs_curl_find(library, curl) {
      curl.deallocate()
      throw Failure(predicate: "is too old: it has no \(String(cString: missing))")
    }
    _ = curl.pointee.global_init(Int(CURL_GLOBAL_DEFAULT))
    return UnsafePointer(curl)
  }
}
