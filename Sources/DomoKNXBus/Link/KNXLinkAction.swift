public import DomoEngine
public import DomoLanguage

/// What a KNX link reports to the engine, to people and to its logs. The connection's own actions are separate.
public enum KNXLinkAction: Sendable {
    /// The result of an order.
    case outcome(Dispatch.ID, Outcome)
    /// The answer to a query.
    case answer(Dispatch.ID, Answer)
    case report(LinkReport)
    /// The result of a command from a person.
    case performed(UInt64, Result<LinkAnswer, Fault>)
    /// For the log.
    case note(String)
    /// For the log, when the administrator has to act.
    case warning(String)
    /// For the log of telegrams.
    case log(LoggedTelegram)
    /// Read the log of telegrams; `KNXLinkMachine.Input.logRead` follows with the number of the command.
    case readLog(TelegramLogQuestion, command: UInt64)
}
