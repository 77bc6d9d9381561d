import Foundation
import NIOCore
import Testing

@testable import StateServerWeb

private let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent()

/// The files of a directory that belong to the page, with their paths in URLs.
private func files(in directory: String, under prefix: String) throws -> [String: URL] {
  let all = try FileManager.default.contentsOfDirectory(
    at: repository.appending(path: directory), includingPropertiesForKeys: nil)
  let own = all.filter { ["html", "css", "js", "svg"].contains($0.pathExtension) }
  return Dictionary(
    uniqueKeysWithValues: own.map { file in
      let name = file.lastPathComponent
      return (name == "index.html" ? prefix : prefix + name, file)
    })
}

@Test func theProgramContainsTheFilesOfThePage() throws {
  let page = try files(in: "clients/web", under: "/")
  let client = try files(in: "clients/javascript/src", under: "/svvs/")
  let expected = page.merging(client) { one, _ in one }
  #expect(Set(Asset.named.keys) == Set(expected.keys))
  for (path, file) in expected {
    let asset = try #require(Asset.named[path])
    #expect(try Data(asset.content.readableBytesView) == Data(contentsOf: file), "\(path)")
  }
}

@Test func eachFileHasTheTypeThatABrowserNeeds() {
  #expect(Asset.named["/"]?.type == "text/html; charset=utf-8")
  #expect(Asset.named["/style.css"]?.type == "text/css; charset=utf-8")
  #expect(Asset.named["/main.js"]?.type == "text/javascript; charset=utf-8")
}
