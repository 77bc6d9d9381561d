// swift-tools-version: 6.2

// Fuzzes svvs. The rooms are built anew from their sources, with the coverage that guides the fuzzer:
// what a package depends on cannot be compiled in another way than it says itself.

import CompilerPluginSupport
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .treatAllWarnings(as: .error),
]
let fuzzed = settings + [.unsafeFlags(["-sanitize=fuzzer,address"])]

func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, path: "Rooms/\(name)", swiftSettings: fuzzed)
}

func fuzzTarget(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: "fuzz-\(name)", dependencies: dependencies + ["Support"], path: "Targets/\(name)",
    swiftSettings: fuzzed + [.unsafeFlags(["-parse-as-library"])],
    linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address"])])
}

let package = Package(
  name: "fuzzing",
  platforms: [.macOS(.v26)],
  targets: [
    .systemLibrary(name: "CJansson", path: "Rooms/CJansson", pkgConfig: "jansson"),
    room("JSON", ["CJansson"]),
    room("JSONRPC", ["JSON"]),
    .target(name: "Support", dependencies: ["JSON"], path: "Support", swiftSettings: fuzzed),
    fuzzTarget("json", ["JSON"]),
    fuzzTarget("framing", ["JSONRPC"]),
    fuzzTarget("request", ["JSON", "JSONRPC"]),
  ],
  swiftLanguageModes: [.v6]
)

// A session needs macros, and they need swift-syntax, which takes minutes to build.
if Context.environment["SVVS_FUZZ_SESSION"] != nil {
  package.dependencies = [
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
  ]
  let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
  package.targets += [
    .target(name: "CLoop", path: "Rooms/CLoop"),
    .macro(
      name: "SVVSMacros",
      dependencies: [
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
      ],
      path: "Rooms/SVVSMacros", swiftSettings: settings),
    room("SVVS", ["JSON", "SVVSMacros", logging]),
    room("MainLoop", ["CLoop"]),
    room("StateServer", ["JSON", "JSONRPC", "MainLoop", "SVVS", logging]),
    fuzzTarget("session", ["CLoop", "JSON", "JSONRPC", "MainLoop", "StateServer", "SVVS", logging]),
  ]
}
