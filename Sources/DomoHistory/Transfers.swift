import DomoLanguage
import DomoModel

final class Transfers: Sendable {
    init(settings: History.Settings) {}
    func removeLeftOvers() {}
    func backup(_ step: BackupStep, now: Timestamp) throws(Fault) -> TransferReport {
        throw Fault(.noHistory, "not yet")
    }
    func restore(
        _ step: RestoreStep,
        now: Timestamp,
        queue: WriteQueue,
        board: StatusBoard
    ) throws(Fault)
        -> TransferReport
    {
        throw Fault(.noHistory, "not yet")
    }
}
