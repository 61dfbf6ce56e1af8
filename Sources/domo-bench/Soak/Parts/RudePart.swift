/// Clients that disconnect at the worst moment, and send invalid data.
struct RudePart: SoakPart {
    static let name = "rude"

    func round(_ soak: SoakContext, _ random: inout SoakRandom, _ client: inout SoakClient?) throws(BenchFault) {
        let client = try soak.connect()
        do {
            switch random.below(8) {
            case 0: break
            case 1: try client.send("set F0 o")
            case 2: try client.send(String(repeating: "ls -r\n", count: 50))
            case 3:
                try client.send("watch\n")
                soak.log.pause(seconds: random.seconds(0...3))
            case 4: try client.send("watch\n" + String(repeating: "ls -r\n", count: 20))
            case 5: try client.send("set F0 on\nset F1 30\nscene \(SoakHouses.scenes[0])\n")
            case 6:
                try client.send([UInt8](repeating: UInt8(ascii: "x"), count: 70_000))
                _ = try client.line(seconds: 2)
            default:
                try client.send((0..<200).map { _ in UInt8.random(in: 0...255, using: &random) })
                _ = try client.line(seconds: 0.2)
            }
        } catch {
            // The daemon disconnects some of them.
            soak.log.count("rude clients disconnected")
        }
        soak.log.pause(seconds: random.seconds(0...0.3))
        if random.below(2) == 0 { client.reset() }
        soak.log.count("rude clients")
    }
}
