import DomoEngine
import DomoLanguage
import DomoModel
import NIOCore

// Commands for a link itself, and searches in its network.

extension HouseRuntime {
    /// The link answers from its own thread, until the time limit. The first answer to a request counts.
    func perform(_ command: LinkCommand, for id: RequestID, via port: any LinkPort) {
        let limit = eventLoop.scheduleTask(in: TimeAmount(LinkCommand.patience)) {
            let fault = Fault(
                .deadlinePassed,
                "the link did not answer within \(DurationText.write(LinkCommand.patience))",
                hint: "check its state with \"domo status\""
            )
            self.put(.performed(id, .fault(fault)))
        }
        port.perform(command) { result in
            limit.cancel()
            switch result {
            case .success(let answer): self.put(.performed(id, .link(answer)))
            case .failure(let fault): self.put(.performed(id, .fault(fault)))
            }
        }
    }

    /// Needs no link: a user who searches for an interface may have none yet.
    func discover(_ query: InterfaceQuery, for id: RequestID) {
        guard let discovery else {
            let fault = Fault(.unreachable, "this daemon can't search for interfaces", hint: "run \"domod\"")
            return answer(id, .fault(fault))
        }
        discovery.search(query) { result in
            switch result {
            case .success(let list): self.put(.performed(id, .interfaces(list)))
            case .failure(let fault): self.put(.performed(id, .fault(fault)))
            }
        }
    }
}
