/// A client that watches for a while, repeatedly.
struct WatchPart: SoakPart {
    static let name = "watch"

    func round(_ soak: SoakContext, _ random: inout SoakRandom, _ client: inout SoakClient?) throws(BenchFault) {
        let client = try soak.connect()
        try client.send("watch\n")
        let end = Moment.now().after(seconds: random.seconds(5...40))
        var events = 0
        while !soak.log.isStopping, Moment.now() < end {
            guard let line = try client.line(seconds: 0.5) else { continue }
            guard line.hasPrefix(#"{"event""#) || (events == 0 && line.hasPrefix(#"{"ok""#)) else {
                throw BenchFault("while watching: \(line)")
            }
            events += 1
        }
        soak.log.count("events seen", events)
    }
}
