import Foundation
import SVVSPersistence
import Testing

@testable import SVVSPostgres

/// A user of the server, whose connections can be refused, as if the server were gone.
struct Role {
  let name = "role_\(UUID().uuidString.prefix(8).lowercased())"
  let address: String
  private let owner: Connection

  init(_ rights: String = "CREATE ON DATABASE postgres") throws {
    owner = try TestServer.connect()
    try owner.script("CREATE ROLE \(name) LOGIN PASSWORD 'secret'; GRANT \(rights) TO \(name)")
    let given = Dictionary(uniqueKeysWithValues: try TestServer.address().parameters.map { ($0, $1) })
    let other = given.merging(["user": name, "password": "secret", "dbname": "postgres"]) { $1 }
    address = other.map { "\($0)='\($1)'" }.joined(separator: " ")
  }

  /// Ends the connections of the role, and refuses new ones.
  func keepOut() throws {
    try owner.script("ALTER ROLE \(name) CONNECTION LIMIT 0")
    try endConnections()
  }

  func letIn() throws {
    try owner.script("ALTER ROLE \(name) CONNECTION LIMIT -1")
  }

  func endConnections() throws {
    for row in try owner.run("SELECT pid FROM pg_stat_activity WHERE usename = \(name)") {
      try owner.end(try row.value("pid"))
    }
  }
}
