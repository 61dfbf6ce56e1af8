import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import Testing

@testable import DomoWeb

/// The limits of a connection, on an event loop whose time the test advances.
struct ConnectionGuardTests {
    /// A connection to a server that responds when the test says so.
    private final class UnderTest {
        let counts: ConnectionCounts
        let channel = EmbeddedChannel()
        let server = Server()

        init(
            limits: ConnectionLimits = .standard,
            counts: ConnectionCounts? = nil,
            addresses: ClientAddresses = ClientAddresses(proxy: nil),
            before handler: (any ChannelHandler)? = nil
        ) throws {
            self.counts = counts ?? ConnectionCounts(limits)
            if let handler { try channel.pipeline.syncOperations.addHandler(handler) }
            try channel.pipeline.syncOperations.addHandler(ConnectionGuard(limits, self.counts, addresses))
            try channel.pipeline.syncOperations.addHandler(server)
            channel.connect(to: try SocketAddress(unixDomainSocketPath: "/x"), promise: nil)
        }

        func head(_ method: HTTPRequest.Method = .get, _ fields: HTTPFields = [:]) throws {
            let head = HTTPRequest(
                method: method,
                scheme: "http",
                authority: "localhost",
                path: "/",
                headerFields: fields
            )
            try channel.writeInbound(HTTPRequestPart.head(head))
        }

        func body(_ count: Int) throws {
            try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(repeating: 0x20, count: count)))
        }

        func end() throws { try channel.writeInbound(HTTPRequestPart.end(nil)) }

        /// Bytes that do not form a part yet.
        func bytes() { channel.pipeline.fireChannelReadComplete() }

        func answer(_ status: HTTPResponse.Status, _ fields: HTTPFields = [:], isWhole: Bool = true) {
            channel.write(HTTPResponsePart.head(HTTPResponse(status: status, headerFields: fields)), promise: nil)
            if isWhole { channel.writeAndFlush(HTTPResponsePart.end(nil), promise: nil) }
        }

        func after(_ seconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .seconds(seconds)) }

        /// The status of the next outgoing response.
        func status() throws -> Int? {
            while let part = try channel.readOutbound(as: HTTPResponsePart.self) {
                if case .head(let head) = part { return head.status.code }
            }
            return nil
        }

        deinit {
            do {
                _ = try channel.finish(acceptAlreadyClosed: true)
            } catch {
                // Remaining data does not matter.
            }
        }
    }

    /// Counts what reaches the server; responds to decoding errors like the real server.
    private final class Server: ChannelInboundHandler {
        typealias InboundIn = HTTPRequestPart
        typealias OutboundOut = HTTPResponsePart
        var parts = 0
        var errors: [any Error] = []

        func channelRead(context: ChannelHandlerContext, data: NIOAny) { parts += 1 }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            errors.append(error)
            guard error is HTTPParserError else { return }
            let head = HTTPResponse(status: .badRequest, headerFields: [.connection: "close"])
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }

    /// A client that reads nothing until the test says so.
    private final class Stuck: ChannelOutboundHandler {
        typealias OutboundIn = HTTPResponsePart
        var promises: [EventLoopPromise<Void>] = []

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            if let promise { promises.append(promise) }
        }

        func take() { promises.popLast()?.succeed() }
    }

    // MARK: - Reading

    @Test func silentConnectionIsClosedAfterTenSeconds() throws {
        let test = try UnderTest()
        test.after(9)
        #expect(test.channel.isActive)
        test.after(1)
        #expect(!test.channel.isActive)
        #expect(try test.status() == nil)
    }

    @Test func incompleteHeadersAreAnsweredWith408() throws {
        let test = try UnderTest()
        for _ in 0..<9 {
            test.bytes()
            test.after(1)
        }
        #expect(test.channel.isActive)
        test.after(1)
        #expect(try test.status() == 408)
        test.after(2)
        #expect(!test.channel.isActive)
    }

    @Test func deadlineOfLaterHeadersStartsAtTheirFirstByte() throws {
        let test = try UnderTest()
        try test.head()
        try test.end()
        test.answer(.ok)
        #expect(try test.status() == 200)
        // The server, not the guard, closes idle connections.
        test.after(50)
        #expect(test.channel.isActive)
        test.bytes()
        test.after(9)
        #expect(test.channel.isActive)
        test.after(1)
        #expect(try test.status() == 408)
    }

    @Test func incompleteBodyFailsItsReader() throws {
        let test = try UnderTest()
        try test.head(.post)
        for _ in 0..<29 {
            try test.body(1)
            test.after(1)
        }
        #expect(test.server.errors.isEmpty)
        test.after(1)
        #expect(test.server.errors.contains { $0 is BodyTimeout })
        test.answer(.requestTimeout, [.connection: "close"])
        #expect(try test.status() == 408)
        test.after(2)
        #expect(!test.channel.isActive)
    }

    /// Whoever has shown nothing keeps a place for seconds.
    @Test func incompleteBodyOfAStrangerFailsItsReaderSoon() throws {
        let limits = ConnectionLimits.standard
        let proxy = ClientAddresses(proxy: "unix")
        for isKnown in [false, true] {
            let counts = ConnectionCounts(limits, proxy: "unix")
            if isKnown { counts.noteSignedIn("10.0.0.1") }
            let test = try UnderTest(limits: limits, counts: counts, addresses: proxy)
            try test.head(.post, [.forwardedFor: "10.0.0.1"])
            test.after(8)
            #expect(test.server.errors.contains { $0 is BodyTimeout } != isKnown)
            test.after(22)
            #expect(test.server.errors.contains { $0 is BodyTimeout })
        }
    }

    @Test func restOfABodyThatWasRefusedHasSeconds() throws {
        let test = try UnderTest()
        try test.head(.post)
        test.answer(.unauthorized)
        #expect(try test.status() == 401)
        test.after(4)
        #expect(test.channel.isActive)
        test.after(1)
        #expect(!test.channel.isActive)
    }

    /// 2,050 half requests of one client, through a proxy that passes them on as they come, locked everybody out.
    @Test func aClientOfTheProxyHasItsShareOfPlaces() throws {
        var limits = ConnectionLimits.standard
        limits.maxConnectionsPerAddress = 2
        let counts = ConnectionCounts(limits, proxy: "unix")
        func connection(_ client: String) throws -> UnderTest {
            let test = try UnderTest(limits: limits, counts: counts, addresses: ClientAddresses(proxy: "unix"))
            try test.head(.post, [.forwardedFor: "192.0.2.7, \(client)"])
            return test
        }
        let first = try connection("10.0.0.1")
        let second = try connection("10.0.0.1")
        let third = try connection("10.0.0.1")
        #expect(try third.status() == 503 && third.server.parts == 0)
        third.after(2)
        #expect(!third.channel.isActive)
        let other = try connection("10.0.0.2")
        #expect(try other.status() == nil && other.server.parts == 1)
        // An answered request counts no more.
        try first.end()
        first.answer(.ok)
        let fourth = try connection("10.0.0.1")
        #expect(try fourth.status() == nil && second.server.parts == 1)
    }

    @Test func slowResponseIsNotInterrupted() throws {
        let test = try UnderTest()
        try test.head()
        try test.end()
        test.answer(.ok, isWhole: false)
        test.channel.flush()
        test.after(3600)
        #expect(test.channel.isActive)
        #expect(test.server.errors.isEmpty)
    }

    @Test func headersThatAreTooLongAreAnsweredWith431() throws {
        let test = try UnderTest()
        test.channel.pipeline.fireErrorCaught(HTTPParserError.headerOverflow)
        #expect(try test.status() == 431)
    }

    @Test func unreadBodyIsDiscardedUpToALimit() throws {
        let test = try UnderTest()
        try test.head(.post)
        test.answer(.unauthorized)
        try test.body(API.maxBody)
        let before = test.server.parts
        try test.body(1)
        #expect(test.server.parts == before)
        test.after(2)
        #expect(!test.channel.isActive)
    }

    @Test func inputAfterTheLastResponseIsIgnored() throws {
        let test = try UnderTest()
        try test.head(.post)
        test.answer(.contentTooLarge, [.connection: "close"])
        let before = test.server.parts
        try test.body(1)
        try test.end()
        try test.head()
        #expect(test.server.parts == before)
        test.after(2)
        #expect(!test.channel.isActive)
    }

    // MARK: - Writing

    @Test func clientThatReadsNothingIsDisconnectedAfterThirtySeconds() throws {
        let test = try UnderTest(before: Stuck())
        try test.head()
        try test.end()
        test.answer(.ok, isWhole: false)
        test.after(29)
        #expect(test.channel.isActive)
        test.after(1)
        #expect(!test.channel.isActive)
    }

    @Test func clientThatReadsSlowlyIsServed() throws {
        let stuck = Stuck()
        let test = try UnderTest(before: stuck)
        try test.head()
        try test.end()
        for _ in 0..<20 {
            test.channel.writeAndFlush(HTTPResponsePart.body(ByteBuffer(string: "event")), promise: nil)
        }
        for _ in 0..<19 {
            test.after(25)
            stuck.take()
        }
        #expect(test.channel.isActive)
        test.after(60)
        #expect(!test.channel.isActive)
    }

    // MARK: - Counts

    @Test func connectionsBeyondTheLimitAreRefused() throws {
        var limits = ConnectionLimits.standard
        limits.maxConnections = 2
        let counts = ConnectionCounts(limits)
        let first = try UnderTest(limits: limits, counts: counts)
        let second = try UnderTest(limits: limits, counts: counts)
        let third = try UnderTest(limits: limits, counts: counts)
        #expect(try third.status() == 503)
        #expect(!third.channel.isActive)
        #expect((counts.total, counts.refused) == (2, 1))
        first.channel.close(promise: nil)
        first.channel.embeddedEventLoop.run()
        #expect(counts.total == 1)
        let fourth = try UnderTest(limits: limits, counts: counts)
        #expect(fourth.channel.isActive && second.channel.isActive)
    }
}
