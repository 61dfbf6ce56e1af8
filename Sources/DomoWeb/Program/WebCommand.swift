public import ArgumentParser
import DomoLanguage
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// `domo-web`: the page for the phone and the API under it.
public struct WebCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "domo-web",
        abstract: "The house on a web page, and an API for programs.",
        discussion: """
            It uses the control socket of domod as any other program does, and may do nothing itself: whoever signs in \
            presents a token, which "domo token new NAME" makes, and the daemon decides what that may do.
            """,
        version: "domo-web \(domoVersion)"
    )

    @Option(help: ArgumentHelp("Where to listen: HOST:PORT, [HOST]:PORT or unix:PATH.", valueName: "address"))
    var listen = "127.0.0.1:8480"

    @Option(help: ArgumentHelp("The control socket of domod.", valueName: "path"))
    var socket: String?

    @Option(
        help: ArgumentHelp(
            "The URL under which others reach it: its name is accepted, and with https cookies are secure.",
            valueName: "url"
        )
    )
    var publicUrl: String?

    @Option(
        help: ArgumentHelp(
            "The address of a proxy whose X-Forwarded-For is believed, or unix.",
            valueName: "address"
        )
    )
    var proxy: String?

    public init() {}

    /// Runs until it is told to stop by SIGTERM or SIGINT.
    public static func start() async { await main() }

    public func validate() throws {
        _ = try address()
        if let publicUrl, !publicUrl.hasPrefix("http://"), !publicUrl.hasPrefix("https://") {
            throw ValidationError("--public-url \(publicUrl) is no URL; use https://house.example")
        }
    }

    private func address() throws -> BindAddress {
        if listen.hasPrefix("unix:") { return .unixDomainSocket(path: String(listen.dropFirst(5))) }
        guard let colon = listen.lastIndex(of: ":"), let port = UInt16(listen[listen.index(after: colon)...]) else {
            throw ValidationError("--listen \(listen) is no address; use 127.0.0.1:8480, [::1]:8480 or unix:PATH")
        }
        let host = listen[..<colon].filter { $0 != "[" && $0 != "]" }
        return .hostname(host.isEmpty ? "0.0.0.0" : String(host), port: Int(port))
    }

    public func run() async throws {
        var log = Logger(label: "domo-web") { StreamLogHandler.standardError(label: $0) }
        log.logLevel = .notice
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let pool = SessionPool(socket: socket ?? SocketPath.usual, on: group)
        let origins = Origins(publicURL: publicUrl)
        let site = Site(
            api: API(
                pool: pool,
                origins: origins,
                brake: FailureBrake(),
                addresses: ClientAddresses(proxy: proxy),
                isSecure: publicUrl?.hasPrefix("https://") == true
            ),
            assets: Assets(),
            origins: origins,
            pool: pool
        )
        let limits = HTTP1Channel.Configuration.DecoderConfiguration(
            maxHeaderFieldSize: 16 * 1024,
            maxHeaderListSize: 32 * 1024,
            maxHeaderFieldCount: 100
        )
        let listen = listen
        let application = Application(
            responder: site,
            server: .http1(configuration: .init(idleTimeout: .seconds(60), httpDecoderConfiguration: limits)),
            configuration: ApplicationConfiguration(address: try address(), serverName: "domo-web"),
            services: [KeepUp(pool: pool)],
            onServerRunning: { channel in
                let address = channel.localAddress.map(Self.text) ?? listen
                StandardOutput.write("domo-web: listening on \(address)\n")
            },
            eventLoopGroupProvider: .shared(group),
            logger: log
        )
        try await application.runService()
        await pool.end()
        try await group.shutdownGracefully()
    }

    private static func text(_ address: SocketAddress) -> String {
        guard let host = address.ipAddress, let port = address.port else { return address.pathname ?? "\(address)" }
        return "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }
}

/// Heartbeats of streams, and the end of sessions that nobody uses.
private struct KeepUp: Service {
    let pool: SessionPool

    func run() async throws {
        await cancelWhenGracefulShutdown { await pool.keepUp() }
        await pool.end()
    }
}
