import CLibCurl
import DomoClient
import DomoLanguage
import Glibc
import Synchronization

/// Makes requests of deliveries, and carries them out. Used by the task of the notifier only; transfers end on the thread
/// of libcurl.
final class Courier: Sendable {
    private let curl: CurlThread
    private let desk: Desk
    private let ledger: DeliveryLedger
    private let pushKey: PushKey?
    private let occurred: @Sendable (Occurrence) -> Void
    /// Those of Web Push that are not complete.
    private let rounds = Mutex<[UInt64: PushRound]>([:])

    init(
        curl: CurlThread,
        desk: Desk,
        ledger: DeliveryLedger,
        pushKey: PushKey?,
        occurred: @escaping @Sendable (Occurrence) -> Void
    ) {
        (self.curl, self.desk, self.ledger, self.pushKey, self.occurred) = (curl, desk, ledger, pushKey, occurred)
    }

    /// Makes an attempt; `occurred` is called once with its end.
    func attempt(_ delivery: Delivery, timeout: Duration, _ configuration: NotifyConfiguration) async {
        let page = configuration.page
        if delivery.reason == .call {
            guard let call = configuration.calls[delivery.target] else { return unknownTarget(delivery) }
            let request = WebMessage.request(for: delivery, call, page: page, timeout: timeout)
            return start(delivery, request) { .call($0, of: $1, paths: delivery.paths ?? []) }
        }
        switch configuration.targets[delivery.target] {
        case .ntfy(let target):
            start(
                delivery,
                NtfyMessage.request(for: delivery, to: target, page: page, timeout: timeout),
                AttemptEnd.http
            )
        case .mail(let target):
            start(
                delivery,
                MailMessage.request(for: delivery, to: target, page: page, timeout: timeout),
                AttemptEnd.mail
            )
        case .web(let request):
            start(delivery, WebMessage.request(for: delivery, request, page: page, timeout: timeout), AttemptEnd.http)
        case .push(let token): await push(delivery, token, timeout, configuration)
        case nil: unknownTarget(delivery)
        }
    }

    private func unknownTarget(_ delivery: Delivery) {
        occurred(.ended(delivery, .failed("the configuration has no \(delivery.target)")))
    }

    private func start(
        _ delivery: Delivery,
        _ request: TransferRequest,
        _ end: @escaping @Sendable (TransferResult, TransferRequest) -> AttemptEnd
    ) {
        let (ledger, occurred) = (ledger, occurred)
        curl.start(
            request,
            begin: { ledger.noteBegun(delivery.id) },
            completion: { result in
                let end = end(result, request)
                // After a restart it may be tried again.
                if case .retry(_, _, otherwise: nil) = end { ledger.noteUnsent(delivery.id) }
                occurred(.ended(delivery, end))
            }
        )
    }

    // MARK: Web Push

    private func push(
        _ delivery: Delivery,
        _ token: String,
        _ timeout: Duration,
        _ configuration: NotifyConfiguration
    ) async {
        guard let pushKey, let contact = configuration.contact ?? configuration.page?.origin else {
            return occurred(.ended(delivery, .failed("there is no key for Web Push; see the log of domo-notify")))
        }
        let subscriptions: [PushBrowser]
        do throws(ClientFault) {
            // Before each attempt: a subscription ends with its token.
            let all = try await desk.ask(line: "push list", as: PushBrowsers.self)
            subscriptions = all.subscriptions.filter { $0.token == token }
        } catch {
            return occurred(.ended(delivery, .retry("can't read the subscriptions: \(error.text)")))
        }
        var round = rounds.withLock { $0.removeValue(forKey: delivery.id) } ?? PushRound()
        let sender = PushMessage.Sender(
            key: pushKey,
            contact: contact,
            page: configuration.page,
            services: configuration.pushServices,
            now: Int64(time(nil))
        )
        var requests: [(UInt64, TransferRequest)] = []
        for subscription in round.open(subscriptions) {
            do throws(PushMessage.Fault) {
                requests.append(
                    (
                        subscription.id,
                        try PushMessage.request(for: delivery, to: subscription, by: sender, timeout: timeout)
                    )
                )
            } catch {
                round.note(subscription.id, fault: error.message)
            }
        }
        // One after the other would add up their timeouts.
        let results = await withTaskGroup { [round] group in
            for (id, request) in requests {
                group.addTask { (id, request, await self.result(of: request, delivery.id)) }
            }
            var round = round
            var gone: [UInt64] = []
            for await (id, request, result) in group where round.note(id, result, of: request) { gone.append(id) }
            return (round: round, gone: gone)
        }
        round = results.round
        for id in results.gone { await forget(id) }
        let end = round.end(of: subscriptions)
        if case .retry = end { rounds.withLock { [round] in $0[delivery.id] = round } }
        occurred(.ended(delivery, end))
    }

    private func result(of request: TransferRequest, _ id: UInt64) async -> TransferResult {
        await withCheckedContinuation { continuation in
            curl.start(
                request,
                begin: { [ledger] in ledger.noteBegun(id) },
                completion: { continuation.resume(returning: $0) }
            )
        }
    }

    private struct Nothing: Decodable, Sendable {}

    private func forget(_ subscription: UInt64) async {
        do throws(ClientFault) {
            _ = try await desk.ask(line: "push gone \(subscription)", as: Nothing.self)
        } catch {
            // The next message to it finds it gone again.
        }
    }

    /// A delivery has its outcome.
    func forgetRound(_ id: UInt64) { rounds.withLock { _ = $0.removeValue(forKey: id) } }
}
