import DomoEngine
import DomoLanguage

// Connecting clients.

extension HouseRuntime {
    func watch(_ watched: Watched, by client: any Client) { clients.watch(watched, by: client) }

    /// - Returns: nil, or why there is no room for the client, which is then to be closed.
    func opened(_ client: any Client) -> Fault? {
        let (fault, idle) = clients.add(client, to: engine.account(of: client.principal))
        if let idle {
            // Its place is free now, not only when the connection has ended.
            closed(idle)
            idle.close()
        }
        return fault
    }

    /// Frees a reply that was sent.
    nonisolated func free(_ reply: WrittenReply) {
        longWork.add { withExtendedLifetime(reply) {} }
    }
}
