import DomoLanguage
import DomoModel
import Testing

@testable import DomoMQTT

/// What is published of a lamp, and what messages to it order.
@Suite("Lamps")
struct LampTests {
    private static func lamp(
        _ types: [FacetType],
        hasColours: Bool = true,
        white: ClosedRange<Int>? = 2000...6500
    ) throws -> Lamp {
        try #require(Lamp(DiscoverySamples.element(types, .light, light: .init(hasColours: hasColours, white: white))))
    }

    private static func colour(_ word: String) throws -> Value { .colour(try #require(Colour(word))) }

    // MARK: State

    private static func text(_ lamp: Lamp, _ values: [Value?]) -> String {
        let readings = zip(lamp.element.types, values).map { SampleHouse.reading($0, $1) }
        return String(decoding: LampText(lamp: lamp, readings: readings).json, as: UTF8.self)
    }

    @Test func stripShowsItsLevelAndItsColourOrItsWhite() throws {
        let lamp = try Self.lamp([.binary, .regulable, .colour])
        let level = Value.level(Percent(clamping: 40))
        #expect(
            Self.text(lamp, [.on, level, try Self.colour("#ff8000")])
                == #"{"state":"ON","brightness":40,"color_mode":"rgb","color":{"r":255,"g":128,"b":0}}"#
        )
        #expect(
            Self.text(lamp, [.off, .level(.zero), try Self.colour("2700K")])
                == #"{"state":"OFF","color_mode":"color_temp","color_temp":2700}"#
        )
    }

    /// Home Assistant warns of a null, except for the state.
    @Test func unknownValuesAreLeftOutAndAnUnknownStateIsNull() throws {
        #expect(Self.text(try Self.lamp([.binary, .regulable, .colour]), [nil, nil, nil]) == #"{"state":null}"#)
        #expect(Self.text(try Self.lamp([.regulable]), [nil]) == #"{"state":null}"#)
    }

    @Test func lampWithoutASwitchIsOnAboveZero() throws {
        let lamp = try Self.lamp([.regulable])
        #expect(Self.text(lamp, [.level(Percent(clamping: 1))]) == #"{"state":"ON","brightness":1}"#)
        #expect(Self.text(lamp, [.level(.zero)]) == #"{"state":"OFF"}"#)
    }

    @Test func colourWithoutALevelContainsIt() throws {
        let lamp = try Self.lamp([.colour], white: nil)
        #expect(
            Self.text(lamp, [try Self.colour("#800000")])
                == #"{"state":"ON","brightness":50,"color_mode":"rgb","color":{"r":255,"g":0,"b":0}}"#
        )
        #expect(Self.text(lamp, [try Self.colour("#000000")]) == #"{"state":"OFF"}"#)
    }

    /// Home Assistant warns of a colour mode that it was not told of.
    @Test func colourOfALampThatHasOnlyWhiteIsLeftOut() throws {
        let lamp = try Self.lamp([.binary, .colour], hasColours: false)
        #expect(Self.text(lamp, [.on, try Self.colour("#800000")]) == #"{"state":"ON","brightness":50}"#)
    }

    // MARK: Orders

    private static func wishes(_ payload: String, _ lamp: Lamp, showing colour: String? = nil) throws -> [Order.Wish] {
        try LampPayload.wishes(Array(payload.utf8), for: lamp, colour: colour.flatMap { Colour($0) })
    }

    private static func level(_ percent: Int) -> Order.Wish { .level(.to(Percent(clamping: percent))) }

    /// To switch it on is no order for its level: the lamp knows its own.
    @Test func switchIsOrderedAlone() throws {
        let lamp = try Self.lamp([.binary, .regulable, .colour])
        #expect(try Self.wishes(#"{"state":"ON"}"#, lamp) == [.value("on", as: .binary)])
        #expect(try Self.wishes(#"{"state":"OFF","transition":2}"#, lamp) == [.value("off", as: .binary)])
        #expect(try Self.wishes(#"{"state":"ON"}"#, Self.lamp([.regulable])) == [Self.level(100)])
        #expect(try Self.wishes(#"{"state":"OFF"}"#, Self.lamp([.regulable])) == [Self.level(0)])
        #expect(try Self.wishes(#"{"state":"ON"}"#, Self.lamp([.colour])) == [.value("#ffffff", as: .colour)])
        #expect(try Self.wishes(#"{"state":"OFF"}"#, Self.lamp([.colour])) == [.value("#000000", as: .colour)])
    }

    @Test func levelOrColourIsOneOrderAndBothAreTwo() throws {
        let lamp = try Self.lamp([.binary, .regulable, .colour])
        #expect(try Self.wishes(#"{"state":"ON","brightness":40}"#, lamp) == [Self.level(40)])
        #expect(try Self.wishes(#"{"state":"ON","color_temp":3000}"#, lamp) == [.value("3000K", as: .colour)])
        #expect(
            try Self.wishes(#"{"state":"ON","brightness":40,"color":{"r":255,"g":128,"b":0}}"#, lamp)
                == [.value("#ff8000", as: .colour), Self.level(40)]
        )
    }

    @Test func levelOfALampWithoutOneDimsItsColour() throws {
        let lamp = try Self.lamp([.binary, .colour], white: nil)
        #expect(try Self.wishes(#"{"brightness":50}"#, lamp, showing: "#800000") == [.value("#800000", as: .colour)])
        #expect(
            try Self.wishes(#"{"brightness":50,"color":{"r":0,"g":255,"b":0}}"#, lamp) == [
                .value("#008000", as: .colour)
            ]
        )
        #expect(throws: CommandFault.self) { try Self.wishes(#"{"brightness":50}"#, lamp) }
    }

    @Test(arguments: [
        "", "ON", "[]", "{}", #"{"state":"TOGGLE"}"#, #"{"state":"ON","brightness":101}"#, #"{"brightness":"+10"}"#,
        #"{"brightness":null}"#, #"{"color":{"r":255,"g":0}}"#, #"{"color":{"r":256,"g":0,"b":0}}"#,
        #"{"color":{"h":120,"s":50}}"#, #"{"color_temp":300}"#, #"{"color_temp":1e99}"#, #"{"transition":2}"#,
    ])
    func otherPayloadsAreRefused(payload: String) throws {
        let lamp = try Self.lamp([.binary, .regulable, .colour])
        #expect(throws: CommandFault.self) { try Self.wishes(payload, lamp) }
    }

    @Test func colourOfALampThatTakesNoneIsRefused() throws {
        let lamp = try Self.lamp([.binary, .regulable])
        #expect(throws: CommandFault.self) { try Self.wishes(#"{"color_temp":3000}"#, lamp) }
    }

    // MARK: Hub

    private static let dimmer = "domo/\(SampleHouse.house)/\(SampleHouse.id(1))"

    @Test func topicOfALampIsPublishedAndOrdered() throws {
        var hub = Hub.running(SampleHouse.configuration { $0.discovery = "homeassistant" })
        hub.receive("\(Self.dimmer)/light/set", #"{"state":"ON","brightness":40}"#)
        let orders = hub.takeEffects().compactMap { effect -> Order? in
            if case .ask(.order(let order), .order) = effect { order } else { nil }
        }
        #expect(orders.map(\.element) == ["Casa/Dimmer"])
        #expect(orders.map(\.wish) == [Self.level(40)])
        #expect(hub.retained.isWanted("\(Self.dimmer)/light"))
    }

    @Test func whatIsNoLampHasNoTopicOfOne() throws {
        var hub = Hub.running(SampleHouse.configuration { $0.discovery = "homeassistant" })
        for number in [0, 2, 3, 4] {
            let base = "domo/\(SampleHouse.house)/\(SampleHouse.id(number))"
            #expect(!hub.retained.isWanted("\(base)/light"))
            hub.receive("\(base)/light/set", #"{"state":"ON"}"#)
        }
        #expect(hub.desk.counts.outcomes == [.refused: 4])
    }
}
