/// Measures the daemon's latency: of `show`, and of orders to the healthy server.
struct ProbePart: SoakPart {
    static let name = "probe"

    func round(_ soak: SoakContext, _ random: inout SoakRandom, _ client: inout SoakClient?) throws(BenchFault) {
        let client = try soak.client(&client)
        for _ in 0..<5 {
            let element = random.pick(soak.houses.healthy).name
            let start = Moment.now()
            let reply = try client.ask("show \(element)")
            soak.log.tookShow(milliseconds: Moment.now().since(start) * 1000)
            guard reply.hasPrefix(#"{"ok""#) else { throw BenchFault("show \(element): \(reply)") }
            soak.log.pause(seconds: 0.01)
        }
        let element = random.pick(soak.houses.healthy)
        let line = "set \(element.name) \(element.word(&random))"
        let start = Moment.now()
        let reply = try client.ask(line)
        soak.log.tookOrder(milliseconds: Moment.now().since(start) * 1000)
        guard let number = OrderPart.orderNumber(reply) else {
            throw BenchFault("\(line), to the healthy server: \(reply)")
        }
        soak.log.answered(order: number)
        soak.log.count("orders to the healthy server")
    }
}
