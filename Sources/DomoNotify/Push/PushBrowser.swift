import DomoLanguage

/// A browser's subscription, as the daemon keeps it.
struct PushBrowser: Equatable, Sendable, Decodable {
    var id: UInt64
    /// The name of the token that the browser is signed in with.
    var token: String
    var endpoint: String
    /// In base64url.
    var p256dh: String
    var auth: String
}

/// The reply to `push list`.
struct PushBrowsers: Equatable, Sendable, Decodable {
    var subscriptions: [PushBrowser]
}
