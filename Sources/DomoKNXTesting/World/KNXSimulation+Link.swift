import DomoEngine
import DomoEngineTesting
import DomoKNX
import DomoKNXBus
import DomoLanguage

// Carries out the actions of the link.

extension KNXSimulation {
    func handle(action: KNXLinkMachine.Action) {
        switch action {
        case .link(let action): handle(action)
        case .open: openSocket()
        case .close: closeSocket()
        case .transmit(let octets, let address):
            effectTrace?.note(transmitted: octets)
            if isNetworkGone { return networkTakesNothing() }
            noteTransmission(octets)
            transmit(octets, to: address)
        // The interface never moves, and a search finds no other.
        case .recognised, .redirect, .restrict: break
        case .search: pass(.connection(.found([])))
        case .wake(let moment):
            daemon?.linkWake = moment.map { max(time, $0.uptime) + dice.microseconds(scenario.lateness) }
        case .stopped: trace { "the link has stopped" }
        }
    }

    private func handle(_ action: KNXLinkAction) {
        switch action {
        case .outcome(let id, let outcome):
            guard !isUnknown(id) else { return }
            trace { "outcome \(id.number): \(outcome)" }
            var outcome = outcome
            if case .notSent = outcome, breaks(.acceptsWhatWasNotSent) { outcome = .accepted }
            noteOutcome(id, outcome)
            if breaks(.reportsTwice) { noteOutcome(id, outcome) }
            report(.outcome(id, outcome))
        case .answer(let id, let answer):
            trace { "answer \(id.number): \(answer)" }
            queriesAreAnsweredOnceAndInTime(id)
            report(.answer(id, answer))
        case .report(let report): handle(report: report)
        case .performed(let id, let result):
            guard let request = commands.removeValue(forKey: id) else {
                return violate("command \(id)", invariant: "commandsAreAnsweredOnce")
            }
            trace { "command \(id): \(result)" }
            // As in the runtime, the reply is the answer of the link.
            requestsAreAnsweredOnceAndInTime(request)
        case .note(let text): trace { "note: \(text)" }
        case .warning(let text): trace { "warning: \(text)" }
        // There is no log of telegrams here.
        case .log, .readLog: break
        }
    }

    private func handle(report: LinkReport) {
        guard let link = daemon?.link else { return }
        switch report {
        case .state(_, .up):
            trace { "the link is up" }
            noteLink(isUp: true)
        case .state(_, .missedReports(let readsAgain)):
            trace { "reports may have been missed" + (readsAgain ? "; all are read again" : "") }
            coverage.note(readsAgain ? "read again after missed reports" : "missed reports")
        case .state(_, .down(let reason)):
            trace { "the link is down: \(reason)" }
            noteLink(isUp: false, because: reason)
            openReads = [:]
            receivedByLink = [:]
        case .state(_, .traffic), .state(_, .reads), .observed, .messages, .requested, .runScene, .connection: break
        }
        self.report(DomoEngine.Input(report, from: link))
    }

    /// Notes an input that the engine is about to receive.
    func noteReport(_ input: DomoEngine.Input) {
        noteCoverReport(input)
        switch input {
        case .link(_, _, .up):
            daemon?.isLinkUp = true
            awaitedOrder = nil
        case .link(_, _, .down):
            daemon?.isLinkUp = false
            received = receivedByLink
            covers = [:]
            awaitedOrder = nil
        case .link(_, _, .traffic(let cost)):
            paceOfLine.chargeOthers(Double(cost), at: time)
        case .link(_, _, .reads(let cost)): noteOwnReads(cost)
        default: break
        }
    }
}
