/// A client that reads everything.
struct ReadingPart: SoakPart {
    static let name = "reading"

    func round(_ soak: SoakContext, _ random: inout SoakRandom, _ client: inout SoakClient?) throws(BenchFault) {
        if random.below(30) == 0 {
            client = nil
            soak.log.count("reconnections")
        }
        let element = random.pick(soak.houses.flapping).name
        let line = random.pick([
            "show \(element)", "show \(element)", "ls", "ls -r", "ls -r \(SoakHouses.flappingHouse)", "status",
            "history \(element)", "history \(element) --since 10m --points 50", "stats", "orders --last 200",
            "orders \(element)", "scenes", "calendar", "export --since 2s", "set \(element) on --explain",
            "scene \(SoakHouses.scenes[2]) --explain",
        ])
        let reply = try soak.client(&client).ask(line)
        // A cover does not accept "on".
        guard reply.hasPrefix(#"{"ok""#) || reply.contains("refused-value") else {
            throw BenchFault("\(line): \(reply.prefix(300))")
        }
        soak.log.count("questions")
        soak.log.pause(seconds: random.seconds(0...0.1))
    }
}
