// swift-tools-version: 6.2
import PackageDescription

// Declarations belong to the main actor, unless they are marked `nonisolated`.
let settings: [SwiftSetting] = [.defaultIsolation(MainActor.self)]

let package = Package(
  name: "ListApp",
  platforms: [.macOS(.v26)],
  // Web is for the subcommand `web`. The demo app also uses HTTP and Postgres.
  dependencies: [.package(name: "svvs", path: "../svvs", traits: ["Web"])],
  targets: [
    .executableTarget(
      name: "ListApp",
      dependencies: [.product(name: "SVVS", package: "svvs"), .product(name: "StateServerCommand", package: "svvs")],
      swiftSettings: settings),
    .testTarget(
      name: "ListAppTests", dependencies: ["ListApp", .product(name: "SVVSTesting", package: "svvs")],
      swiftSettings: settings),
  ])
