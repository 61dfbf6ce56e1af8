import Testing

@testable import DomoKNXBus

struct PlaceholderTests {
    @Test func moduleBuilds() {}
}
