public import DomoKNXBus
public import DomoLanguage

/// Where a link's telegrams are kept.
public protocol TelegramLog: Sendable {
    /// Never blocks.
    func append(_ telegram: LoggedTelegram)
    /// Reports exactly once, from any thread. What was appended before is in it.
    func read(
        _ question: TelegramLogQuestion,
        report: @escaping @Sendable (Result<TelegramLogPage, Fault>) -> Void
    )
    /// Nothing is appended any more. Reports, from any thread, when everything is written.
    func close(_ closed: @escaping @Sendable () -> Void)
}

/// Keeps nothing.
public struct NoTelegramLog: TelegramLog {
    public init() {}

    public func append(_ telegram: LoggedTelegram) {}

    public func read(
        _ question: TelegramLogQuestion,
        report: @escaping @Sendable (Result<TelegramLogPage, Fault>) -> Void
    ) {
        report(
            .failure(
                Fault(
                    .badConfiguration,
                    "the link keeps no log of telegrams",
                    hint: "remove \"telegram-log: off\" from the link in the configuration"
                )
            )
        )
    }

    public func close(_ closed: @escaping @Sendable () -> Void) { closed() }
}
