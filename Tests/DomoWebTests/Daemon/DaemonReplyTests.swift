import DomoClient
import NIOCore
import Testing

@testable import DomoWeb

/// What is said of replies that this version can't read: words for people, no types of Swift.
struct DaemonReplyTests {
    private struct Content: Decodable {
        struct Place: Decodable { var name: String }
        var places: [Place]
    }

    @Test(arguments: [
        (#"{"ok":{"places":[{}]}}"#, "missing property \"places[0].name\""),
        (#"{"ok":{"places":[{"name":4}]}}"#, "\"places[0].name\" has the wrong type"),
        (#"{"ok":[]}"#, "expected a JSON object"), (#"{"ok":{"places":}}"#, "not valid JSON"),
    ])
    func unreadableReplyIsDescribedForPeople(line: String, problem: String) throws {
        let reply = try DaemonReply(ByteBuffer(string: line))
        #expect {
            try reply.decode(Content.self)
        } throws: { error in
            guard case .disconnected(let reason) = error as? ClientFault else { return false }
            return reason == "domod sent an unreadable reply: \(problem); are both of the same version?"
        }
    }
}
