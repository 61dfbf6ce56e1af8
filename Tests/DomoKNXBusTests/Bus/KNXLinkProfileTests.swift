import DomoEngine
import DomoKNX
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

    @Test func elementsWithTheSameAddressesAreOneThing() {
        let profile = profile(light("A"), light("B"), light("C", "1/0/2"), light("D", state: "1/4/2"))
        let bindings = ["A", "B", "C", "D"].map { profile.binding(of: target($0, .binary)) }
        #expect(bindings[0] != nil && bindings[0] == bindings[1])
        #expect(bindings[0] != bindings[2] && bindings[0] != bindings[3])
    }

    /// A changed address of it is noticed at a reload.
    @Test func elementOfWhichOneFacetIsNotBoundHasABindingOfItsOwn() {
        let profile = profile(light("A"), light("B"))
        let (one, other) = (
            profile.binding(of: target("A", .binary, .value)), profile.binding(of: target("B", .binary, .value))
        )
        #expect(one != nil && other != nil && one != other)
        #expect(profile.binding(of: target("E", .binary)) == nil)
    }

    @Test func readCostsATelegramAndItsAnswerForEachAddress() {
        var cover = KNXFacet(
            FacetName(path: "A", type: .bidirectional),
            command: groupAddress("2/0/1"),
            type: type(1, 8),
            motion: KNXMotion(direction: groupAddress("2/4/1"))
        )
        let profile = profile(light("A"), cover)
        #expect(profile.cost(ofReading: target("A", .binary, .bidirectional)) == 4)
        #expect(profile.cost(ofReading: target("A", .binary)) == 2)
        cover.read = .never
        #expect(self.profile(light("A"), cover).cost(ofReading: target("A", .binary, .bidirectional)) == 2)
    }

    @Test func readsTakeHalfOfTheBus() {
        #expect(profile(light("A")).endpoints.map(\.readShare) == [0.5])
    }

    @Test func whatHasNoAddressIsNotConnected() {
        let profile = profile(light("A"))
        #expect(profile.endpoint(of: target("A", .binary)) == 0)
        #expect(profile.endpoint(of: target("B", .binary)) == nil)
    }
}
