import DomoEngine
import DomoLanguage
import DomoModel
import DomoSystem
import Logging

// Hooks: their changes, and what is delivered to them.

extension HouseRuntime {
    /// Carries out a change that the engine has allowed.
    func carryOut(_ change: HookChange, for id: RequestID) {
        let list: HookList
        do throws(Fault) {
            list = try hooks.change(change, at: Instant.now().wall)
        } catch {
            return put(.performed(id, .fault(error)))
        }
        let created: String?
        switch change {
        case .list: return put(.performed(id, .hooks(list)))
        case .new(let hook, let rule, let by):
            created = hook.name
            keep(.hook, by: by, subject: hook.name, message: Self.text(rule))
        case .revoke(let name, let by):
            created = nil
            keep(.revokedHook, by: by, subject: name)
        }
        afterEffects { runtime in
            runtime.hooksChanged()
            runtime.saveHooks { problem in
                guard let problem else { return runtime.put(.performed(id, .hooks(list))) }
                // A hook that would not survive a restart is not given out.
                if let created { runtime.put(.droppedHook(created)) }
                let what = created == nil ? "the revocation" : "the hook"
                let fault = Fault(
                    .badConfiguration,
                    "\(what) can't be stored: \(problem)",
                    hint: "free some disk space if the disk is full, else do what the message says; then try again"
                )
                runtime.put(.performed(id, .fault(fault)))
            }
        }
    }

    /// `starts the scene Noche, act in Salon`
    private static func text(_ rule: HookRule) -> String {
        switch rule.action {
        case .scene(let name): "starts the scene \(name), \(text(rule.rule.grant))"
        case .report(let report): "reports \(report.path)"
        }
    }

    /// Removes a hook that could not be stored.
    func dropHook(_ name: String) {
        hooks.drop(name)
        keep(.revokedHook, subject: name, message: "could not be stored")
        hooksChanged()
    }

    /// Passes the current hooks to the engine.
    func hooksChanged() { handle(.hooks(hooks.table.rules)) }

    /// - Parameter done: called on another thread, with an error message if saving failed.
    private func saveHooks(done: @escaping @Sendable (_ problem: String?) -> Void) {
        guard let files = hooks.files else { return done(nil) }
        let (table, log) = (hooks.table, log)
        longWork.add {
            do throws(FileBytes.Fault) {
                try files.write(table)
                done(nil)
            } catch {
                log.error("hooks can't be stored: \(error.message)")
                done(error.message)
            }
        }
    }

    // MARK: - Deliveries

    /// Handles what came in to a hook. The sender has no rights of its own: the hook has.
    func take(_ knock: Knock, from client: any Client, number: Int) {
        let now = Instant.now()
        let call: HookCall
        do throws(Fault) {
            call = try hooks.begin(knock, at: now.wall, uptime: now.uptime / 1_000_000)
        } catch {
            hooks.end()
            client.answer(number, .fault(error), in: self)
            return refused(knock, error, from: client)
        }
        decide(from: client, number: number) { .knocked(call, id: $0) }
        if !hooks.isDone {
            let address = address(of: client, from: knock.from)
            keep(.refusedKnock, from: address, subject: call.hook.name, message: "authentic, but not carried out")
        }
        hooks.end()
    }

    /// A name that is not known is not kept: whoever guesses names fills no log with them.
    private func refused(_ knock: Knock, _ fault: Fault, from client: any Client) {
        let (isKept, leftOut) = hooks.noteRefusal(uptime: Instant.now().uptime / 1_000_000)
        guard isKept else { return }
        let isKnown = hooks.table.hook(named: knock.hook) != nil
        let reason = fault.code == .unknownHook ? "a wrong secret or name" : fault.message
        keep(
            .refusedKnock,
            from: address(of: client, from: knock.from),
            subject: isKnown ? knock.hook : nil,
            message: leftOut > 0 ? "\(reason); \(leftOut) others before it" : reason
        )
    }

    /// The engine has carried out the delivery. A signed one is answered when its identity is stored: what was answered is
    /// not carried out again, whenever the daemon ends.
    func knocked(_ id: RequestID, _ what: String) {
        guard let (knock, hook) = hooks.current else { return }
        let now = Instant.now().wall
        keep(.knock, by: Principal.hook(hook.principal).cause, from: knock.from, message: what)
        do throws(Fault) {
            try hooks.noteDone(at: now)
        } catch {
            log.error("a delivery to the hook \(hook.name) can't be remembered: \(error.message)")
        }
        guard hook.key.proof == .signature, hooks.files != nil else { return }
        if hooks.held.add(id) { writeDeliveries() }
    }

    /// On a thread of its own: a sender waits for it.
    private func writeDeliveries() {
        guard let files = hooks.files else { return }
        let (deliveries, log) = (hooks.table.storedDeliveries, log)
        let write: @Sendable () -> Void = {
            do throws(FileBytes.Fault) {
                try files.writeDeliveries(deliveries)
            } catch {
                log.error("deliveries to hooks can't be stored: \(error.message)")
            }
            self.put(.deliveriesKept)
        }
        do throws(ThreadFault) {
            try WorkerThread.start(name: "domo-hooks", write)
        } catch {
            longWork.add(write)
        }
    }

    func deliveriesKept() {
        let (replies, goesOn) = hooks.held.end()
        for (id, reply) in replies { answerStored(id, reply) }
        if goesOn { writeDeliveries() }
    }
}
