import Testing

@testable import DomoImport

struct PlaceholderTests {
    @Test func moduleBuilds() {}
}
