public import ArgumentParser
import DomoClient
import DomoLanguage
import DomoSystem
import DomoUsage
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// `domo-web`: the web page and the HTTP API.
public struct WebCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "domo-web",
        abstract: "Serve a web page of the house, and an HTTP API for programs.",
        usage: """
            domo-web [--listen ADDRESS] [--socket PATH] [--public-url URL] [--proxy ADDRESS] \
            [--certificate FILE --key FILE] [--hsts] [--original-listen ADDRESS --original-token-file FILE]
            """,
        discussion: """
            domo-web uses the control socket of domod like any other program, and has no permissions of its own: each \
            user signs in with a token, created with "domo token new NAME", and the daemon decides what the token may do.
            """,
        version: "domo-web \(domoBuild)"
    )

    @Option(help: ArgumentHelp("Where to listen: HOST:PORT, [HOST]:PORT or unix:PATH.", valueName: "address"))
    var listen = "127.0.0.1:8480"

    @Option(help: ArgumentHelp("The control socket of domod.", valueName: "path"))
    var socket: String?

    @OptionGroup var web: WebOptions

    @Option(
        help: ArgumentHelp(
            "Where to listen for the original phone application: everyone who can reach it has the token's permissions.",
            valueName: "address"
        )
    )
    var originalListen: String?

    @Option(help: ArgumentHelp("A file whose first line is the token for --original-listen.", valueName: "file"))
    var originalTokenFile: String?

    public init() {}

    /// Runs until SIGTERM or SIGINT.
    public static func start() async {
        var arguments = Array(CommandLine.arguments.dropFirst())
        // A program of its own, because a house does not need the libraries of PostgreSQL.
        if let fleet = arguments.firstIndex(of: "--fleet") {
            arguments.remove(at: fleet)
            FleetProgram.execute(arguments)
        }
        await runProgram()
    }

    public func validate() throws {
        _ = try WebServer.address(listen, "--listen")
        if let originalListen { _ = try WebServer.address(originalListen, "--original-listen") }
        guard (originalListen == nil) == (originalTokenFile == nil) else {
            throw ValidationError("--original-listen and --original-token-file must be used together")
        }
    }

    /// The listener for the original application; nil if it is not enabled.
    private func original(
        _ pool: SessionPool,
        _ server: WebServer
    ) throws -> Application<OriginalSite>? {
        guard let originalListen, let originalTokenFile else { return nil }
        let token: String
        do throws(FileBytes.Fault) {
            let bytes = try FileBytes.read(originalTokenFile, maxBytes: 4096)
            token = String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
        } catch {
            throw fault("can't read \(originalTokenFile): \(error.message)")
        }
        if FileBytes.isForEverybody(originalTokenFile) {
            server.log.warning(
                "every user of this machine may read \(originalTokenFile), and use its token; run \"chmod o= \(originalTokenFile)\""
            )
        }
        guard !token.isEmpty else {
            throw fault("\(originalTokenFile) does not begin with a token; create one with \"domo token new NAME\"")
        }
        var listener = try server.listener()
        listener.address = try WebServer.address(originalListen, "--original-listen")
        // The original application only supports plain HTTP.
        listener.certificates = nil
        let site = OriginalSite(
            pool: pool,
            token: token,
            origins: server.origins,
            addresses: server.addresses,
            log: server.log
        )
        return listener.application(site) { url in
            StandardStream.output.write("domo-web: listening on \(url) for the original application\n")
        }
    }

    /// Writes an error message, and returns the exit status for a bad configuration.
    private func fault(_ message: String) -> ExitCode {
        StandardStream.error.write("domo-web: \(message)\n")
        return ExitCode(78)
    }

    public func run() async throws {
        let server = try WebServer("domo-web", listen: listen, web)
        let pool = SessionPool(socket: SocketPath.usual(option: socket), on: server.eventLoop)
        let webCounts = WebCounts()
        let site = Site(
            api: API(
                pool: pool,
                origins: server.origins,
                brake: FailureBrake(),
                addresses: server.addresses,
                isSecure: web.isSecure,
                counts: webCounts,
                connections: server.counts
            ),
            assets: Assets(),
            origins: server.origins,
            pool: pool,
            metrics: Metrics(pool: pool, counts: webCounts, connections: server.counts),
            isOnlySecure: web.hsts
        )
        var services: [any Service] = [Housekeeping(pool: pool)]
        if let original = try original(pool, server) { services.append(original) }
        try await server.run(
            site,
            services: services,
            addresses: [listen, originalListen].compactMap { $0 }.joined(separator: " or "),
            originalListen == nil ? "--listen" : "--listen or --original-listen"
        )
        await pool.end()
    }
}

/// Sends the heartbeats of streams, and ends idle sessions.
private struct Housekeeping: Service {
    let pool: SessionPool

    func run() async throws {
        await cancelWhenGracefulShutdown { await pool.performHousekeeping() }
        await pool.end()
    }
}
