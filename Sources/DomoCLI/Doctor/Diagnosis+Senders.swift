import DomoLanguage

// Who sends to the sockets of buses.

extension Diagnosis {
    /// A finding if everybody in the network of a bus is believed.
    func anySender(_ link: LinkView) -> Finding? {
        guard link.connection?.acceptsAnySender == true else { return nil }
        return .doubtful(
            "senders of \(link.key)",
            "routing believes every sender: whoever reaches its multicast group operates the house and reports its states",
            "list the addresses of the routers in the configuration, accept: [192.168.1.21], and keep others out of "
                + "that network: without KNX Secure the address of a sender can be forged in it"
        )
    }

    /// A finding if others sent to the socket of a bus.
    func dropped(_ link: LinkView) -> Finding? {
        guard let dropped = link.connection?.dropped else { return nil }
        let what = "senders of \(link.key)"
        if let answer = dropped.answer {
            return .doubtful(
                what,
                "\(Self.text(dropped)); \(answer) answered in place of the interface",
                "if the interface is there, set that address in the url of the link, or nat: yes if there is NAT between "
                    + "domo and it; if not, somebody passes for it"
            )
        }
        return .doubtful(
            what,
            Self.text(dropped),
            "nothing of it reached the house; find out who sends it, or list it under accept if it is a router"
        )
    }

    /// `28000 datagrams of others dropped, the last from 192.168.1.66:3671: DISCONNECT_REQUEST`
    static func text(_ dropped: DroppedDatagrams) -> String {
        var text = "\(dropped.count) datagram\(dropped.count == 1 ? "" : "s") of others dropped"
        if let sender = dropped.sender {
            text += ", the last from \(sender)" + (dropped.service.map { ": \($0)" } ?? "")
        }
        return text
    }
}
