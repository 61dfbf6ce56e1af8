/// An authority, and a certificate of it for one host, made by OpenSSL: ECDSA on P-256.
public struct TestCertificates {
    public let folder: TemporaryFolder
    public var authority: String { "\(folder.path)/ca.pem" }

    /// - Parameter host: as in subjectAltName: `IP:127.0.0.1`, `DNS:localhost`.
    public init(host: String = "IP:127.0.0.1") throws {
        folder = try TemporaryFolder()
        let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
        try Self.run(
            ["req", "-x509"] + key + [
                "-subj", "/CN=test authority", "-keyout", "\(folder.path)/ca.key", "-out", authority,
                "-addext", "keyUsage=critical,keyCertSign",
            ]
        )
        try Self.run(
            ["req", "-x509", "-CA", authority, "-CAkey", "\(folder.path)/ca.key"] + key + [
                "-subj", "/CN=n1", "-addext", "subjectAltName=\(host)", "-addext", "basicConstraints=critical,CA:FALSE",
                "-keyout", "\(folder.path)/n1.key", "-out", "\(folder.path)/n1.pem",
            ]
        )
    }

    private static func run(_ arguments: [String]) throws {
        let run = try ChildProcess.run("/usr/bin/openssl", arguments)
        guard run.status == 0 else { throw KitFault(description: "openssl \(arguments): \(run)") }
    }

    /// The part `tls` of a server's configuration.
    public func configuration(_ more: String = "handshake_first: true") -> String {
        """
        tls { cert_file: "\(folder.path)/n1.pem", key_file: "\(folder.path)/n1.key", min_version: "1.3", timeout: "10s"
        \(more) }
        """
    }
}
