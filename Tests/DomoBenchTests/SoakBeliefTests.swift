import Testing

@testable import domo_bench

@Suite struct SoakBeliefTests {
    private static func reply(_ readings: String...) -> String {
        let types = readings.map { "{\($0)}" }.joined(separator: ",")
        return #"{"ok":{"path":"Terca/Arriba/F1","name":"F1","types":["binary"],"readings":[\#(types)]}}"#
    }

    private static let on = #""type":"binary","value":"on","certainty":"confirmed","stale":false,"since":"x""#
    private static let forty = #""type":"regulable","value":40,"certainty":"confirmed","stale":false"#

    @Test func confirmedReadingThatMatchesTheServerIsCorrect() {
        #expect(SoakBelief.mistake(in: Self.reply(Self.on), .switching(isOn: true)) == nil)
        #expect(SoakBelief.mistake(in: Self.reply(Self.on, Self.forty), .dimmable(level: 40, lastLevel: 40)) == nil)
    }

    @Test func confirmedReadingThatContradictsTheServerIsWrong() {
        let reply = Self.reply(Self.on)
        #expect(SoakBelief.mistake(in: reply, .switching(isOn: false)) == .wrong(reply))
        let levels = Self.reply(Self.on, Self.forty)
        // 4 is not 40.
        #expect(SoakBelief.mistake(in: levels, .dimmable(level: 4, lastLevel: 4)) == .wrong(levels))
    }

    @Test(arguments: [
        #""type":"binary","value":"on","certainty":"assumed","stale":false"#,
        #""type":"binary","value":"off","certainty":"confirmed","stale":true"#,
        #""type":"binary","value":null,"certainty":"unknown","stale":false"#,
    ])
    func unconfirmedReadingIsUnknown(reading: String) {
        let reply = Self.reply(reading)
        #expect(SoakBelief.mistake(in: reply, .switching(isOn: true)) == .unknown(reply))
    }
}
