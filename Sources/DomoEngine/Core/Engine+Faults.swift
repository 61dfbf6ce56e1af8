import DomoLanguage

// The messages for orders that were not carried out.

extension Engine {
    func fault(for order: PendingOrder, _ ending: Ending) -> Fault {
        let server = links.contains(order.endpoint) ? links[order.endpoint].profile.label : "the server"
        let signal = order.record.signal ?? order.path
        let tries = order.attempts > 1 ? " (\(order.attempts) tries)" : ""
        switch ending {
        case .fault(let fault): return fault
        case .impossible(let fault):
            return Fault(.refusedValue, "\(order.path): \(fault.message)", hint: fault.hint)
        case .refused(let reason, let hint):
            return Fault(
                .refusedByServer,
                "\(server) did not accept \(signal): \(reason)",
                hint: order.mayHaveActed
                    ? [Self.mayHaveActed, hint].compactMap { $0 }.joined(separator: "; ")
                    : hint ?? "see the log of the server"
            )
        case .failed(let failure): return outage(order, failure, server: server, signal: signal, tries: tries)
        case .accepted, .superseded, .expired:
            if let failure = order.failure {
                return outage(order, failure, server: server, signal: signal, tries: tries)
            }
            if order.mayHaveActed {
                let failure = PendingOrder.Failure(reason: "no answer before the deadline", isUnreachable: true)
                return outage(order, failure, server: server, signal: signal, tries: tries)
            }
            if links.contains(order.endpoint), let outage = links[order.endpoint].breaker.outage {
                return Fault(
                    .unreachable,
                    "\(order.path): \(server) is not connected: \(outage.reason)",
                    hint: "nothing was sent; \"domo status\" shows when it is connected again"
                )
            }
            return Fault(
                .deadlinePassed,
                "\(order.path): the deadline passed before the order could be sent to \(server)",
                hint: "nothing was sent; earlier orders took too long, see \"domo status\""
            )
        }
    }

    private func outage(
        _ order: PendingOrder,
        _ failure: PendingOrder.Failure,
        server: String,
        signal: String,
        tries: String
    ) -> Fault {
        if failure.isUnacknowledged {
            return Fault(.unreachable, "\(order.path): \(failure.reason)\(tries)", hint: Self.mayHaveActed)
        }
        guard failure.isUnreachable else {
            return Fault(
                .refusedByServer,
                "\(server) did not accept \(signal): \(failure.reason)\(tries)",
                hint: order.mayHaveActed
                    ? Self.mayHaveActed
                    : failure.hint ?? "the server is up but can't take the order now; see its log"
            )
        }
        guard order.mayHaveActed else {
            return Fault(
                .unreachable,
                "\(server) is unreachable: \(failure.reason)\(tries)",
                hint: failure.hint.map { "nothing was sent; \($0)" }
                    ?? "nothing was sent; check that it is on and its address is right"
            )
        }
        return Fault(
            .deadlinePassed,
            "\(server) did not answer \(signal): \(failure.reason)\(tries)",
            hint: Self.mayHaveActed
        )
    }

    private static let mayHaveActed = "it may have been carried out: check the house before repeating the order"
}
