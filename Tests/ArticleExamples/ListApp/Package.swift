// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "ListApp",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "svvs", path: "../svvs", traits: [])],
  targets: [
    .executableTarget(
      name: "ListApp",
      dependencies: [.product(name: "SVVS", package: "svvs"), .product(name: "StateServerCommand", package: "svvs")]),
    .testTarget(name: "ListAppTests", dependencies: ["ListApp", .product(name: "SVVSTesting", package: "svvs")]),
  ])
