import DomoLanguage
import DomoModel
import FoundationEssentials
import Testing

/// `by` and `byKind`.
@Suite struct CauseReplyTests {
    private static let time = Timestamp(milliseconds: 1_795_208_645_123)

    private static func entry(by cause: Cause) -> HistoryEntry {
        HistoryEntry(time: time, type: "binary", value: "on", certainty: .confirmed, by: cause)
    }

    private static func written(_ value: some JSONWritable) -> String {
        var json = JSONWriter()
        json.value(value)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private static func read<Content: Decodable>(_: Content.Type, _ text: String) throws -> Content {
        try JSONDecoder().decode(Content.self, from: Data(text.utf8))
    }

    @Test(arguments: [
        (Cause.user("ana"), #""by":"ana","byKind":"user""#), (.token("panel"), #""by":"panel","byKind":"token""#),
        (.scene("Noche"), #""by":"scene Noche","byKind":"scene""#),
        (.trigger("at 23:30"), #""by":"at 23:30","byKind":"trigger""#), (.house, #""by":"house","byKind":"house""#),
        (.user("house"), #""by":"house","byKind":"user""#), (.user("scene x"), #""by":"scene x","byKind":"user""#),
        (.scene("scene x"), #""by":"scene scene x","byKind":"scene""#),
        (.token("at home"), #""by":"at home","byKind":"token""#),
        (
            .bus(link: "knx", address: "1/2/3", source: "1.1.5"),
            #""by":"bus knx 1/2/3 from 1.1.5","byKind":"bus""#
        ),
        (.bus(link: "knx", address: "1/2/3", source: nil), #""by":"bus knx 1/2/3","byKind":"bus""#),
    ])
    func causeIsReadBackWhateverItsNameLooksLike(cause: Cause, text: String) throws {
        let json = Self.written(Self.entry(by: cause))
        #expect(json.contains(text))
        #expect(try Self.read(HistoryEntry.self, json).by == cause)
    }

    @Test(arguments: [
        ("ana", Cause.user("ana")), ("scene Noche", .scene("Noche")), ("at 23:30", .trigger("at 23:30")),
        ("house", .house),
    ])
    func causeWithoutKindIsReadByItsText(text: String, cause: Cause) throws {
        let json = Self.written(Self.entry(by: cause)).replacing(/,"byKind":"\w+"/, with: "")
        #expect(!json.contains("byKind"))
        #expect(try Self.read(HistoryEntry.self, json).by == cause)
        let newer = Self.written(Self.entry(by: cause)).replacing(/"byKind":"\w+"/, with: #""byKind":"bridge""#)
        #expect(try Self.read(HistoryEntry.self, newer).by == cause)
    }

    @Test func everyByHasItsKind() throws {
        let record = SceneRecord(scene: "Noche", by: .trigger("at 23:30"), started: Self.time)
        let order = OrderRecord(id: 1, element: "x", action: "on", by: .token("panel"), requested: Self.time)
        let event = Event(kind: .order, time: Self.time, by: .scene("Noche"))
        let reading = ReadingView(
            type: .binary,
            reading: Reading(value: .on, certainty: .assumed, since: Self.time, cause: .token("panel"))
        )
        #expect(Self.written(record).contains(#""byKind":"trigger""#))
        #expect(Self.written(order).contains(#""byKind":"token""#))
        #expect(Self.written(event).contains(#""byKind":"scene""#))
        #expect(Self.written(reading).contains(#""byKind":"token""#))
        #expect(try Self.read(SceneRecord.self, Self.written(record)) == record)
        #expect(try Self.read(OrderRecord.self, Self.written(order)) == order)
        #expect(try Self.read(ReadingView.self, Self.written(reading)) == reading)
    }

    @Test func orderWithoutACauseIsRejected() {
        let json = Self.written(Self.entry(by: .house)).replacing(#","by":"house""#, with: "")
        #expect(throws: DecodingError.self) { try Self.read(HistoryEntry.self, json) }
    }

    @Test func eventWithoutACauseHasNone() throws {
        struct Line: Decodable { var event: Event }
        let event = Event(kind: .reload, time: Self.time, message: "m")
        #expect(!Self.written(event).contains("by"))
        #expect(try Self.read(Line.self, Self.written(event)).event == event)
    }
}
