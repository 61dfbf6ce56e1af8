import DomoSystem
import Glibc
import Logging
import NIOSSL
import Synchronization

/// The certificate for new connections, from two files that are reloaded when they change. Open connections keep the
/// certificate that they started with.
final class Certificates: Sendable {
    /// A file that can't be used, and why.
    struct Fault: Error, CustomStringConvertible {
        var description: String
    }

    /// The content of the files when they were last read; nil for a file that could not be read.
    private typealias Files = [[UInt8]?]

    private struct State {
        var context: NIOSSLContext
        var files: Files
    }

    private let certificate: String
    private let key: String
    private let state: Mutex<State>

    /// - Parameters:
    ///   - certificate: a PEM file with the server's certificate first, then its chain.
    ///   - key: a PEM file.
    init(certificate: String, key: String) throws(Fault) {
        (self.certificate, self.key) = (certificate, key)
        let files = try [Self.bytes(certificate, "certificate"), Self.bytes(key, "private key")]
        state = Mutex(State(context: try Self.context(certificate, files[0], key, files[1]), files: files))
    }

    var context: NIOSSLContext { state.withLock(\.context) }

    /// Reloads the files if they changed. If they can't be used, the previous certificate stays active.
    func reloadIfChanged(_ log: Logger) {
        var files: Files = [nil, nil]
        do throws(Fault) {
            files[0] = try Self.bytes(certificate, "certificate")
            files[1] = try Self.bytes(key, "private key")
            guard note(files), let chain = files[0], let secret = files[1] else { return }
            let context = try Self.context(certificate, chain, key, secret)
            state.withLock { $0.context = context }
            log.notice("reloaded the certificate \(certificate)")
        } catch {
            // A file that stays unreadable is reported only once.
            guard files.contains(nil) ? note(files) : true else { return }
            log.error("reload failed, the previous certificate is still active: \(error)")
        }
    }

    /// - Returns: false if the files have not changed.
    private func note(_ files: Files) -> Bool {
        state.withLock { state in
            guard state.files != files else { return false }
            state.files = files
            return true
        }
    }

    // MARK: - Files

    private static func context(
        _ certificate: String,
        _ chain: [UInt8],
        _ key: String,
        _ secret: [UInt8]
    ) throws(Fault) -> NIOSSLContext {
        let chain = try parse(certificate, "certificate") { try NIOSSLCertificate.fromPEMBytes(chain) }
        guard !chain.isEmpty else { throw Fault(description: "\(certificate) contains no certificate in PEM format") }
        let secret = try parse(key, "private key") { try NIOSSLPrivateKey(bytes: secret, format: .pem) }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) },
            privateKey: .privateKey(secret)
        )
        configuration.minimumTLSVersion = .tlsv12
        // With forward secrecy and authenticated encryption (RFC 9325, section 4.2); those of TLS 1.3 all have both.
        configuration.cipherSuites = "ECDHE+AESGCM:ECDHE+CHACHA20"
        configuration.applicationProtocols = ["http/1.1"]
        do {
            return try NIOSSLContext(configuration: configuration)
        } catch {
            throw Fault(description: "the private key \(key) does not match the certificate \(certificate)")
        }
    }

    private static func bytes(_ path: String, _ what: String) throws(Fault) -> [UInt8] {
        do throws(FileBytes.Fault) {
            return try FileBytes.read(path, maxBytes: 1 << 20)
        } catch {
            let hint = "the \(what) must be a PEM file that user \(getuid()) may read"
            throw Fault(description: "can't read \(path): \(error.message); \(hint)")
        }
    }

    private static func parse<Content>(
        _ path: String,
        _ what: String,
        _ read: () throws -> Content
    ) throws(Fault) -> Content {
        do {
            return try read()
        } catch {
            throw Fault(description: "\(path) contains no \(what) in PEM format")
        }
    }
}
