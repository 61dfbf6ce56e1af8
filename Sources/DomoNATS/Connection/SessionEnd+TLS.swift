import NIOCore
import NIOSSL

extension SessionEnd {
    /// - Parameter error: from the socket or from TLS.
    init(tls error: any Error, _ server: NATSAddress) {
        if let end = error as? SessionEnd {
            self = end
            return
        }
        let untrusted = SessionEnd(.refused, "the certificate of \(server) is not signed by a trusted authority")
        switch error {
        case NIOSSLError.unableToValidateCertificate, NIOSSLError.noCertificateToValidate: self = untrusted
        case NIOSSLError.handshakeFailed(let cause):
            let text = "\(cause)"
            // BoringSSL reports the cause only in its list of errors, whose texts are its constants.
            self =
                text.contains("CERTIFICATE_VERIFY_FAILED")
                ? untrusted : SessionEnd(.failed, "the TLS handshake with \(server) failed: \(text)")
        case let error as NIOSSLExtraError where error == .failedToValidateHostname:
            self.init(.refused, "the certificate of \(server) is for another host")
        default: self.init(.failed, "\(error)")
        }
    }
}
