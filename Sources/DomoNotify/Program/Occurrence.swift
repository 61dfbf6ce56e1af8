import DomoLanguage

/// What the notifier acts on, one after the other.
enum Occurrence: Sendable {
    case delivery(Delivery)
    case withdrawal(UInt64)
    /// An attempt has ended.
    case ended(Delivery, AttemptEnd)
    /// A moment that the dispatcher waits for has come.
    case moment
    case configuration(NotifyConfiguration)
    case stop
}
