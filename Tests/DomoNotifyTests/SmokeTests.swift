import DomoTestKit
import Testing

@testable import DomoNotify

@Test func nothing() {}
