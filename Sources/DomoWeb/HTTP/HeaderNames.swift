import HTTPTypes

/// Headers that HTTPTypes does not define. Static, since each creation validates the name.
extension HTTPField.Name {
    static let domoVersion = HTTPField.Name("Domo-Version")!
    static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
    static let forwardedFor = HTTPField.Name("X-Forwarded-For")!
    static let lastEventID = HTTPField.Name("Last-Event-ID")!
    static let accelBuffering = HTTPField.Name("X-Accel-Buffering")!
    static let idempotencyKey = HTTPField.Name("Idempotency-Key")!
    static let crossOriginOpenerPolicy = HTTPField.Name("Cross-Origin-Opener-Policy")!
    static let strictTransportSecurity = HTTPField.Name("Strict-Transport-Security")!
    /// A second one: the first is the request's authority.
    static let host = HTTPField.Name("Host")!
    static let prefer = HTTPField.Name("Prefer")!
}
