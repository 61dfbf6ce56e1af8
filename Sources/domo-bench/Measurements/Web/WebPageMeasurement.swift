/// The page in Chromium with nothing in its cache: the first contentful paint beside that of a static page of as many bytes,
/// and the time when the view stands with its readings beside the limit. The model house, and one of 2,000 elements: its
/// start page, and a place that has them all.
///
/// The browser alone keeps the cores busy, so all programs may use them all.
enum WebPageMeasurement: Measurement {
    static let number = 22
    static let title = "the page in Chromium, cold"

    private static let runs = 7
    private static let elements = 2000
    /// What people wait for without noticing that they wait, in milliseconds.
    private static let limit = 1000.0

    static func run(_ bench: Workbench) throws(BenchFault) -> [Row] {
        let large = bench.path("house.xml")
        try HouseFile.writeFlat(elements: elements, sector: "Many", to: large)
        let (modelDaemon, modelWeb) = try start(bench, home: bench.modelHouse)
        let (largeDaemon, largeWeb) = try start(bench, home: large)
        let pages: [(title: String, page: PageBrowser.Page)] = [
            ("model house", .init(name: "model", web: modelWeb, path: "/", code: try modelDaemon.code("model"))),
            ("2,000 elements", .init(name: "large", web: largeWeb, path: "/", code: try largeDaemon.code("large"))),
            (
                "2,000 in one place",
                .init(
                    name: "many",
                    web: largeWeb,
                    path: "/place/\(HouseFile.house)/Many",
                    code: try largeDaemon.code("many")
                )
            ),
        ]
        let figures = try PageBrowser.measure(pages.map(\.page), runs: runs, bench)
        return pages.flatMap { title, page -> [Row] in
            let own = figures[page.name] ?? PageBrowser.Figures()
            return [
                row("\(title), first paint", own.paint, "static page, nginx", own.staticPaint),
                row("\(title), first paint", own.paint, "the limit", [limit], target: .atMost(1)),
                row("\(title), view with readings", own.view, "the limit", [limit], target: .atMost(1)),
            ]
        }
    }

    private static func row(
        _ what: String,
        _ domo: [Double],
        _ peerName: String,
        _ peer: [Double],
        target: Row.Target? = nil
    ) -> Row {
        Row(
            number: number,
            what: "\(title): \(what)",
            unit: .milliseconds,
            domo: .init(runs: domo),
            peerName: peerName,
            peer: .init(runs: peer),
            target: target
        )
    }

    /// A simulated house, whose readings are known, with its daemon and its page.
    private static func start(
        _ bench: Workbench,
        home: String
    ) throws(BenchFault) -> (DomoServer, WebServer) {
        let arguments = [home, "--port", "0", "--quiet"]
        let simulator = try bench.start("\(bench.programs)/domo-sim", arguments, on: .anywhere)
        let server = "http://\(try simulator.line(after: "listening on http://"))"
        let daemon = try DomoServer.start(
            bench,
            home: home,
            server: server,
            configuration: "server: {url: \"\(server)\", dialect: simulator, reading: {every: 10s}}\n",
            on: .anywhere
        )
        try daemon.connect().await(DomoServer.statusLine, #""reachable":true"#, seconds: 10)
        return (daemon, try WebServer.start(bench, daemon: daemon, on: .anywhere))
    }
}
