/// Pipelined batches of orders: accepted, rejected, and invalid lines.
struct OrderPart: SoakPart {
    static let name = "orders"

    /// The codes that orders to the flapping server may end with.
    private static let codes: Set<String> = [
        "unreachable", "deadline-passed", "refused-by-server", "refused-value", "unknown-state", "mismatch",
        "not-confirmed", "busy",
    ]
    private static let badLines = [
        "set", "set F0", "set F0 on off", "set Nadie on", "set F2 40", "set F0 up", "dim F1 101", "dim F0 10",
        "set F1 on --deadline 1", "nonsense", "show 'F0", "set F1 -1", "toggle F2", "scene", "show \u{1}", "history",
        "set F0 on --wait never", "orders --last 0", "watch Nada", "login nobody-has-this-token",
    ]

    func round(_ soak: SoakContext, _ random: inout SoakRandom, _ client: inout SoakClient?) throws(BenchFault) {
        if random.below(40) == 0 {
            client = nil
            soak.log.count("reconnections")
        }
        let client = try soak.client(&client)
        var lines: [(text: String, isBad: Bool)] = []
        for _ in 0...random.below(10) {
            let isBad = random.below(4) == 0
            lines.append((isBad ? random.pick(Self.badLines) : order(soak, &random), isBad))
        }
        // Nothing has this name, and the error quotes it: all replies to the batch come before it.
        let mark = "Marca\(random.below(1_000_000_000))"
        try client.send(lines.map { $0.text + "\n" }.joined() + "show \(mark)\n")
        for line in lines {
            guard let reply = try self.reply(client) else { throw BenchFault("no reply to \"\(line.text)\"") }
            try check(reply, line.text, isBad: line.isBad, soak.log)
        }
        guard let end = try reply(client), end.contains(mark) else {
            throw BenchFault("\(lines.map(\.text)): too many or too few replies")
        }
        soak.log.pause(seconds: random.seconds(0...0.1))
    }

    private func reply(_ client: SoakClient) throws(BenchFault) -> String? {
        let limit = Moment.now().after(seconds: 30)
        while let line = try client.line(seconds: max(0, limit.since(.now()))) {
            if SoakClient.isReply(line) { return line }
        }
        return nil
    }

    private func order(_ soak: SoakContext, _ random: inout SoakRandom) -> String {
        let element = random.pick(random.below(5) == 0 ? soak.houses.healthy : soak.houses.flapping)
        var line =
            switch (element.kind, random.below(6)) {
            case (.switching, 0): "toggle \(element.name)"
            case (.dimmable, 0): "dim \(element.name) \(random.pick(["+10", "-10", "40%"]))"
            case (.cover, 0): "set \(element.name) stop"
            default: "set \(element.name) \(element.word(&random))"
            }
        line += " --deadline \(random.pick(["300ms", "1s", "3s"]))"
        if random.below(3) == 0 { line += " --wait \(random.pick(["none", "accepted", "confirmed"]))" }
        return line
    }

    private func check(_ reply: String, _ line: String, isBad: Bool, _ log: SoakLog) throws(BenchFault) {
        if isBad {
            guard reply.hasPrefix(#"{"error""#) else { throw BenchFault("\(line): \(reply)") }
            return log.count("bad lines")
        }
        if let number = Self.orderNumber(reply) {
            log.answered(order: number)
            return log.count("orders done")
        }
        guard let code = Self.code(reply), Self.codes.contains(code) else { throw BenchFault("\(line): \(reply)") }
        log.count("orders rejected or failed")
    }

    /// - Returns: nil if the reply is not a receipt.
    static func orderNumber(_ reply: String) -> Int? {
        let start = #"{"ok":{"id":"#
        guard reply.hasPrefix(start) else { return nil }
        return Int(reply.dropFirst(start.count).prefix { $0.isNumber })
    }

    static func code(_ reply: String) -> String? {
        let start = #"{"error":{"code":""#
        guard reply.hasPrefix(start) else { return nil }
        return String(reply.dropFirst(start.count).prefix { $0 != "\"" })
    }
}
