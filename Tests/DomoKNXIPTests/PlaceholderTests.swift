import Testing

@testable import DomoKNXIP

struct PlaceholderTests {
    @Test func moduleBuilds() {}
}
