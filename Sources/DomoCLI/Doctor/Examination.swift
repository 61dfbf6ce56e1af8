import CClock
import DomoLanguage
import Glibc

/// The findings of `domo doctor`.
struct Examination {
    let findings: [Finding]
    /// The daemon's reply as received.
    var answer: ArraySlice<UInt8>?
    /// Why there is none.
    var fault: Fault?

    static func run(_ options: ClientOptions) -> Examination {
        do throws(Fault) {
            let client = try options.connect()
            let bytes = try client.ask(.doctor).content()
            let health = try ReplyLine.decode(HealthView.self, from: bytes)
            let machine = Machine.current
            let diagnosis = Diagnosis(health, machine, tokens: tokens(client))
            return Examination(findings: diagnosis.findings, answer: bytes)
        } catch {
            return Examination(findings: findings(for: error), fault: error)
        }
    }

    /// Empty for a user who may not see the tokens of others.
    private static func tokens(_ client: ControlClient) -> [TokenView] {
        do throws(Fault) {
            return try ReplyLine.decode(TokenList.self, from: try client.ask(.token(.list)).content()).tokens
        } catch {
            return []
        }
    }

    /// The daemon is unreachable, or refused the request.
    private static func findings(for fault: Fault) -> [Finding] {
        let advice: String
        switch fault.code {
        case .unreachable:
            advice = "check why it does not run: systemctl status domod; its log: domo log"
        case .notAllowed:
            advice = fault.hint ?? "run it as a user who may see the whole house"
        default:
            advice = fault.hint ?? "see its log: domo log"
        }
        return [.bad("domod", fault.message, advice), Diagnosis.clock(Machine.current)]
    }
}

/// The state of the machine, known without the daemon.
struct Machine: Equatable {
    /// Whether a time service synchronizes the kernel's clock; nil if the kernel doesn't report it.
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
