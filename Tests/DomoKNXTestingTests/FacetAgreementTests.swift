import DomoEngine
import DomoKNX
import DomoKNXBus
import DomoKNXHouse
import DomoModel
import Testing

@testable import DomoKNXTesting

struct FacetAgreementTests {
    private static func facet(
        _ type: FacetType,
        _ main: UInt16,
        _ sub: UInt16,
        isInverted: Bool = false
    ) throws -> KNXFacet {
        let datapoint = try #require(DatapointType(main: main, sub: sub))
        return KNXFacet(FacetName(path: "Casa/X", type: type), type: datapoint, isInverted: isInverted)
    }

    @Test func bitsAreSwitchesAndDirections() throws {
        let relay = try Self.facet(.binary, 1, 1)
        #expect(relay.agrees(.on, with: .bits(1)) && !relay.agrees(.on, with: .bits(0)))
        let inverted = try Self.facet(.binary, 1, 1, isInverted: true)
        #expect(inverted.agrees(.on, with: .bits(0)) && !inverted.agrees(.off, with: .bits(0)))
        let cover = try Self.facet(.bidirectional, 1, 8)
        #expect(cover.agrees(.down, with: .bits(1)) && !cover.agrees(.stop, with: .bits(1)))
        #expect(!relay.agrees(.on, with: .octets([1])))
    }

    @Test func onlyTheEndsAre0And100Percent() throws {
        let level = try Self.facet(.regulable, 5, 1)
        for (percent, octet) in [(0, 0), (1, 1), (40, 102), (99, 254), (100, 255)] as [(Int, UInt8)] {
            #expect(level.agrees(.level(Percent(clamping: percent)), with: .octets([octet])))
        }
        #expect(!level.agrees(.level(Percent(clamping: 0)), with: .octets([1])))
        #expect(!level.agrees(.level(Percent(clamping: 100)), with: .octets([254])))
        #expect(!level.agrees(.level(Percent(clamping: 45)), with: .octets([102])))
        let inverted = try Self.facet(.regulable, 5, 1, isInverted: true)
        #expect(inverted.agrees(.level(Percent(clamping: 100)), with: .octets([0])))
    }

    @Test func valuesAgreeByDataAndByWords() throws {
        let warmth = try Self.facet(.value, 9, 1)
        #expect(warmth.agrees(.number(21.5), with: .octets([0x0C, 0x33])))
        #expect(!warmth.agrees(.number(22), with: .octets([0x0C, 0x33])))
        var mode = try Self.facet(.value, 20, 102)
        mode.words = [KNXWord(value: "confort", raw: 1)]
        #expect(mode.agrees(.text("confort"), with: .octets([1])) && !mode.agrees(.text("confort"), with: .octets([2])))
    }
}
