import DomoEngine
import DomoLanguage
import NIOCore

// What people ask of a link itself.

extension HouseRuntime {
    /// The link answers from its own thread, or is not waited for any more.
    func perform(_ command: LinkCommand, for id: RequestID, via port: any LinkPort) {
        let limit = eventLoop.scheduleTask(in: TimeAmount(LinkCommand.patience)) {
            let fault = Fault(
                .deadlinePassed,
                "the link did not answer within \(DurationText.write(LinkCommand.patience))",
                hint: "see its state with \"domo status\""
            )
            self.put(.performed(id, .failure(fault)))
        }
        port.perform(command) { result in
            limit.cancel()
            self.put(.performed(id, result))
        }
    }

    /// Does nothing for a request that was answered.
    func answer(_ id: RequestID, _ result: Result<LinkAnswer, Fault>) {
        switch result {
        case .success(let answer): self.answer(id, .link(answer))
        case .failure(let fault): self.answer(id, .fault(fault))
        }
    }
}
