import DomoModel
import Testing

@testable import DomoLanguage

/// The time until which an order is wanted, where its user named none.
struct RequestLimitTests {
    private static let now = Timestamp(milliseconds: 1_764_000_000_000)

    private static func limited(_ line: String) throws -> String {
        try #require(try RequestParser.parse(line)).limited(at: now).line
    }

    private static func after(_ milliseconds: Int64) -> String {
        Timestamp(milliseconds: now.milliseconds + milliseconds).rfc3339
    }

    @Test(arguments: [
        ("set Luz on", "set --until END Luz on", Int64(11_000)), ("toggle Luz", "toggle --until END Luz", 11_000),
        ("dim Luz 4 --deadline 500ms", "dim --deadline 500ms --until END Luz 4", 1500),
        ("off Casa", "off --until END Casa", 11_000), ("set --all Casa up", "set --all --until END Casa up", 11_000),
        ("scene stop Noche", "scene stop --until END Noche", 11_000),
        // It may be queued behind another run.
        ("scene Noche", "scene --until END Noche", 600_000),
        ("run X 'set Luz on'", "run --until END X 'set Luz on'", 600_000),
    ])
    func orderIsWantedForSomeTime(line: String, limited: String, milliseconds: Int64) throws {
        let text = limited.replacingEnd(with: Self.after(milliseconds))
        #expect(try Self.limited(line) == RequestParser.parse(text)?.line)
    }

    @Test(arguments: [
        "show Luz", "set --explain Luz on", "off --explain Casa", "scene --explain Noche", "scene stop", "watch",
        "set --until 2026-11-20T21:04:05.000Z Luz on", "scene --until 2026-11-20T21:04:05.000Z Noche", "reload",
    ])
    func anyOtherRequestIsUnchanged(line: String) throws {
        #expect(try Self.limited(line) == RequestParser.parse(line)?.line)
    }
}

extension String {
    fileprivate func replacingEnd(with time: String) -> String {
        split(separator: " ").map { $0 == "END" ? time : String($0) }.joined(separator: " ")
    }
}
