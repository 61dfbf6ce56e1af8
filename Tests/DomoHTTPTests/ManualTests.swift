import DomoEngine
import DomoModel
import DomoYAML
import Foundation
import Testing

@testable import DomoHTTP

/// The worked example of the manual, as it stands there, does what the manual says.
struct ManualTests {
    private static let page = #filePath.replacing(
        "Tests/DomoHTTPTests/ManualTests.swift",
        with: "Sources/DomoDaemon/Manual.docc/Dialects.md"
    )

    /// The first sample of the page, and the sentence after it.
    private static func example() throws -> (configuration: String, claim: String) {
        let parts = try String(contentsOfFile: page, encoding: .utf8).components(separatedBy: "```")
        let sample = try #require(parts.count > 2 ? parts[1] : nil)
        try #require(sample.hasPrefix("yaml\n"))
        let claim = try #require(parts[2].split(separator: "\n").first)
        return (String(sample.dropFirst("yaml\n".count)), String(claim))
    }

    /// A mapping of the sample by itself, as a file of its own would have it.
    private static func section(_ keys: String..., of text: String) throws -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for key in keys {
            let start = try #require(lines.firstIndex { $0.hasPrefix("\(key):") }, "no \(key) in the sample")
            let inner = lines[(start + 1)...].prefix { $0.hasPrefix(" ") }
            lines = inner.map { $0.dropFirst(2) }
        }
        return lines.joined(separator: "\n")
    }

    @Test func theWorkedExampleWorks() throws {
        let (configuration, claim) = try Self.example()
        let dialect = try Dialect.read(try Self.section("dialects", "lamps", of: configuration), name: "lamps")
        let server = try Self.section("server", of: configuration)
        let url = try #require(server.split(separator: "\n").first { $0.hasPrefix("url: ") }?.dropFirst(5))
        let elements = try #require(try YAMLNode.read(try Self.section("elements", of: server)))
        let settings = try ServerSettings(
            url: String(url),
            dialect: dialect,
            elements: try ElementRules.read(elements, dialect: dialect)
        )
        var request = RenderedRequest()
        let lamp = Target.named("Lamp", .binary, .regulable)
        try settings.render(.level(Percent(clamping: 40)), of: lamp, into: &request)
        #expect(request.shown == #"PUT http://10.0.0.9/lamps/Lamp {"on": true, "level": 102}"#)
        #expect(claim == "`domo explain set Lamp 40` shows what would be sent: `\(request.shown)`.")
        try settings.render(.on, of: .named("Louver", in: "House/Salon", .binary), into: &request)
        #expect(request.shown == #"PUT http://10.0.0.9/lamps/lamp-17 {"on": true}"#)
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
