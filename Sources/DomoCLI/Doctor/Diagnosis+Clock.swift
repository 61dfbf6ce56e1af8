import DomoLanguage
import DomoModel

extension Diagnosis {
    /// A difference from the times of files and records that is no matter of seconds, such as a time zone.
    private static let day: Int64 = 86_400_000
    /// A program that is older by an unsynchronized clock shows that the clock is wrong: ten years.
    private static let maxProgramDays = 3650

    /// - Parameter newest: the time of the newest record in the history.
    static func clock(_ machine: Machine, newest: Timestamp? = nil) -> Finding {
        let records = newest.map { Machine.Witness(what: "the newest record in the history", time: $0) }
        let latest = ([records].compactMap(\.self) + machine.witnesses).max { $0.time < $1.time }
        let shown = "the machine's clock shows \(LocalTime.day(machine.time))"
        let set = machine.timeService.advice(isFarOff: true)
        if machine.isClockSynchronized == true {
            guard let newest, newest.milliseconds - machine.time.milliseconds > day else {
                return .good("clock", "synchronized")
            }
            return .doubtful(
                "clock",
                "synchronized; the history has records of \(LocalTime.day(newest)): the clock was ahead then",
                "domo orders and domo history show them with those times; they can't be corrected"
            )
        }
        if let latest, latest.time.milliseconds - machine.time.milliseconds > day {
            let days = (latest.time.milliseconds - machine.time.milliseconds) / day
            let behind = days > 730 ? "years" : days > 60 ? "months" : days == 1 ? "a day" : "\(days) days"
            return .bad(
                "clock",
                "\(shown), but \(latest.what) is of \(LocalTime.day(latest.time)): it is probably behind by \(behind), "
                    + "and schedules and history are wrong",
                set
            )
        }
        // Files of the daemon are as new as its clock; the program is from before.
        if let oldest = machine.witnesses.min(by: { $0.time < $1.time }),
            (machine.time.milliseconds - oldest.time.milliseconds) / day > maxProgramDays
        {
            return .bad(
                "clock",
                "\(shown), but \(oldest.what) is of \(LocalTime.day(oldest.time)): it is probably ahead by years, and "
                    + "schedules and history are wrong",
                set
            )
        }
        // Before this program was written.
        if machine.time < Timestamp(milliseconds: 1_767_225_600_000) {
            return .bad("clock", "\(shown), which is too early: schedules and history are wrong", set)
        }
        if machine.isClockSynchronized == false {
            return .doubtful(
                "clock",
                "the machine's clock is not synchronized",
                machine.timeService.advice(isFarOff: false)
            )
        }
        return .good("clock", "plausible")
    }
}

extension Machine.TimeService {
    fileprivate func advice(isFarOff: Bool) -> String {
        switch self {
        case .available: "enable time synchronization: timedatectl set-ntp true"
        case .none:
            "install a time service (apt install systemd-timesyncd)"
                + (isFarOff ? ", or set the clock: timedatectl set-time \"YYYY-MM-DD HH:MM:SS\"" : "")
        case .ofHost: "synchronize the clock of the host: this is a container, which has none of its own"
        }
    }
}
