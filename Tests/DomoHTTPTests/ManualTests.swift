import DomoEngine
import DomoModel
import Testing

@testable import DomoHTTP

/// The example in the manual works as described.
struct ManualTests {
    @Test func exampleOfTheManualWorks() throws {
        let dialect = try Dialect.read(
            """
            variables: {lamp: "{name}"}
            order:
              method: PUT
              url: "{url}/lamps/{lamp}"
              success: {status: 200-202, body: '"result":"done"'}
            actions:
              on: {json: '{"on": true}'}
              off: {json: '{"on": false}'}
              level: {json: '{"on": true, "level": {value|scale 0-255|round}}'}
            state:
              one: {url: "{url}/lamps/{lamp}"}
              all: {url: "{url}/lamps", items: lamps, name: id, match: "{lamp}"}
              binary: {json: on}
              regulable: {json: level, scale: 0-255}
              unknown: [offline]
              every: 30s
            """,
            name: "lamps"
        )
        let settings = try ServerSettings(url: "http://10.0.0.9", dialect: dialect)
        var request = RenderedRequest()
        let lamp = Target.named("Lamp", .binary, .regulable)
        try settings.render(.level(Percent(clamping: 40)), of: lamp, into: &request)
        #expect(request.shown == #"PUT http://10.0.0.9/lamps/Lamp {"on": true, "level": 102}"#)
        let expected = Answer.states([
            .init(target: 0, type: .binary, value: .on),
            .init(target: 0, type: .regulable, value: .level(Percent(clamping: 40))),
        ])
        let one = Array(#"{"on": true, "level": 102}"#.utf8)
        #expect(settings.report(of: one, for: [lamp], isForAll: false) == expected)
        let all = Array(#"{"lamps": [{"id": "Lamp", "on": true, "level": 102}]}"#.utf8)
        #expect(settings.report(of: all, for: [lamp], isForAll: true) == expected)
        #expect(settings.reading?.interval == .seconds(30))
        #expect(settings.reading?.maximumAge == .seconds(90))
    }
}
