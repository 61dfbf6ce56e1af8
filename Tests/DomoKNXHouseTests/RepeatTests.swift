import DomoKNX
import DomoModel
import Testing

@testable import DomoKNXHouse

/// What may be sent again after it was not confirmed.
struct RepeatTests {
    private static func facet(_ type: String, repeats: Bool? = nil) throws -> KNXFacet {
        KNXFacet(
            FacetName(path: "Casa/X", type: .binary),
            command: try GroupAddress("1/0/1"),
            type: try DatapointType(type),
            repeats: repeats
        )
    }

    @Test(arguments: [
        ("1.001", Payload.bits(1), true), ("1.008", .bits(1), true), ("1.010", .bits(1), true),
        ("1.007", .bits(1), false), ("1.015", .bits(1), false), ("1.016", .bits(1), false), ("1.017", .bits(1), false),
        // The end of dimming, and a step of 25 %.
        ("3.007", .bits(0), true), ("3.007", .bits(8), true), ("3.007", .bits(0b1011), false),
        ("5.001", .octets([80]), true), ("17.001", .octets([3]), false),
        // Calling a scene, and storing it.
        ("18.001", .octets([3]), true), ("18.001", .octets([0x83]), false),
    ])
    func typeDecides(type: String, payload: Payload, mayRepeat: Bool) throws {
        #expect(try Self.facet(type).mayRepeat(payload) == mayRepeat)
    }

    @Test func fileDecidesAgainstTheType() throws {
        #expect(try !Self.facet("1.001", repeats: false).mayRepeat(.bits(1)))
        #expect(try Self.facet("1.017", repeats: true).mayRepeat(.bits(1)))
        #expect(try Self.facet("3.007", repeats: false).mayRepeat(.bits(0)), "a lamp that goes on dimming is worse")
    }

    /// What acts each time is a push button; a state beside it makes it a switch, unless its type is a trigger.
    @Test(arguments: [
        ("1.017", nil, false, true), ("1.016", nil, false, true), ("1.015", nil, false, true),
        ("1.017", nil, true, true),
        ("1.001", false, false, true), ("1.001", false, true, false), ("1.001", nil, false, false),
        ("1.001", true, false, false), ("1.009", false, false, true),
    ])
    func triggersAreButtons(type: String, repeats: Bool?, hasState: Bool, isButton: Bool) throws {
        var facet = try Self.facet(type, repeats: repeats)
        if hasState { facet.states = [try GroupAddress("1/0/2")] }
        #expect(facet.isButton == isButton)
        facet.command = nil
        #expect(!facet.isButton)
    }

    @Test func stopIsRepeatedOverItsOwnAddressOnly() throws {
        #expect(KNXMotion(stop: try GroupAddress("2/1/1")).mayRepeatStop)
        #expect(!KNXMotion(step: try GroupAddress("2/7/1")).mayRepeatStop)
    }
}
