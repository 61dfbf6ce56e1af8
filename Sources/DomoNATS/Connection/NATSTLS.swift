import NIOSSL

/// How servers are verified. Connections share it: it is large.
public struct NATSTLS: Sendable {
    public struct Fault: Error, Equatable, Sendable, CustomStringConvertible {
        public var description: String
    }

    let context: NIOSSLContext
    let startsFirst: Bool

    /// The chain and the host name of a server are always verified, and TLS is at least 1.3.
    ///
    /// - Parameters:
    ///   - caFile: a PEM file with the certificates that are trusted, and no others; nil for those of the system.
    ///   - startsFirst: whether TLS starts at once (`handshake_first` in the server's configuration), or after the
    ///     server's INFO in plain text.
    public init(caFile: String?, startsFirst: Bool = true) throws(Fault) {
        self.startsFirst = startsFirst
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv13
        configuration.certificateVerification = .fullVerification
        do {
            if let caFile {
                let certificates = try NIOSSLCertificate.fromPEMFile(caFile)
                guard !certificates.isEmpty else {
                    throw Fault(description: "\(caFile) contains no certificate in PEM format")
                }
                configuration.trustRoots = .certificates(certificates)
            }
            context = try NIOSSLContext(configuration: configuration)
        } catch let fault as Fault {
            throw fault
        } catch {
            throw Fault(description: "can't read the certificates in \(caFile ?? "the system"): \(error)")
        }
    }

    /// The handler for a connection to a host.
    func handler(for host: String) throws -> NIOSSLClientHandler {
        // The certificate of a server with an address is compared with the address that is connected.
        let isAddress = host.contains(":") || host.utf8.allSatisfy { $0 == 0x2E || (0x30...0x39).contains($0) }
        return try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : host)
    }
}
