import Testing

@testable import SystemSupport

struct DescriptorLimitTests {
  @Test(
    arguments: [
      (soft: 1024, hard: 4096, connections: 1000, raised: 2096, fitting: 1000),
      (soft: 1024, hard: 4096, connections: 100, raised: 1024, fitting: 100),
      (soft: 1024, hard: 4096, connections: 10_000, raised: 4096, fitting: 2000),
      (soft: 1024, hard: 1024, connections: 1024, raised: 1024, fitting: 464),
      (soft: 256, hard: 256, connections: 1024, raised: 256, fitting: 104),
      (soft: 64, hard: 64, connections: 100, raised: 64, fitting: 8),
      (soft: 20, hard: 20, connections: 100, raised: 20, fitting: 0),
      (soft: 1024, hard: 4096, connections: 0, raised: 1024, fitting: 0),
      (soft: 1024, hard: 4096, connections: .max, raised: 4096, fitting: 2000),
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
    #expect(DescriptorLimit.fitting(.max, in: limit) == (.max - DescriptorLimit.kept(of: .max)) / 2)
  }

  @Test func theProcessGetsTheRequestedDescriptors() {
    #expect(DescriptorLimit.raise(forConnections: 10) == 10)
  }
}
