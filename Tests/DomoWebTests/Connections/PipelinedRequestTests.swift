import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Testing

@testable import DomoWeb

/// Several requests in one packet, with the decoder of the real server, on an event loop whose time the test advances.
struct PipelinedRequestTests {
    /// A connection from the bytes of the client to a server that responds when the test says so.
    private final class UnderTest {
        let channel = EmbeddedChannel()
        let server = Server()

        init() throws {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.configureHTTPServerPipeline(withPipeliningAssistance: false, withErrorHandling: false)
            try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
            try pipeline.addHandler(ConnectionGuard(.standard, ConnectionCounts(.standard)))
            try pipeline.addHandler(server)
            channel.connect(to: try SocketAddress(unixDomainSocketPath: "/x"), promise: nil)
        }

        func receive(_ text: some StringProtocol) throws {
            try channel.writeInbound(ByteBuffer(string: String(text)))
        }

        func answer(_ status: HTTPResponse.Status = .ok) {
            let head = HTTPResponse(status: status, headerFields: [.contentLength: "0"])
            channel.write(HTTPResponsePart.head(head), promise: nil)
            channel.writeAndFlush(HTTPResponsePart.end(nil), promise: nil)
        }

        func after(_ seconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .seconds(seconds)) }

        /// What has been sent to the client since the last call.
        func sent() throws -> String {
            var text = ""
            while let bytes = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
            return text
        }

        deinit {
            do {
                _ = try channel.finish(acceptAlreadyClosed: true)
            } catch {
                // Incomplete requests do not matter.
            }
        }
    }

    /// Keeps what arrives; responds to decoding errors like the real server.
    private final class Server: ChannelInboundHandler {
        typealias InboundIn = HTTPRequestPart
        typealias OutboundOut = HTTPResponsePart
        var heads = 0
        var ends = 0
        var body = ""

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head: heads += 1
            case .body(let bytes): body += String(buffer: bytes)
            case .end: ends += 1
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            guard error is HTTPParserError else { return }
            let head = HTTPResponse(status: .badRequest, headerFields: [.connection: "close"])
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }

    private static let requests = [
        "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc",
        "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX-Trailer: 1\r\n\r\n",
    ]

    @Test(arguments: requests, ["G", "GET ", "GET /", "GET / HTTP/1.1\r\nHost: localhost\r\n"])
    func headersThatBeginInThePacketOfAnEarlierRequestHaveTenSeconds(request: String, start: String) throws {
        let test = try UnderTest()
        try test.receive(request + start)
        test.answer()
        #expect(try test.sent().hasPrefix("HTTP/1.1 200 "))
        // Later bytes do not extend the deadline.
        for _ in 0..<9 {
            test.after(1)
            if start.contains("/") { try test.receive("x") }
        }
        #expect(try test.channel.isActive && test.sent().isEmpty)
        test.after(1)
        #expect(try test.sent().hasPrefix("HTTP/1.1 408 "))
        test.after(2)
        #expect(!test.channel.isActive)
    }

    /// The client is not late: while the server responds to earlier requests, it may not read any further.
    @Test func headersHaveNoDeadlineWhileEarlierRequestsAreUnanswered() throws {
        let test = try UnderTest()
        try test.receive(Self.requests[0] + Self.requests[1] + "GET / HT")
        test.after(20)
        test.answer()
        test.after(20)
        #expect(test.channel.isActive)
        test.answer()
        test.after(9)
        #expect(try test.channel.isActive && test.sent().ranges(of: "HTTP/1.1 200 ").count == 2)
        test.after(1)
        #expect(try test.sent().hasPrefix("HTTP/1.1 408 "))
    }

    /// The server closes idle connections; the guard leaves them alone, wherever packets ended.
    @Test(arguments: requests, requests)
    func wholeRequestsHaveNoDeadlineWhereverTheyAreSplit(first: String, second: String) throws {
        let text = first + second
        for length in 1...text.utf8.count {
            let test = try UnderTest()
            let split = text.index(text.startIndex, offsetBy: min(length, text.count))
            for part in [text[..<split], text[split...]] where !part.isEmpty {
                try test.receive(part)
                // In time.
                test.after(9)
            }
            #expect((test.server.heads, test.server.ends) == (2, 2), "\(length)")
            #expect(test.server.body == String(repeating: "abc", count: text.ranges(of: "POST").count))
            test.answer()
            test.answer()
            test.after(50)
            #expect(try test.channel.isActive && !test.sent().contains(" 408 "), "\(length)")
        }
    }

    @Test func invalidRequestIsAnsweredOnce() throws {
        let test = try UnderTest()
        try test.receive(Self.requests[0])
        test.answer()
        #expect(try test.sent().hasPrefix("HTTP/1.1 200 "))
        try test.receive("nonsense\r\n\r\n")
        let sent = try test.sent()
        #expect(sent.hasPrefix("HTTP/1.1 400 ") && sent.ranges(of: "HTTP/1.1 ").count == 1, "\(sent)")
        test.after(2)
        #expect(!test.channel.isActive)
    }
}
