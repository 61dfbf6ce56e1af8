import DomoLanguage
import DomoModel

// Connects the notices with the rest of the engine: passes them inputs, and carries out their decisions.

extension Engine {
    private var quietClock: QuietClock { QuietClock(site: houses.sites.first) }

    // MARK: - Decisions

    mutating func carryOutNoticeDecisions() {
        while let decision = notices.nextDecision() {
            switch decision {
            case .keep(let table): outbox.keep(notices: table)
            case .deliver(let delivery):
                outbox.deliver(Event(kind: .delivery, time: now.wall, delivery: delivery))
            case .withdraw(let delivery):
                outbox.deliver(Event(kind: .withdrawal, time: now.wall, delivery: delivery))
            case .publish(let notice):
                let event = Event(kind: .notice, time: now.wall, notice: notice, places: notice.places)
                outbox.publish(event)
            case .reply(let id, let reply): outbox.reply(id, reply)
            case .callEnded(let strand, let result): withScenes { $0.callEnded(result, for: strand, in: $1) }
            }
        }
    }

    mutating func wakeNotices() {
        notices.wake(at: now, clock: quietClock)
        carryOutNoticeDecisions()
    }

    // MARK: - The notifier

    mutating func handle(_ step: NotifierStep, for id: RequestID) {
        switch step {
        case .attach(let profile):
            outbox.attach(id)
            notices.attach(profile, at: now, clock: quietClock)
        case .done(let report): notices.handle(report, at: now, clock: quietClock)
        }
        outbox.reply(id, .notifier(notices.attachment(since: started)))
        carryOutNoticeDecisions()
    }

    mutating func notifierIsGone() {
        notices.detach(at: now)
        carryOutNoticeDecisions()
    }

    /// A message could not be handed over.
    mutating func takeBack(_ id: UInt64) {
        notices.takeBack(id, at: now)
        carryOutNoticeDecisions()
    }

    mutating func restore(_ table: NoticeTable) {
        notices.restore(table, at: now)
        carryOutNoticeDecisions()
    }

    // MARK: - Scenes

    /// Whoever may run a scene from their own file may not send messages with it.
    private func requireManager(of strand: StrandID) throws(Fault) {
        guard let principal = scenes.principal(of: strand), !access.managesAll(principal) else { return }
        throw Fault(
            .notAllowed,
            "notices in a scene that is not in the scene folder need the role manage",
            hint: "an administrator can save the scene there"
        )
    }

    /// Raises a notice of a scene.
    mutating func raise(_ notice: RaisedNotice, for strand: StrandID) {
        do throws(Fault) {
            try requireManager(of: strand)
            let (raised, isNew) = try notices.raise(notice, at: now, clock: quietClock)
            let note =
                isNew
                ? "notice \(raised.number)"
                : "only counted: notice \(raised.number) was raised at \(raised.time.rfc3339) for the same cause"
            callScenes { $0.noticeTaken(note, for: strand, in: $1) }
        } catch {
            callScenes { $0.orderRefused(error, for: strand, in: $1) }
        }
        carryOutNoticeDecisions()
    }

    mutating func resolveNotices(about cause: String, text: String?, for strand: StrandID) {
        do throws(Fault) {
            try requireManager(of: strand)
        } catch {
            return callScenes { $0.orderRefused(error, for: strand, in: $1) }
        }
        let resolved = notices.resolve(about: cause, text: text, at: now, clock: quietClock)
        let numbers = resolved.map { String($0.number) }.joined(separator: ", ")
        let note = resolved.isEmpty ? "no notice is open for \(cause)" : "resolved: \(numbers)"
        callScenes { $0.noticeTaken(note, for: strand, in: $1) }
        carryOutNoticeDecisions()
    }

    mutating func begin(_ call: Script.Call, text: String?, paths: [String], scene: String, for strand: StrandID) {
        do throws(Fault) {
            try notices.call(
                call.target.text,
                text: text,
                paths: paths,
                within: call.atMost ?? Script.usualCallTime,
                scene: scene,
                for: strand,
                at: now
            )
        } catch {
            callScenes { $0.callEnded(.failure(error), for: strand, in: $1) }
        }
        carryOutNoticeDecisions()
    }

    // MARK: - Requests

    mutating func notify(_ new: NewNotice, for id: RequestID, by principal: Principal) throws(Fault) {
        defer { carryOutNoticeDecisions() }
        if new.isResolution {
            let resolved = notices.resolve(about: new.about ?? "", text: new.text, at: now, clock: quietClock)
            outbox.reply(id, .notice(NoticeReport(notices: resolved)))
            return
        }
        if let names = notices.notifier.names, let name = new.to.first(where: { !names.contains($0) }) {
            throw Fault(
                .badRequest,
                "the notifier has no target named \"\(name)\"",
                hint: names.isEmpty
                    ? "add it to the configuration of domo-notify" : "use \(names.joined(separator: ", "))"
            )
        }
        let notice = RaisedNotice(
            text: new.text ?? "",
            to: new.to,
            isUrgent: new.isUrgent,
            about: new.about,
            by: principal.cause
        )
        let (raised, _) = try notices.raise(notice, at: now, clock: quietClock)
        if new.waits {
            notices.answer(id, whenSent: raised.number, at: now)
        } else {
            outbox.reply(id, .notice(NoticeReport(notices: [raised])))
        }
    }

    mutating func handle(
        _ step: NoticesStep,
        seenIn scope: Scope,
        for id: RequestID,
        by principal: Principal
    ) throws(Fault) {
        switch step {
        case .list(let last):
            let seen = notices.table.notices.lazy.map(\.view).filter { $0.isSeen(in: scope) }
            let list = NoticeList(notices: Array(seen.reversed().prefix(last)), targets: notices.notifier.names)
            outbox.reply(id, .notices(list))
        case .acknowledge(let number, let code):
            defer { carryOutNoticeDecisions() }
            // The shell has checked the code.
            let isSeen = notices.index(of: number).map { notices.table.notices[$0].view.isSeen(in: scope) } ?? false
            let who = code == nil ? principal.cause.label : "whoever got the message"
            guard isSeen || code != nil, let notice = notices.acknowledge(number, by: who, at: now) else {
                throw Fault(.badRequest, "there is no notice \(number)", hint: "\"domo notices\" lists them")
            }
            outbox.reply(id, .notice(NoticeReport(notices: [notice])))
        }
    }
}

extension NoticeView {
    /// Whether somebody who sees these places may see it: all that it is about must be in them.
    func isSeen(in scope: Scope) -> Bool {
        guard scope.isLimited else { return true }
        guard let places, !places.isEmpty else { return false }
        return places.allSatisfy(scope.holds)
    }
}
