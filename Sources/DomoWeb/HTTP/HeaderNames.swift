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
    /// The secret of a hook, for senders that use Authorization otherwise.
    static let hookSecret = HTTPField.Name("Hook-Secret")!
    // Standard Webhooks 1.0.0, "Webhook headers".
    static let webhookID = HTTPField.Name("Webhook-Id")!
    static let webhookTimestamp = HTTPField.Name("Webhook-Timestamp")!
    static let webhookSignature = HTTPField.Name("Webhook-Signature")!
    // The identity of a delivery, as other senders call it.
    static let deliveryID = HTTPField.Name("X-Delivery-ID")!
    static let githubDelivery = HTTPField.Name("X-GitHub-Delivery")!
    static let prefer = HTTPField.Name("Prefer")!
}
