import DomoEngine
import DomoLanguage
import DomoSystem
import Logging

// Messages to browsers: their subscriptions.

extension HouseRuntime {
    /// Carries out a request that the engine has allowed.
    func carryOut(_ request: PushRequest, for id: RequestID) {
        do throws(Fault) {
            switch request.step {
            case .key:
                guard let key = engine.pushKey else {
                    throw Fault(
                        .badConfiguration,
                        "no notifier that sends messages to browsers is attached",
                        hint: "add a target with \"push\" to the configuration of domo-notify"
                    )
                }
                answer(id, .push(PushReport(key: key)))
            case .list: answer(id, .push(report(to: request, for: id)))
            case .subscribe(let new):
                guard let token = request.token else {
                    throw Fault(.badRequest, "only a browser that has signed in with a token gets messages")
                }
                changed(tokens.push.table.add(new, of: token.id, at: Instant.now().wall), by: request, for: id)
            case .unsubscribe(let endpoint):
                let isAny = request.sight == .names
                let hasChanged = tokens.push.table.remove { entry in
                    entry.subscription.endpoint == endpoint && (isAny || entry.token == request.token?.id)
                }
                changed(hasChanged, by: request, for: id)
            case .gone(let gone): changed(tokens.push.table.remove { $0.id == gone }, by: request, for: id)
            }
        } catch {
            answer(id, .fault(error))
        }
    }

    /// Ends the subscriptions whose token has ended.
    func endPushes() {
        let (table, push) = (tokens.table, tokens.push)
        guard tokens.push.table.remove(where: { !table.holds($0.token) }), push.file != nil else { return }
        savePushes { _ in }
    }

    private func report(to request: PushRequest, for id: RequestID) -> PushReport {
        // An administrator who has attached a notifier on this connection sends the messages.
        let isNotifier = request.sight == .names && notifier.map { $0 === client(of: id) } ?? false
        let names = Dictionary(tokens.table.all.map { ($0.id, $0.name) }) { first, _ in first }
        let seen = tokens.push.table.entries.compactMap { entry -> PushReport.Subscription? in
            guard let name = names[entry.token], request.sight != .own || entry.token == request.token?.id else {
                return nil
            }
            let isWhole = isNotifier || request.sight == .everything
            return .init(id: entry.id, token: name, since: entry.since, entry.subscription, isWhole: isWhole)
        }
        return PushReport(key: engine.pushKey, subscriptions: seen)
    }

    /// Answers when the change is stored: a browser that shows that it gets messages must get them after a restart too.
    private func changed(_ hasChanged: Bool, by request: PushRequest, for id: RequestID) {
        let report = report(to: request, for: id)
        guard hasChanged else { return answer(id, .push(report)) }
        savePushes { problem in
            let fault = problem.map {
                Fault(.badConfiguration, "the subscription can't be stored: \($0)", hint: "free some disk space")
            }
            self.put(.performed(id, fault.map(Reply.fault) ?? .push(report)))
        }
    }

    /// - Parameter done: called on another thread, with an error message if saving failed.
    private func savePushes(done: @escaping @Sendable (_ problem: String?) -> Void) {
        guard let file = tokens.push.file else { return done(nil) }
        let (table, log) = (tokens.push.table, log)
        longWork.add {
            do throws(FileBytes.Fault) {
                try file.write(table)
                done(nil)
            } catch {
                let problem = "\(file.path): \(error.message)"
                log.error("subscriptions can't be stored: \(problem)")
                done(problem)
            }
        }
    }
}
