import NIOHTTP1

/// The headers of every response.
struct SecurityHeaders {
  let all: HTTPHeaders

  /// - Parameter host: The address in the URL of the page.
  init(host: String) {
    let policy = [
      "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self' ws://\(host)",
      "img-src 'self' data:", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
      // A text can only become part of the page as text.
      "require-trusted-types-for 'script'", "trusted-types 'none'",
    ]
    all = [
      "Content-Security-Policy": policy.joined(separator: "; "),
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
      "Cache-Control": "no-store",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Resource-Policy": "same-origin",
      "Cross-Origin-Embedder-Policy": "require-corp",
      "X-Frame-Options": "DENY",
    ]
  }
}
