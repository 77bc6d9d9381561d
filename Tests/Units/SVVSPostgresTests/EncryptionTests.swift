import Foundation
import SVVSPersistence
import Testing

@testable import SVVSPostgres

/// Connections with each `sslmode`.
@Suite(.timeLimit(.minutes(1)))
struct EncryptionTests {
  @Test func aServerWithoutEncryptionIsRefusedWhereItIsRequired() throws {
    let address = try TestServer.address { $0.queryItems = [URLQueryItem(name: "sslmode", value: "require")] }
    let error = try #require(throws: DatabaseError.self) { try Connection.open(address, until: .soon) }
    #expect(error.kind == .failed)
    #expect(error.description.contains("does not support SSL"))
  }

  @Test func aCertificateMustFitWhereItIsChecked() async throws {
    let cluster = try await OwnCluster.start()
    let root = try encrypt(cluster)
    let parts = try #require(URLComponents(string: cluster.url))
    let server = "hostaddr=127.0.0.1 port=\(try #require(parts.port)) user=postgres password=\(parts.password ?? "")"
    let encrypted = { (options: String) throws -> Bool in
      let connection = try Connection.open(try PostgresAddress("\(server) \(options)"), until: .soon)
      let many: SQL = "SELECT repeat('a', x * 100) FROM generate_series(1, 500) x"
      #expect(try connection.run(many, until: .soon).rows.count == 500)
      let query: SQL = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"
      return try #require(try connection.run(query, until: .soon).rows.first).value("ssl")
    }
    #expect(try !encrypted("sslmode=disable"))
    #expect(try encrypted("sslmode=require"))
    #expect(try encrypted("sslmode=verify-ca sslrootcert=\(root)"))
    #expect(try encrypted("sslmode=verify-full sslrootcert=\(root) host=db.example.com"))
    for (options, words) in [
      ("sslmode=verify-full sslrootcert=\(root) host=other.example.com", "does not match host name"),
      ("sslmode=verify-ca sslrootcert=/nonexistent", "root certificate file"),
      ("sslmode=verify-ca sslrootcert=\(try certificate(in: cluster.folder, named: "other").path)", "verify failed"),
    ] {
      let error = try #require(throws: DatabaseError.self) { try encrypted(options) }
      #expect(error.kind == .failed)
      #expect(error.description.contains(words))
      #expect(!error.description.contains("\n"))
    }
  }

  /// Makes a server offer encryption, and returns the path of its certificate.
  private func encrypt(_ cluster: OwnCluster) throws -> String {
    let certificate = try certificate(in: cluster.folder, named: "server")
    let key = certificate.deletingPathExtension().appendingPathExtension("key")
    let connection = try Connection.open(try PostgresAddress(cluster.url), until: .soon)
    for (setting, value) in [("ssl_cert_file", certificate.path), ("ssl_key_file", key.path), ("ssl", "on")] {
      try connection.script("ALTER SYSTEM SET \(setting) = '\(value)'", until: .soon)
    }
    try connection.script("SELECT pg_reload_conf()", until: .soon)
    let deadline = ContinuousClock.Instant.soon
    // A session applies changed settings between two statements.
    while try connection.run("SELECT current_setting('ssl') AS ssl", until: deadline).rows.first?.value("ssl") != "on" {
      try #require(deadline > .now)
    }
    return certificate.path
  }

  /// Creates a self-signed certificate for db.example.com, and its key in the same directory.
  private func certificate(in folder: URL, named name: String) throws -> URL {
    let (certificate, key) = (folder.appending(path: "\(name).crt"), folder.appending(path: "\(name).key"))
    let openssl = Process()
    openssl.executableURL = URL(filePath: "/usr/bin/env")
    openssl.arguments =
      "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2".split(separator: " ").map(
        String.init)
      + ["-subj", "/CN=db.example.com", "-keyout", key.path, "-out", certificate.path]
    openssl.standardError = FileHandle.nullDevice
    try openssl.run()
    openssl.waitUntilExit()
    try #require(openssl.terminationStatus == 0)
    // The server refuses a key that other users may read, and cannot read a key of another user.
    let owner = try #require(try FileManager.default.attributesOfItem(atPath: folder.path)[.ownerAccountID])
    try FileManager.default.setAttributes([.ownerAccountID: owner, .posixPermissions: 0o600], ofItemAtPath: key.path)
    return certificate
  }
}
