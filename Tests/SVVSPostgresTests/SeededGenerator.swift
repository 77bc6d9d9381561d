import Foundation

/// Random numbers that are the same for the same seed, which `SVVS_SEED` says; SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
  private static let seed = ProcessInfo.processInfo.environment["SVVS_SEED"].flatMap { UInt64($0) } ?? 20_220_714

  private var state: UInt64

  /// - Parameter number: Tells those apart that draw at the same time.
  init(_ number: Int) {
    state = SeededGenerator.seed &+ UInt64(bitPattern: Int64(number)) &* 0x1234_5678_9ABC_DEF1
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
