import DomoLanguage

/// How an attempt to send a delivery ended.
indirect enum AttemptEnd: Equatable, Sendable {
    /// The target has accepted it; a call has its answer.
    case sent(message: String? = nil, answer: CallAnswer? = nil)
    /// Another attempt would end in the same way.
    case failed(String, answer: CallAnswer? = nil)
    /// It was not accepted, and another attempt can't duplicate it.
    ///
    /// - `after`: the target wants no attempt before.
    /// - `otherwise`: what is reported if there is no time for another attempt; nil for a failure.
    case retry(String, after: Duration? = nil, otherwise: AttemptEnd? = nil)
    /// It may have arrived: another attempt could duplicate it.
    case unknown(String)
}
