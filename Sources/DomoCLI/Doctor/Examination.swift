import DomoLanguage

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
            let machine = Machine.current(stateFolder: health.disk?.folder)
            // A refusal would be recorded in the log of access.
            let tokens = health.role == Role.manage.word ? tokens(client) : []
            let diagnosis = Diagnosis(health, machine, tokens: tokens)
            let bridges = ["domo-mqtt", "domo-fleet"].compactMap { BridgeUnit.current($0)?.finding }
            return Examination(findings: diagnosis.findings + bridges, answer: bytes)
        } catch {
            return Examination(findings: findings(for: error), fault: error)
        }
    }

    /// Empty for a user who may not see the tokens of others: whose role is limited to some places.
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
            advice = "check why it does not run: systemctl status domod; its log: domo log --journal"
        case .notAllowed:
            advice = fault.hint ?? "run it as a user whose role is for all places"
        default:
            advice = fault.hint ?? "see its log: domo log --journal"
        }
        return [.bad("domod", fault.message, advice), Diagnosis.clock(Machine.current(stateFolder: nil))]
    }
}
