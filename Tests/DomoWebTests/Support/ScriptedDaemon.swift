import DomoLanguage
import Glibc
import NIOCore
import NIOPosix

@testable import DomoWeb

/// A control socket whose replies a test chooses.
final class ScriptedDaemon: Sendable {
    typealias Script = @Sendable (_ line: String) -> Reply

    let path: String
    let group: any EventLoopGroup
    private let channel: any Channel

    private init(path: String, group: any EventLoopGroup, channel: any Channel) {
        (self.path, self.group, self.channel) = (path, group, channel)
    }

    static func with(
        _ script: @escaping Script,
        _ body: (ScriptedDaemon) async throws -> Void
    ) async throws {
        let path = "/tmp/domo-scripted-\(getpid())-\(UInt32.random(in: 0 ... .max)).sock"
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let channel = try await ServerBootstrap(group: group)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Replies(script: script))
                }
            }
            .bind(unixDomainSocketPath: path).get()
        let daemon = ScriptedDaemon(path: path, group: group, channel: channel)
        do {
            try await body(daemon)
        } catch {
            try await daemon.end()
            throw error
        }
        try await daemon.end()
    }

    private func end() async throws {
        try await channel.close()
        try await group.shutdownGracefully()
        unlink(path)
    }
}

/// Answers each line of a connection.
private final class Replies: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let script: ScriptedDaemon.Script
    private var input = ByteBuffer()

    init(script: @escaping ScriptedDaemon.Script) { self.script = script }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var more = unwrapInboundIn(data)
        input.writeBuffer(&more)
        while let end = input.readableBytesView.firstIndex(of: UInt8(ascii: "\n")),
            let line = input.readString(length: end - input.readerIndex)
        {
            input.moveReaderIndex(forwardBy: 1)
            var json = JSONWriter()
            script(line).write(to: &json)
            json.newline()
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: json.bytes)), promise: nil)
        }
    }
}
