import DomoLanguage

// Those who are connected.

extension HouseRuntime {
    /// - Returns: nil, or why there is no room for it; then it is to be closed.
    func opened(_ client: any Client) -> Fault? {
        let (fault, idle) = clients.add(client)
        if let idle {
            // Its place was free at once, and not when the connection has ended.
            closed(idle)
            idle.close()
        }
        return fault
    }

    /// Frees a reply that was written out.
    nonisolated func free(_ reply: WrittenReply) {
        longWork.add { withExtendedLifetime(reply) {} }
    }
}
