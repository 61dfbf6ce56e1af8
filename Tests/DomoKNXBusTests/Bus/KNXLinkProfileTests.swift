import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoModel
import Testing

@testable import DomoKNXBus

struct KNXLinkProfileTests {
    private func target(_ path: String, _ types: FacetType...) -> Target {
        Target(name: path, path: path, types: FacetTypes(types) ?? FacetTypes())
    }

    private func profile(_ facets: KNXFacet...) -> KNXLinkProfile {
        KNXLinkProfile(label: "knx://test", bindings: KNXBindings(facets: facets))
    }

    private func light(_ path: String, _ command: String = "1/0/1", state: String = "1/4/1") -> KNXFacet {
        KNXFacet(
            FacetName(path: path, type: .binary),
            command: groupAddress(command),
            states: [groupAddress(state)],
            type: type(1, 1)
        )
    }

    @Test func elementsWithTheSameAddressesHaveTheSameBinding() {
        let profile = profile(light("A"), light("B"), light("C", "1/0/2"), light("D", state: "1/4/2"))
        let bindings = ["A", "B", "C", "D"].map { profile.binding(of: target($0, .binary)) }
        #expect(bindings[0] != nil && bindings[0] == bindings[1])
        #expect(bindings[0] != bindings[2] && bindings[0] != bindings[3])
    }

    /// A reload has to notice when the facet is bound.
    @Test func elementWithAnUnboundFacetHasItsOwnBinding() {
        let profile = profile(light("A"), light("B"))
        let (one, other) = (
            profile.binding(of: target("A", .binary, .value)), profile.binding(of: target("B", .binary, .value))
        )
        #expect(one != nil && other != nil && one != other)
        #expect(profile.binding(of: target("E", .binary)) == nil)
    }

    /// A state has one name, however it was ordered.
    @Test(
        arguments: [
            (.text("21.5 °C"), "T", .number(21.5)), (.number(21.31), "T", .number(21.31)),
            (.text("warm"), "T", .text("warm")),
            (.number(1), "M", .text("confort")), (.text("comfort"), "M", .text("confort")),
            (.text("CONFORT"), "M", .text("confort")), (.number(2), "M", .text("standby")),
        ] as [(Value, String, Value)]
    )
    func canonicalValueIsTheOneTheBusReports(value: Value, path: String, expected: Value) {
        let temperature = KNXFacet(
            FacetName(path: "T", type: .value),
            command: groupAddress("3/0/1"),
            states: [groupAddress("3/0/2")],
            type: type(9, 1)
        )
        let mode = KNXFacet(
            FacetName(path: "M", type: .value),
            command: groupAddress("3/1/1"),
            states: [groupAddress("3/1/2")],
            type: type(20, 102),
            words: [KNXWord(value: "confort", raw: 1)]
        )
        #expect(profile(temperature, mode).canonical(value, of: target(path, .value)) == expected)
    }

    @Test func readCostsOneTelegramPerAddress() {
        var cover = KNXFacet(
            FacetName(path: "A", type: .bidirectional),
            command: groupAddress("2/0/1"),
            type: type(1, 8),
            motion: KNXMotion(direction: groupAddress("2/4/1"))
        )
        let profile = profile(light("A"), cover)
        #expect(profile.cost(ofReading: target("A", .binary, .bidirectional)) == 2)
        #expect(profile.cost(ofReading: target("A", .binary)) == 1)
        cover.read = .never
        #expect(self.profile(light("A"), cover).cost(ofReading: target("A", .binary, .bidirectional)) == 1)
    }

    /// Including their answers; a TP1 line carries 50 telegrams per second.
    @Test(arguments: [(10, 6.25), (20, 12.5), (50, 12.5), (10_000, 2500)])
    func readsTakeHalfOfTheBus(rate: Int, reads: Double) throws {
        #expect(KNXLinkProfile(label: "knx://test", bindings: KNXBindings()).missingBinding == .groupAddress)
        let profile = KNXLinkProfile(
            label: "knx://bus",
            bindings: KNXBindings(facets: [light("A")]),
            pace: Pace(perSecond: Double(rate), burst: rate)
        )
        let endpoint = try #require(profile.endpoints.first)
        #expect(try #require(endpoint.readShare) * Double(rate) == reads)
        #expect(try #require(profile.reading).perSecond >= Int(reads))
    }

    @Test func elementWithoutAddressHasNoEndpoint() {
        let profile = profile(light("A"))
        #expect(profile.endpoint(of: target("A", .binary)) == 0)
        #expect(profile.endpoint(of: target("B", .binary)) == nil)
    }
}
