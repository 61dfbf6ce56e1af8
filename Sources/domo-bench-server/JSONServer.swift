import DomoLanguage
import DomoModel
import Glibc
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOPosix

/// `domo-bench-server LENGTH`: a Hummingbird server with one route that returns an element as LENGTH bytes of JSON, on
/// one event loop: the minimum cost of a reading over HTTP with the same server and encoder.
///
/// It is separate from domo-bench: if Hummingbird is imported, Swift resolves stat(2) and other C functions to a module
/// of NIO instead of Glibc.
@main
enum JSONServer {
    static func main() async throws {
        guard CommandLine.arguments.count == 2, let length = Int(CommandLine.arguments[1]) else {
            throw Misuse(message: "usage: domo-bench-server LENGTH")
        }
        let element = try element(length: length)
        let router = Router()
        router.get("element") { _, _ in
            var json = JSONWriter(capacity: length)
            json.value(element)
            return Response(
                status: .ok,
                headers: [.contentType: "application/json", .cacheControl: "no-store"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: json.bytes))
            )
        }
        let application = Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in writeLine("listening on \(channel.localAddress?.port ?? 0)\n") },
            eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup(numberOfThreads: 1)),
        )
        try await application.runService()
    }

    /// Writes without buffering: the bench reads it from a file.
    private static func writeLine(_ line: String) {
        var line = line
        line.withUTF8 { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }

    struct Misuse: Error {
        var message: String
    }

    /// An element with JSON of this length, padded by its label.
    private static func element(length: Int) throws(Misuse) -> ElementView {
        let reading = Reading(
            value: nil,
            certainty: .unknown,
            since: Timestamp(milliseconds: 0),
            cause: .house
        )
        var element = ElementView(
            path: "Casa/E",
            name: "E",
            kind: "device",
            types: ["binary"],
            readings: [ReadingView(type: .binary, reading: reading)],
            label: ""
        )
        let missing = length - encodedLength(of: element)
        guard missing >= 0 else { throw Misuse(message: "an element of \(length) bytes is too short") }
        element.label = String(repeating: "x", count: missing)
        return element
    }

    private static func encodedLength(of element: ElementView) -> Int {
        var json = JSONWriter()
        json.value(element)
        return json.bytes.count
    }
}
