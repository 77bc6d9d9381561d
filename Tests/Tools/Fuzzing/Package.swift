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

// Only a session needs macros, and they need swift-syntax, which takes minutes to build.
let hasMacros = Context.environment["SVVS_FUZZ_SESSION"] != nil

func room(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [], sources: [String]? = nil,
  settings: [SwiftSetting] = fuzzed
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Rooms/\(name)", exclude: exclude, sources: sources,
    swiftSettings: settings)
}

func fuzzTarget(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .executableTarget(
    name: "fuzz-\(name)", dependencies: dependencies + ["FuzzChecks", "LibFuzzer"], path: "Targets/\(name)",
    swiftSettings: fuzzed + [.unsafeFlags(["-parse-as-library"])],
    linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address"])])
}

let package = Package(
  name: "fuzzing",
  platforms: [.macOS(.v26)],
  targets: [
    .systemLibrary(name: "CJansson", path: "Rooms/CJansson", pkgConfig: "jansson"),
    .target(name: "CSupport", path: "Rooms/CSupport"),
    room(
      "JSON", ["CJansson", "CSupport"] + (hasMacros ? ["SVVSMacros"] : []),
      exclude: hasMacros ? [] : ["JSONCodableMacro.swift"]),
    // Without macros, only the framing can be built.
    room(
      "StateProtocol", ["JSON"] + (hasMacros ? ["ProtocolNames"] : []), sources: hasMacros ? nil : ["Framing"]),
    .target(name: "FuzzChecks", dependencies: ["JSON", "StateProtocol"], path: "Checks", swiftSettings: fuzzed),
    .target(name: "LibFuzzer", dependencies: ["FuzzChecks"], path: "LibFuzzer", swiftSettings: fuzzed),
    fuzzTarget("json"),
    fuzzTarget("framing"),
    fuzzTarget("request"),
  ],
  swiftLanguageModes: [.v6]
)

if hasMacros {
  package.dependencies = [
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
  ]
  let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
  func syntax(_ names: String...) -> [Target.Dependency] { names.map { .product(name: $0, package: "swift-syntax") } }
  package.targets += [
    // The modules of the plugin run in the compiler, and are not fuzzed.
    room("ProtocolNames", settings: settings),
    room("MacroMessages", settings: settings),
    .macro(
      name: "SVVSMacros",
      dependencies: ["MacroMessages", "ProtocolNames"]
        + syntax("SwiftCompilerPlugin", "SwiftParser", "SwiftSyntaxMacros"),
      path: "Rooms/SVVSMacros", swiftSettings: settings),
    room("SVVS", ["JSON", "SVVSMacros", logging]),
    room("SystemSupport", ["CSupport", .product(name: "SystemPackage", package: "swift-system")]),
    .target(name: "CCrash", path: "Rooms/CCrash"),
    room("MainLoop", ["CCrash", "SystemSupport"]),
    room("LocalSocket", ["SystemSupport"]),
    room(
      "StateServer",
      [
        "CCrash", "JSON", "LocalSocket", "MainLoop", "ProtocolNames", "StateProtocol", "SVVS", "SystemSupport", logging,
      ]),
    fuzzTarget("session", ["CSupport", "JSON", "MainLoop", "StateProtocol", "StateServer", "SVVS", logging]),
  ]
}
