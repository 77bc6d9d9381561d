// swift-tools-version: 6.2

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

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let webNIO = ["NIOCore", "NIOHTTP1", "NIOPosix", "NIOWebSocket"].map {
  Target.Dependency.product(name: $0, package: "swift-nio", condition: .when(traits: ["Web"]))
}
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let compilerPlugin = Target.Dependency.product(name: "SwiftCompilerPlugin", package: "swift-syntax")
let syntaxMacros = Target.Dependency.product(name: "SwiftSyntaxMacros", package: "swift-syntax")
let swiftParser = Target.Dependency.product(name: "SwiftParser", package: "swift-syntax")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

let package = Package(
  name: "svvs",
  platforms: [.macOS(.v26)],
  products: [
    .library(name: "SVVS", targets: ["SVVS"]),
    .library(name: "StateProtocol", targets: ["StateProtocol"]),
    .library(name: "StateServer", targets: ["StateServer"]),
    .library(name: "StateServerCommand", targets: ["StateServerCommand"]),
    .library(name: "SVVSPersistence", targets: ["SVVSPersistence"]),
    .library(name: "SVVSPostgres", targets: ["SVVSPostgres"]),
    .library(name: "SVVSTesting", targets: ["SVVSTesting"]),
    .executable(name: "svvs", targets: ["svvs"]),
  ],
  traits: [
    .trait(name: "HTTP", description: "The shipped app can use an HTTP backend (svvs serve --api URL)."),
    .trait(name: "Web", description: "The command of an app can show the app in a browser (web)."),
    .trait(name: "Postgres", description: "The shipped app can keep its data in PostgreSQL."),
    .default(enabledTraits: ["HTTP", "Postgres", "Web"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
  ],
  targets: [
    .systemLibrary(
      name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"]), .brew(["jansson"])]),
    .systemLibrary(
      name: "CCrypt", pkgConfig: "libcrypt", providers: [.apt(["libcrypt-dev"]), .brew(["libxcrypt"])]),
    .target(name: "CCrash"),
    .target(name: "CCurl"),
    .target(name: "CLibrary"),
    .target(name: "CSupport"),
    .target(name: "CPostgres"),
    .target(name: "CWebAssets"),
    .target(name: "ProtocolNames", swiftSettings: settings),
    .target(name: "MacroMessages", swiftSettings: settings),
    .macro(
      name: "SVVSMacros", dependencies: ["MacroMessages", "ProtocolNames", compilerPlugin, swiftParser, syntaxMacros],
      swiftSettings: settings),
    .target(name: "JSON", dependencies: ["CJansson", "CSupport", "SVVSMacros"], swiftSettings: settings),
    .target(name: "StateProtocol", dependencies: ["JSON", "ProtocolNames"], swiftSettings: settings),
    .target(name: "SVVS", dependencies: ["JSON", "SVVSMacros", logging], swiftSettings: settings),
    .target(name: "SystemSupport", dependencies: ["CSupport", system], swiftSettings: settings),
    .target(
      name: "SVVSPersistence", dependencies: ["JSON", "SVVS", "SystemSupport", grdb, logging],
      swiftSettings: settings),
    .target(
      name: "SVVSPostgres", dependencies: ["CLibrary", "CPostgres", "SVVSPersistence", "SystemSupport", logging],
      swiftSettings: settings),
    .target(name: "MainLoop", dependencies: ["CCrash", "SystemSupport"], swiftSettings: settings),
    .target(name: "LocalSocket", dependencies: ["SystemSupport"], swiftSettings: settings),
    .target(
      name: "StateServer",
      dependencies: [
        "CCrash", "JSON", "LocalSocket", "MainLoop", "ProtocolNames", "StateProtocol", "SVVS",
        "SystemSupport", logging,
      ],
      swiftSettings: settings),
    .target(
      name: "StateServerWeb", dependencies: ["CWebAssets", "JSON", "LocalSocket", "SystemSupport"] + webNIO,
      swiftSettings: settings),
    .target(
      name: "StateServerCommand",
      dependencies: [
        "CCrash", "JSON", "LocalSocket", "MainLoop", "StateProtocol", "StateServer", "SystemSupport",
        .target(name: "StateServerWeb", condition: .when(traits: ["Web"])), argumentParser, logging,
      ],
      swiftSettings: settings),
    .target(
      name: "SVVSTesting", dependencies: ["JSON", "MainLoop", "StateProtocol", "StateServer", "SVVS"],
      swiftSettings: settings),
    .target(
      name: "DemoApp", dependencies: ["CCrypt", "StateServer", "SVVS", "SVVSPersistence"],
      swiftSettings: settings),
    .target(
      name: "DemoFixtures", dependencies: ["DemoApp", "StateServer", "SVVS", "SVVSPersistence"],
      swiftSettings: settings),
    .target(
      name: "DemoHTTP",
      dependencies: ["CCurl", "CLibrary", "DemoApp", "JSON", "SVVS", "SVVSPersistence", "SystemSupport", logging],
      swiftSettings: settings),
    .executableTarget(
      name: "svvs",
      dependencies: [
        "DemoApp", "DemoFixtures", "JSON", "StateServer", "StateServerCommand", "SVVSPersistence", "SystemSupport",
        .target(name: "DemoHTTP", condition: .when(traits: ["HTTP"])),
        .target(name: "SVVSPostgres", condition: .when(traits: ["Postgres"])), argumentParser,
      ],
      swiftSettings: settings),

    .executableTarget(
      name: "ListApp", dependencies: ["StateServerCommand", "SVVS"],
      path: "Tests/Contract/Examples/ListApp/Sources/ListApp",
      swiftSettings: settings + [.defaultIsolation(MainActor.self)]),
    .executableTarget(
      name: "NotesApp", dependencies: ["StateServerCommand", "SVVS", "SVVSPersistence", "SVVSPostgres"],
      path: "Tests/Contract/Examples/NotesApp", swiftSettings: settings),
    .testTarget(
      name: "ArticleExamples",
      dependencies: ["StateProtocol", "StateServer", "SVVS", "SVVSTesting"],
      path: "Tests/Contract/Examples/Products", swiftSettings: settings),
    .executableTarget(
      name: "AuthoringExample", dependencies: ["StateServerCommand", "SVVS"],
      path: "Tests/Contract/Examples/AuthoringExample",
      swiftSettings: settings),
    .executableTarget(
      name: "MistakenApp", dependencies: ["StateServerCommand", "SVVS"], path: "Tests/Server/MistakenApp",
      swiftSettings: settings),
    .executableTarget(
      name: "PerformanceApp", dependencies: ["StateServerCommand", "SVVS"], path: "Tests/Tools/Performance/App",
      swiftSettings: settings),
    .executableTarget(
      name: "JSONThroughput", dependencies: ["JSON"], path: "Tests/Tools/Performance/Documents", swiftSettings: settings
    ),
    .target(
      name: "TestSupport", dependencies: ["SystemSupport"], path: "Tests/Units/TestSupport", swiftSettings: settings),
    .target(
      name: "FuzzChecks", dependencies: ["JSON", "StateProtocol"], path: "Tests/Tools/Fuzzing/Checks",
      swiftSettings: settings),
    .testTarget(name: "FuzzingTests", dependencies: ["FuzzChecks"], swiftSettings: settings),
    .testTarget(name: "JSONTests", dependencies: ["JSON", "TestSupport"], swiftSettings: settings),
    // The tests run the compiler with the plugin. A test that depended on the plugin, or on swift-syntax, would have
    // swift-syntax compiled a second time: for the programs, not only for the compiler.
    .testTarget(name: "MacroExpansionTests", dependencies: ["MacroMessages", "SVVS"], swiftSettings: settings),
    .testTarget(name: "StateProtocolTests", dependencies: ["JSON", "StateProtocol"], swiftSettings: settings),
    .testTarget(
      name: "StateServerCommandTests",
      dependencies: ["JSON", "StateProtocol", "StateServer", "StateServerCommand", "SVVS", "TestSupport", "svvs"],
      swiftSettings: settings),
    .testTarget(
      name: "StateServerWebTests",
      dependencies: ["LocalSocket", "StateServerWeb", "SystemSupport", "TestSupport"] + webNIO, swiftSettings: settings),
    .testTarget(
      name: "SystemSupportTests", dependencies: ["SystemSupport", "TestSupport"], swiftSettings: settings),
    .testTarget(name: "SVVSTests", dependencies: ["JSON", "SVVS", "SVVSTesting"], swiftSettings: settings),
    .testTarget(
      name: "SVVSPersistenceTests", dependencies: ["SVVS", "SVVSPersistence", "TestSupport", grdb],
      swiftSettings: settings),
    .testTarget(
      name: "SVVSPostgresTests", dependencies: ["SVVSPersistence", "SVVSPostgres", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "LocalSocketTests", dependencies: ["LocalSocket", "SystemSupport", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "MainLoopTests", dependencies: ["MainLoop", "SystemSupport", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "StateServerTests",
      dependencies: [
        "JSON", "ProtocolNames", "StateProtocol", "StateServer", "SVVS", "SVVSTesting", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "DemoAppTests",
      dependencies: [
        "DemoApp", "DemoFixtures", "JSON", "StateProtocol", "StateServer", "SVVSPersistence", "SVVSTesting",
        "TestSupport", grdb,
      ],
      swiftSettings: settings),
    .testTarget(
      name: "DemoHTTPTests", dependencies: ["DemoApp", "DemoHTTP", "SystemSupport", "TestSupport"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

// Except for the examples of the articles, the test targets are in a directory of their own.
for target in package.targets where target.type == .test && target.path == nil {
  target.path = "Tests/Units/\(target.name)"
}
