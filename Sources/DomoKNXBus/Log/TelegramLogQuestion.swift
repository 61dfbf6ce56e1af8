public import DomoModel

/// The part of the log to read.
public struct TelegramLogQuestion: Sendable, Equatable {
    public var since: Timestamp?
    public var until: Timestamp?
    /// `TelegramLogPage.next` of the previous page.
    public var after: String?

    public init(since: Timestamp? = nil, until: Timestamp? = nil, after: String? = nil) {
        self.since = since
        self.until = until
        self.after = after
    }
}

/// One page of the log, oldest first.
public struct TelegramLogPage: Sendable, Equatable {
    public var telegrams: [LoggedTelegram]
    /// Where the next page begins; nil at the end.
    public var next: String?

    public init(_ telegrams: [LoggedTelegram], next: String? = nil) {
        self.telegrams = telegrams
        self.next = next
    }
}
