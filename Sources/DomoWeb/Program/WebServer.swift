import ArgumentParser
import DomoClient
import DomoLanguage
import DomoSystem
package import Hummingbird
package import HummingbirdCore
package import Logging
package import NIOCore
import NIOPosix
package import ServiceLifecycle

/// Serves a site over HTTP or HTTPS until SIGTERM or SIGINT.
package struct WebServer {
    /// For its messages.
    private let program: String
    private let listen: String
    private let options: WebOptions
    package let eventLoop: any EventLoop
    package let log: Logger
    package let origins: Origins
    package let counts: ConnectionCounts
    let limits: ConnectionLimits
    private let certificates: Certificates?

    /// - Parameters:
    ///   - program: its name, for its messages.
    ///   - listen: the address.
    /// - Throws: `ExitCode`, after an error message.
    package init(_ program: String, listen: String, _ options: WebOptions) throws {
        (self.program, self.listen, self.options) = (program, listen, options)
        var log = Logger(label: program) { StreamLogHandler.standardError(label: $0) }
        log.logLevel = .notice
        self.log = log
        ProcessMemory.returnLongBlocks()
        certificates = try Self.certificates(options, program)
        eventLoop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
        // The schemes of the page's own origin.
        let schemes: Set = options.proxy != nil ? ["http", "https"] : [options.isSecure ? "https" : "http"]
        origins = Origins(publicURL: options.publicUrl, schemes: schemes)
        var limits = ConnectionLimits.standard
        limits.maxConnections = FileLimit.raise(for: limits.maxConnections)
        self.limits = limits
        counts = ConnectionCounts(limits, proxy: options.proxy)
    }

    /// Nil if no certificate is given.
    private static func certificates(_ options: WebOptions, _ program: String) throws -> Certificates? {
        guard let certificate = options.certificate, let key = options.key else { return nil }
        do throws(Certificates.Fault) {
            return try Certificates(certificate: certificate, key: key)
        } catch {
            StandardStream.error.write("\(program): \(error)\n")
            throw ExitCode(78)
        }
    }

    /// - Throws: `ValidationError`
    package static func address(_ text: String, _ option: String) throws -> BindAddress {
        if text.hasPrefix("unix:") { return .unixDomainSocket(path: String(text.dropFirst(5))) }
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            throw ValidationError(
                "invalid address \"\(text)\" for \(option); use 127.0.0.1:8480, [::1]:8480 or unix:PATH"
            )
        }
        let host = text[..<colon].filter { $0 != "[" && $0 != "]" }
        return .hostname(host.isEmpty ? "0.0.0.0" : String(host), port: Int(port))
    }

    package var addresses: ClientAddresses { ClientAddresses(proxy: options.proxy) }

    func listener() throws -> Listener {
        Listener(
            address: try Self.address(listen, "--listen"),
            limits: limits,
            counts: counts,
            addresses: addresses,
            group: eventLoop,
            log: log,
            certificates: certificates
        )
    }

    /// - Parameters:
    ///   - services: stopped after the site.
    ///   - addresses: all on which the program listens, and their options, for the message that it can't.
    /// - Throws: `ExitCode`, after an error message.
    package func run<Responder: HTTPResponder>(
        _ site: Responder,
        services: [any Service],
        addresses: String? = nil,
        _ names: String = "--listen"
    ) async throws where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
        let reports = ManagerReports(manager: .ofProcess, eventLoop: eventLoop)
        var services = services + [reports]
        if let certificates { services.append(CertificateWatch(certificates: certificates, log: log)) }
        let program = program
        let application = try listener().application(site, services: services) { url in
            StandardStream.output.write("\(program): listening on \(url)\n")
            reports.ready("listening on \(url)")
        }
        do {
            try await application.runService()
        } catch let error as IOError {
            let reason = String(cString: strerror(error.errnoCode))
            StandardStream.error.write(
                "\(program): can't listen on \(addresses ?? listen): \(reason); choose another address with \(names)\n"
            )
            throw ExitCode(ExitStatus.unreachable.rawValue)
        }
        // Don't shut down the event loop: a connection that is closing may still need it.
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
