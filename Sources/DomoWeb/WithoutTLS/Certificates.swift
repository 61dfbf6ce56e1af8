import Logging

/// A build without TLS (`make demo`) can't use a certificate.
struct Certificates {
    struct Fault: Error, CustomStringConvertible {
        let description = "this domo-web was built without TLS, by make demo; swift build builds it with TLS"
    }

    init(certificate: String, key: String) throws(Fault) { throw Fault() }

    func reloadIfChanged(_: Logger) {}
}
