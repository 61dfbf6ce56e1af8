import DomoEngine
import DomoLanguage

// Requests of clients, and their answers.

extension HouseRuntime {
    /// Passes a request to the engine.
    func decide(from client: any Client, number: Int, _ input: (RequestID) -> Input) {
        handle(input(requests.begin(from: client, number: number)))
        requests.endDecision()
    }

    func client(of id: RequestID) -> (any Client)? { requests.client(of: id) }

    /// Who makes a request that was not answered yet.
    func principal(of id: RequestID) -> Principal? { requests.client(of: id)?.principal }

    /// Whether a request comes from somebody limited to places.
    func hidesAddresses(from id: RequestID) -> Bool {
        guard engine.hasLimits, let principal = principal(of: id) else { return false }
        return engine.right(of: principal).places != nil
    }

    func answer(_ id: RequestID, _ reply: Reply) {
        guard var reply = shown(reply, for: id) else { return }
        reply = completed(reply)
        if hidesAddresses(from: id) { reply = reply.withoutAddresses }
        guard let origin = requests.remove(id) else { return }
        origin.client.answer(origin.number, reply, in: self)
    }

    func answer(_ id: RequestID, written reply: WrittenReply) {
        if requests.endComputing(id) { checkWait() }
        guard let origin = requests.remove(id) else { return }
        origin.client.answer(origin.number, written: reply, in: self)
    }

    /// Computes an answer, and serializes it, off the event loop.
    func work(on answer: LongAnswer, for id: RequestID) {
        if let origin = requests.beginComputing(id) { origin.client.willWork(on: origin.number) }
        let ids = ids
        longWork.add {
            let reply = ids.added(to: answer.reply(), withContents: answer.needsIDs)
            self.put(.answered(id, WrittenReply(reply)))
        }
    }
}
