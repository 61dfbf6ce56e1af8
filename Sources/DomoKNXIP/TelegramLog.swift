public import DomoKNXBus
public import DomoLanguage

/// A log of a link's telegrams.
public protocol TelegramLog: Sendable {
    /// Never blocks.
    func append(_ telegram: LoggedTelegram)
    /// Reports exactly once, from any thread. The result includes everything appended before.
    func read(
        _ question: TelegramLogQuestion,
        report: @escaping @Sendable (Result<TelegramLogPage, Fault>) -> Void
    )
    /// Closes the log; nothing may be appended afterwards. Reports, from any thread, when everything is written.
    func close(_ closed: @escaping @Sendable () -> Void)
}

/// A log that discards all telegrams.
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
