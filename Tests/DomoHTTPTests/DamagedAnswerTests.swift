import DomoEngine
import DomoModel
import DomoYAML
import Testing

@testable import DomoHTTP

/// Answers with texts in another encoding, and with their keys in another order.
struct DamagedAnswerTests {
    private func settings(_ dialect: String, _ elements: String = "{}") throws -> ServerSettings {
        let dialect = try #require(Dialect.shipped(dialect))
        let node = try #require(try YAMLNode.read(elements))
        return try ServerSettings(
            url: "http://h",
            dialect: dialect,
            elements: ElementRules.read(node, dialect: dialect)
        )
    }

    private func latin1(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8($0.value) } }

    @Test func oneTextInAnotherEncodingConcernsItsElementAlone() throws {
        let answer = latin1(
            #"[{"name":"Nota","state":"año"},{"name":"Lamp","state":"ON"},{"name":"Año","state":"ON"}]"#
        )
        let targets = [Target.named("Lamp", .binary), .named("Nota", .value), .named("Año", .binary)]
        #expect(
            try settings("openhab").report(of: answer, for: targets, isForAll: true)
                == .states([
                    .init(target: 1, type: .value, value: nil), .init(target: 0, type: .binary, value: .on),
                ])
        )
    }

    @Test func aNameInAnotherEncodingDoesNotHideTheStateBesideIt() throws {
        let answer = latin1(#"{"id":0,"name":"Salón","output":true}"#)
        #expect(
            try settings("shelly-gen2", "{Lamp: {id: 0}}").report(
                of: answer,
                for: [.named("Lamp", .binary)],
                isForAll: false
            )
                == .states([.init(target: 0, type: .binary, value: .on)])
        )
        let data = latin1(#"{"result":[{"Name":"Salón","Data":"On"}],"status":"OK"}"#)
        #expect(
            try settings("domoticz", "{Lamp: {idx: 1}}").report(
                of: data,
                for: [.named("Lamp", .binary)],
                isForAll: false
            )
                == .states([.init(target: 0, type: .binary, value: .on)])
        )
    }

    /// The members of a JSON object have no order (RFC 8259, section 1).
    @Test(arguments: [
        ("shelly-gen2", "{Lamp: {id: 0, kind: light}}", [#""output":true"#, #""brightness":50"#], Value.on, 50),
        ("shelly-gen2", "{Lamp: {id: 0, kind: light}}", [#""output":false"#, #""brightness":50"#], .off, 0),
        ("shelly-gen2", "{Lamp: {id: 0, kind: rgb}}", [#""output":false"#, #""brightness":50"#], .off, 0),
        ("tasmota", "{Lamp: {kind: light}}", [#""POWER":"ON""#, #""Dimmer":50"#], .on, 50),
        ("tasmota", "{Lamp: {kind: light}}", [#""POWER":"OFF""#, #""Dimmer":50"#], .off, 0),
        ("tasmota", "{Lamp: {kind: light_ct}}", [#""POWER1":"OFF""#, #""Dimmer":50"#], .off, 0),
    ])
    func theOrderOfKeysDoesNotMatter(
        dialect: String,
        elements: String,
        members: [String],
        binary: Value,
        level: Int
    ) throws {
        let settings = try settings(dialect, elements)
        for members in [members, members.reversed()] {
            let answer = Array("{\(members.joined(separator: ","))}".utf8)
            #expect(
                settings.report(of: answer, for: [.named("Lamp", .binary, .regulable)], isForAll: false)
                    == .states([
                        .init(target: 0, type: .binary, value: binary),
                        .init(target: 0, type: .regulable, value: .level(Percent(clamping: level))),
                    ])
            )
        }
    }

    /// Without it, the level may be that of a lamp that is off.
    @Test func aLevelWithoutWhatMakesItZeroIsUnknown() throws {
        let settings = try settings("shelly-gen2", "{Lamp: {id: 0, kind: light}}")
        let answer = Array(#"{"brightness":50}"#.utf8)
        #expect(
            settings.report(of: answer, for: [.named("Lamp", .regulable)], isForAll: false)
                == .states([.init(target: 0, type: .regulable, value: nil)])
        )
    }

    @Test(arguments: [(1, 1), (2, 1), (3, 1), (4, 2), (0, 0), (254, 100), (255, 100)])
    func theLeastBrightnessOfALampThatIsOnIsNotOff(brightness: Int, percent: Int) throws {
        let answer = #"{"entity_id":"light.a","state":"on","attributes":{"brightness":\#(brightness)}}"#
        let settings = try settings("homeassistant", "{Lamp: {entity: light.a}}")
        #expect(
            settings.report(of: Array(answer.utf8), for: [.named("Lamp", .regulable)], isForAll: false)
                == .states([.init(target: 0, type: .regulable, value: .level(Percent(clamping: percent)))])
        )
    }
}
