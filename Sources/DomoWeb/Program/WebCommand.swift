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

    @Option(
        help: ArgumentHelp(
            "The public URL: requests for its host name are accepted, and with https cookies are secure.",
            valueName: "url"
        )
    )
    var publicUrl: String?

    @Option(
        help: ArgumentHelp(
            "The address of a trusted proxy that sets X-Forwarded-For, or unix.",
            valueName: "address"
        )
    )
    var proxy: String?

    @Option(
        help: ArgumentHelp(
            "Serve HTTPS with this certificate and its chain, in PEM format. It is reloaded when it changes.",
            valueName: "file"
        )
    )
    var certificate: String?

    @Option(help: ArgumentHelp("The private key of the certificate, in PEM format.", valueName: "file"))
    var key: String?

    @Flag(
        help: ArgumentHelp(
            "With https: tell browsers to use only https for this name, on all its ports, for a year (HSTS)."
        )
    )
    var hsts = false

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
    public static func start() async { await runProgram() }

    public func validate() throws {
        _ = try Self.address(listen, "--listen")
        if let originalListen { _ = try Self.address(originalListen, "--original-listen") }
        guard (originalListen == nil) == (originalTokenFile == nil) else {
            throw ValidationError("--original-listen and --original-token-file must be used together")
        }
        if let publicUrl, !publicUrl.hasPrefix("http://"), !publicUrl.hasPrefix("https://") {
            throw ValidationError("invalid URL \"\(publicUrl)\" for --public-url; use https://house.example")
        }
        guard !hsts || isSecure else {
            throw ValidationError("--hsts needs --certificate and --key, or a --public-url with https")
        }
        guard (certificate == nil) == (key == nil) else {
            throw ValidationError("missing option: \(key == nil ? "--key" : "--certificate") FILE; TLS needs both")
        }
    }

    private var isSecure: Bool { certificate != nil || publicUrl?.hasPrefix("https://") == true }

    /// The schemes of the page's own origin.
    private var schemes: Set<String> { proxy != nil ? ["http", "https"] : [isSecure ? "https" : "http"] }

    /// Nil if no certificate is given.
    private func certificates() throws -> Certificates? {
        guard let certificate, let key else { return nil }
        do throws(Certificates.Fault) {
            return try Certificates(certificate: certificate, key: key)
        } catch {
            throw fault("\(error)")
        }
    }

    private static func address(_ text: String, _ option: String) throws -> BindAddress {
        if text.hasPrefix("unix:") { return .unixDomainSocket(path: String(text.dropFirst(5))) }
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            throw ValidationError(
                "invalid address \"\(text)\" for \(option); use 127.0.0.1:8480, [::1]:8480 or unix:PATH"
            )
        }
        let host = text[..<colon].filter { $0 != "[" && $0 != "]" }
        return .hostname(host.isEmpty ? "0.0.0.0" : String(host), port: Int(port))
    }

    /// The listener for the original application; nil if it is not enabled.
    private func original(
        _ pool: SessionPool,
        _ origins: Origins,
        _ listener: Listener
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
            listener.log.warning(
                "every user of this machine may read \(originalTokenFile), and use its token; run \"chmod o= \(originalTokenFile)\""
            )
        }
        guard !token.isEmpty else {
            throw fault("\(originalTokenFile) does not begin with a token; create one with \"domo token new NAME\"")
        }
        var listener = listener
        listener.address = try Self.address(originalListen, "--original-listen")
        // The original application only supports plain HTTP.
        listener.certificates = nil
        let site = OriginalSite(
            pool: pool,
            token: token,
            origins: origins,
            addresses: ClientAddresses(proxy: proxy),
            log: listener.log
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
        var log = Logger(label: "domo-web") { StreamLogHandler.standardError(label: $0) }
        log.logLevel = .notice
        ProcessMemory.returnLongBlocks()
        let certificates = try certificates()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let pool = SessionPool(socket: SocketPath.usual(option: socket), on: group)
        let origins = Origins(publicURL: publicUrl, schemes: schemes)
        var limits = ConnectionLimits.standard
        limits.maxConnections = FileLimit.raise(for: limits.maxConnections)
        let counts = ConnectionCounts(limits, proxy: proxy)
        let webCounts = WebCounts()
        let site = Site(
            api: API(
                pool: pool,
                origins: origins,
                brake: FailureBrake(),
                addresses: ClientAddresses(proxy: proxy),
                isSecure: isSecure,
                counts: webCounts,
                connections: counts
            ),
            assets: Assets(),
            origins: origins,
            pool: pool,
            metrics: Metrics(pool: pool, counts: webCounts, connections: counts),
            isOnlySecure: hsts
        )
        let listener = Listener(
            address: try Self.address(listen, "--listen"),
            limits: limits,
            counts: counts,
            group: group,
            log: log,
            certificates: certificates
        )
        let reports = ManagerReports(manager: .ofProcess, eventLoop: group.next())
        var services: [any Service] = [Housekeeping(pool: pool), reports]
        if let certificates { services.append(CertificateWatch(certificates: certificates, log: log)) }
        if let original = try original(pool, origins, listener) { services.append(original) }
        let application = listener.application(site, services: services) { url in
            StandardStream.output.write("domo-web: listening on \(url)\n")
            reports.ready("listening on \(url)")
        }
        do {
            try await application.runService()
        } catch let error as IOError {
            let addresses = [listen, originalListen].compactMap { $0 }.joined(separator: " or ")
            let option = originalListen == nil ? "--listen" : "--listen or --original-listen"
            let reason = String(cString: strerror(error.errnoCode))
            StandardStream.error.write(
                "domo-web: can't listen on \(addresses): \(reason); choose another address with \(option)\n"
            )
            throw ExitCode(ExitStatus.unreachable.rawValue)
        }
        await pool.end()
        // Don't shut down the event loop: a connection that is closing may still need it.
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

/// Reloads renewed certificates while the program runs.
private struct CertificateWatch: Service {
    /// Polls, since a renewal replaces several files one after the other: inotify would report incomplete renewals.
    private static let pause: Duration = .seconds(2)

    let certificates: Certificates
    let log: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while true {
                do {
                    try await Task.sleep(for: Self.pause)
                    // Read the files on a thread that may block.
                    try await NIOThreadPool.singleton.runIfActive { certificates.reloadIfChanged(log) }
                } catch {
                    return
                }
            }
        }
    }
}
