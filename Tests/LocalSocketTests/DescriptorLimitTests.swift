import Foundation
import Testing

@testable import LocalSocket

struct DescriptorLimitTests {
  @Test(
    arguments: [
      (soft: 1024, hard: 4096, connections: 1000, raised: 1048, fitting: 1000),
      (soft: 1024, hard: 4096, connections: 100, raised: 1024, fitting: 100),
      (soft: 1024, hard: 4096, connections: 10_000, raised: 4096, fitting: 4048),
      (soft: 64, hard: 64, connections: 100, raised: 64, fitting: 16),
      (soft: 20, hard: 20, connections: 100, raised: 20, fitting: 0),
      (soft: 1024, hard: 4096, connections: 0, raised: 1024, fitting: 0),
    ] as [(soft: rlim_t, hard: rlim_t, connections: Int, raised: rlim_t, fitting: Int)])
  func itIsRaisedAsFarAsNeededAndAllowed(
    _ soft: rlim_t, _ hard: rlim_t, _ connections: Int, _ raised: rlim_t, _ fitting: Int
  ) {
    var limit = rlimit(rlim_cur: soft, rlim_max: hard)
    limit.rlim_cur = DescriptorLimit.raised(limit, forConnections: connections)
    #expect(limit.rlim_cur == raised)
    #expect(DescriptorLimit.fitting(connections, in: limit) == fitting)
  }

  @Test func aLimitWithoutEndStaysOne() {
    let limit = rlimit(rlim_cur: .max, rlim_max: .max)
    #expect(DescriptorLimit.raised(limit, forConnections: 1000) == .max)
    #expect(DescriptorLimit.fitting(.max, in: limit) == .max - DescriptorLimit.kept)
  }

  @Test func theProcessGetsWhatItAsksFor() {
    #expect(DescriptorLimit.raise(forConnections: 10) == 10)
  }
}
