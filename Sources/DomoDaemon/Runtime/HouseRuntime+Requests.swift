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

    // MARK: - Long answers

    /// Computes an answer, and serializes it, off the event loop.
    func work(on answer: LongAnswer, for id: RequestID) {
        requests.beginComputing(id)
        let (ids, hidesAddresses) = (ids, hidesAddresses(from: id))
        let start = { @Sendable [longWork] in
            longWork.add {
                let reply = ids.added(to: answer.reply(), withContents: answer.needsIDs)
                self.put(.answered(id, WrittenReply(hidesAddresses ? reply.withoutAddresses : reply)))
            }
        }
        guard let (client, job) = job(id, start) else { return start() }
        computing.append(job, of: client.account)
        startAnswers()
    }

    /// Answers from stored records.
    func recall(_ recall: Recall, for id: RequestID, otherwise: Reply) {
        guard let memory = persistence.memory else { return answer(id, otherwise) }
        handOver()
        if memory.view.state == .failing, recall.hasOtherwise { return answer(id, otherwise) }
        let hidesAddresses = hidesAddresses(from: id)
        let completed = completed(recall)
        let start = { @Sendable in
            memory.answer(completed, now: Instant.now().wall) { reply in
                // Before the answer, so that its receiver finds the load in progress.
                if case .renamed(let report) = reply { self.put(.renamed(report)) }
                if case .transfer(let report) = reply, report.kept != nil { self.put(.restored(id)) }
                self.put(.answered(id, WrittenReply(hidesAddresses ? reply.withoutAddresses : reply)))
            }
        }
        if recall.onlyReads { queueRecall(id, start) } else { start() }
    }

    /// Answers from the history when it is the turn of whoever asks.
    private func queueRecall(_ id: RequestID, _ start: @escaping @Sendable () -> Void) {
        guard let (client, job) = job(id, start) else { return start() }
        recalling.append(job, of: client.account)
        startAnswers()
    }

    /// - Returns: nil if no client waits for it.
    private func job(_ id: RequestID, _ start: @escaping @Sendable () -> Void) -> (any Client, AnswerJobs.Job)? {
        guard let client = requests.client(of: id) else { return nil }
        if let number = requests.currentNumber(of: id) { client.willWork(on: number) }
        return (client, AnswerJobs.Job(id: id, client: ObjectIdentifier(client), start: start))
    }

    /// Starts the answers whose turn it is, and whose account reads its answers.
    func startAnswers() {
        while let job = computing.next(where: clients.hasRoom) { job.start() }
        while let job = recalling.next(where: clients.hasRoom) { job.start() }
    }

    /// An answer was computed.
    func answered(_ id: RequestID, _ reply: WrittenReply) {
        let wasQueued = computing.end(id) || recalling.end(id)
        answer(id, written: reply)
        guard wasQueued else { return }
        // After the answer: it may take the room of the next.
        afterEffects { $0.startAnswers() }
    }

    /// Nobody waits for the answers that were not begun.
    func dropAnswers(for client: any Client) {
        let id = ObjectIdentifier(client)
        for request in computing.removeAll(of: id) + recalling.removeAll(of: id) {
            _ = requests.endComputing(request)
            _ = requests.remove(request)
        }
    }
}
