import DomoEngine
import DomoKNX
import DomoLanguage

/// What is learnt from the telegrams on the bus, for `domo knx doctor` and `domo knx learn`.
struct Diagnosis: Sendable {
    private var traffic = Traffic()
    private var learner = Learner()

    mutating func note(_ telegram: GroupTelegram, isOwn: Bool, at now: Instant) {
        traffic.note(telegram, isOwn: isOwn, at: now)
        learner.note(telegram, at: now)
    }

    /// No device acknowledged a telegram to the address.
    mutating func noteRefused(_ address: GroupAddress, at now: Instant) { traffic.noteRefused(address, at: now) }

    /// - Parameter unanswered: The number of unanswered reads, by address.
    func report(
        _ profile: KNXLinkProfile,
        unanswered: [GroupAddress: Int],
        _ connection: ConnectionState,
        at now: Instant
    ) -> LinkAnswer {
        BusReport(profile: profile, traffic: traffic, unansweredReads: unanswered, now: now)
            .diagnosis(isUp: connection.isUp, reason: connection.downReason)
    }

    mutating func learn(_ step: LinkCommand.Learning, _ profile: KNXLinkProfile) -> LinkAnswer {
        switch step {
        case .start: learner.start()
        case .stop: learner.stop()
        case .show: break
        }
        return learner.answer(profile)
    }
}
