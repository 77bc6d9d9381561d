#if HTTP
  import DemoApp
  import Testing

  @testable import DemoHTTP

  struct RequestCountTests {
    @Test func oneRequestTooManyIsRefusedUntilAnotherEnds() throws {
      let count = RequestCount(atMost: 2)
      try count.begin()
      try count.begin()
      #expect(throws: RepositoryError.tooManyRequests) { try count.begin() }
      count.end()
      try count.begin()
      #expect(throws: RepositoryError.tooManyRequests) { try count.begin() }
    }
  }
#endif
