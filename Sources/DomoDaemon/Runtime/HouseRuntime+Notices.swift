import DomoEngine
import DomoLanguage
import DomoModel
import DomoSystem
import Logging
import NIOCore

// Messages to people: their file, and the connection of the notifier.

extension HouseRuntime {
    /// The time until a write that failed is repeated.
    private static let pauseBeforeRetry: TimeAmount = .seconds(10)

    /// The notices of the previous run.
    func restore(_ table: NoticeTable) { handle(.notices(table)) }

    // MARK: - The notifier

    /// The connection of the request is that of the notifier from now on.
    func attach(_ id: RequestID) {
        guard let client = client(of: id) else { return }
        notifier = client
        log.notice("a notifier is attached: \(client.principal.cause.label)")
    }

    func notifierClosed(_ client: any Client) {
        guard notifier === client else { return }
        notifier = nil
        log.notice("the notifier disconnected")
        handle(.notifierGone)
    }

    /// Hands an event to the notifier once the notices are stored.
    func deliver(_ event: Event) {
        if let event = notices.hold(event) { send(toNotifier: event) }
    }

    private func send(toNotifier event: Event) {
        guard let notifier else {
            guard event.kind == .delivery, let delivery = event.delivery else { return }
            afterEffects { $0.handle(.undelivered(delivery.id)) }
            return
        }
        var event = event
        if let delivery = event.delivery, let number = delivery.notice, delivery.wantsAnswer {
            do throws(Fault) {
                event = event.withCode(try noticeCodes.code(of: number))
            } catch {
                log.warning("messages have no link to acknowledge them: \(error.message)")
            }
        }
        notifier.send(event: event.jsonLine, in: self)
    }

    // MARK: - Links in messages

    /// Checks the code of an acknowledgement, which needs no token.
    ///
    /// - Returns: why it is refused; nil for any other request.
    func refusal(ofCodeIn request: Request) -> Fault? {
        guard case .notices(.acknowledge(let number, let code?)) = request else { return nil }
        do throws(Fault) {
            guard try noticeCodes.isRight(code, for: number) else {
                return Fault(.notAllowed, "this is not the code of the notice", hint: "open the link in the message")
            }
            return nil
        } catch {
            return error
        }
    }

    // MARK: - The file

    /// Writes what has changed, on its own thread.
    func writeNotices(isRetry: Bool = false) {
        guard let file = notices.file, let table = notices.next(isRetry: isRetry) else { return }
        do throws(ThreadFault) {
            try WorkerThread.start(name: "domo-notices") {
                do throws(FileBytes.Fault) {
                    try file.write(table)
                    self.put(.noticesKept(problem: nil))
                } catch {
                    self.put(.noticesKept(problem: error.message))
                }
            }
        } catch {
            put(.noticesKept(problem: error.description))
        }
    }

    /// A write has ended.
    func noticesKept(problem: String?) {
        for event in notices.ended(isStored: problem == nil) { send(toNotifier: event) }
        checkWait()
        guard let problem else { return }
        log.error("\(notices.file?.path ?? ""): can't be written: \(problem); a restart may send messages again")
        guard notices.planRetry() else { return }
        eventLoop.scheduleTask(in: Self.pauseBeforeRetry) {
            self.assumeIsolated { $0.writeNotices(isRetry: true) }
        }
    }
}
