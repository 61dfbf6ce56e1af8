import DomoTestKit
import Foundation
import Testing

/// Compression of API responses with gzip.
@Suite(.waits, .shares) struct WebCompressionTests {
    private static func tag(_ answer: WebServer.Answer) -> String? {
        answer.headers.split(separator: "\n").first { $0.lowercased().hasPrefix("etag: ") }.map {
            String($0.dropFirst(6))
        }
    }

    private static func isCompressed(_ answer: WebServer.Answer) -> Bool {
        answer.headers.lowercased().contains("content-encoding: gzip")
    }

    @Test func longResponsesAreCompressedOnRequest() throws {
        try Household.sharedWeb { _, web throws in
            let token = try web.token("phone")
            for path in ["places", "model"] {
                let plain = try web.ask("/api/v1/\(path)", token: token)
                let small = try web.ask("/api/v1/\(path)", token: token, "--compressed")
                #expect(!Self.isCompressed(plain) && Self.isCompressed(small), "\(path)")
                for answer in [plain, small] { #expect(answer.headers.lowercased().contains("vary: accept-encoding")) }
                // curl unpacked it.
                if path == "model" { #expect(small.body == plain.body) }
                let length = { (answer: WebServer.Answer) in
                    answer.headers.lowercased().split(separator: "\n").first { $0.hasPrefix("content-length: ") }
                        .flatMap { Int($0.dropFirst(16)) } ?? 0
                }
                #expect(length(small) * 2 < length(plain))
            }
            for accepted in ["identity", "br", "gzip;q=0", "*;q=0", "gzip;q=0, *"] {
                #expect(
                    try !Self.isCompressed(
                        web.ask("/api/v1/places", token: token, "-H", "Accept-Encoding: \(accepted)")
                    ),
                    "\(accepted)"
                )
            }
        }
    }

    @Test func modelHasATagForEachEncoding() throws {
        try Household.sharedWeb { _, web throws in
            let token = try web.token("phone")
            let plain = try #require(Self.tag(web.ask("/api/v1/model", token: token)))
            let small = try #require(Self.tag(web.ask("/api/v1/model", token: token, "--compressed")))
            #expect(plain != small)
            func status(_ tag: String, _ more: String...) throws -> Int {
                try web.ask("/api/v1/model", token: token, ["-H", "If-None-Match: \(tag)"] + more).status
            }
            #expect(try status(plain) == 304)
            #expect(try status(small, "--compressed") == 304)
            #expect(try status("\"x\", \(plain)") == 304)
            #expect(try status("W/\(plain)") == 304)
            #expect(try status(small) == 200)
            #expect(try status(plain, "--compressed") == 200)
        }
    }

    /// Their length would reveal secrets to an attacker who can choose a part of the content.
    @Test func responsesWithSecretsAreNotCompressed() throws {
        try Household.sharedWeb { _, web throws in
            let token = try web.token("admin", "--role", "manage")
            for number in 0..<20 { _ = try web.token("token-\(number)") }
            let tokens = try web.ask("/api/v1/tokens", token: token, "--compressed")
            #expect(tokens.body.count > 1024)
            #expect(!Self.isCompressed(tokens))
            let lines = try web.post("/api/v1/lines", token: token, #"{"lines":["ls -r"]}"#, "--compressed")
            #expect(lines.body.count > 1024)
            #expect(!Self.isCompressed(lines))
            #expect(try !Self.isCompressed(web.ask("/api/v1/session", token: token, "--compressed")))
        }
    }
}
