import CClock
import DomoLanguage
import Glibc

/// What `domo doctor` found.
struct Examination {
    let findings: [Finding]
    /// The daemon's answer as it came.
    var answer: ArraySlice<UInt8>?
    /// Why there is none.
    var fault: Fault?

    static func run(_ options: ClientOptions) -> Examination {
        do throws(Fault) {
            let client = try options.connect()
            let bytes = try client.ask(.doctor).content()
            let health = try ReplyLine.decode(HealthView.self, from: bytes)
            let machine = Machine.current
            return Examination(findings: Diagnosis(health, machine).findings, answer: bytes)
        } catch {
            return Examination(findings: findings(for: error), fault: error)
        }
    }

    /// Nobody answered, or refused to.
    private static func findings(for fault: Fault) -> [Finding] {
        let advice: String
        switch fault.code {
        case .unreachable:
            advice = "see why it does not run: systemctl status domod; its log: domo log"
        case .notAllowed:
            advice = fault.hint ?? "ask as a user who may see the whole house"
        default:
            advice = fault.hint ?? "its log says more: domo log"
        }
        return [.bad("domod", fault.message, advice), Diagnosis.clock(Machine.current)]
    }
}

/// What is known of the machine without the daemon.
struct Machine: Equatable {
    /// Whether the kernel's clock is kept right by a time service; nil where the kernel does not say.
    var isClockSynchronized: Bool?
    /// The year by the machine's clock.
    var year: Int
    /// The version of this command line.
    var version = domoVersion

    static var current: Machine {
        let state = domo_clock_is_synchronized()
        var seconds = time(nil)
        var date = tm()
        gmtime_r(&seconds, &date)
        return Machine(isClockSynchronized: state < 0 ? nil : state == 1, year: Int(date.tm_year) + 1900)
    }
}
