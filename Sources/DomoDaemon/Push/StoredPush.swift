import DomoLanguage

/// The subscriptions of the running daemon, and their file.
struct StoredPush {
    var table = PushTable()
    /// Nil if they are not stored.
    var file: PushFile?
}
