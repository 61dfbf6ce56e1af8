import DomoSystem
import Glibc
import Logging
import NIOSSL
import Synchronization

/// The certificate that connections begin with, out of two files, which are read again when they change. Connections that
/// are open keep the one that they began with.
final class Certificates: Sendable {
    /// A file that can't be used: which, and why.
    struct Fault: Error, CustomStringConvertible {
        var description: String
    }

    /// What the files held when they were last read; nil where they could not be.
    private typealias Files = [[UInt8]?]

    private struct State {
        var context: NIOSSLContext
        var files: Files
    }

    private let certificate: String
    private let key: String
    private let state: Mutex<State>

    /// - Parameters:
    ///   - certificate: a PEM file: the server's certificate first, then those that lead to its authority.
    ///   - key: a PEM file.
    init(certificate: String, key: String) throws(Fault) {
        (self.certificate, self.key) = (certificate, key)
        let files = try [Self.bytes(certificate, "certificate"), Self.bytes(key, "private key")]
        state = Mutex(State(context: try Self.context(certificate, files[0], key, files[1]), files: files))
    }

    var context: NIOSSLContext { state.withLock(\.context) }

    /// Reads the files, and takes them where they changed. Where they can't be used, the previous certificate stays.
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
            // One that stays away is reported once.
            guard files.contains(nil) ? note(files) : true else { return }
            log.error("reload failed, the previous certificate is still active: \(error)")
        }
    }

    /// - Returns: false where they are as they were.
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
        guard !chain.isEmpty else { throw Fault(description: "\(certificate) holds no certificate in PEM format") }
        let secret = try parse(key, "private key") { try NIOSSLPrivateKey(bytes: secret, format: .pem) }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) },
            privateKey: .privateKey(secret)
        )
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        do {
            return try NIOSSLContext(configuration: configuration)
        } catch {
            throw Fault(description: "the private key \(key) does not belong to the certificate \(certificate)")
        }
    }

    private static func bytes(_ path: String, _ what: String) throws(Fault) -> [UInt8] {
        do throws(FileBytes.Fault) {
            return try FileBytes.read(path, longest: 1 << 20)
        } catch {
            let hint = "the \(what) is a PEM file that user \(getuid()) may read"
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
            throw Fault(description: "\(path) holds no \(what) in PEM format")
        }
    }
}
