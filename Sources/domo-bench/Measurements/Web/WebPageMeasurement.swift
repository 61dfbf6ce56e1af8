/// The page in Chromium with an empty cache: the first contentful paint, compared with a static page of as many bytes,
/// and the first view with its readings, compared with a limit. Measured for the model house, and for a house of 2,000
/// elements: its start page, and a place with all of them.
///
/// The browser alone keeps the cores busy, so all programs may use all cores.
enum WebPageMeasurement: Measurement {
    static let number = 22
    static let title = "the page in Chromium, cold"

    private static let runs = 7
    private static let elements = 2000
    /// The limit below which users hardly notice the delay, in milliseconds.
    private static let limit = 1000.0

    static func run(_ bench: Workbench) throws(BenchFault) -> [Row] {
        let large = bench.path("house.xml")
        try HouseFile.writeFlat(elements: elements, sector: "Many", to: large)
        let model = try House(bench, home: bench.modelHouse, element: "Buzzer")
        let many = try House(bench, home: large, element: "E\(elements - 1)")
        let place = "/place/\(HouseFile.house)/Many"
        let pages: [(title: String, page: PageBrowser.Page)] = [
            ("model house", try model.page("model", "/", rows: 7)),
            ("2,000 elements", try many.page("start", "/", rows: 0)),
            ("2,000 in one place", try many.page("place", place, rows: elements)),
        ]
        let figures = try PageBrowser.measure(pages.map(\.page), runs: runs, bench)
        return pages.flatMap { title, page -> [Row] in
            let own = figures[page.name] ?? PageBrowser.Figures()
            var rows = [
                row("\(title), first paint", own.paint, "static page, nginx", own.staticPaint),
                row("\(title), first paint", own.paint, "the limit", [limit], target: .atMost(1)),
                row("\(title), first view", own.view, "the limit", [limit], target: .atMost(1)),
            ]
            if page.rows == elements { rows.append(row("\(title), all rows", own.rows, "the first view", own.view)) }
            return rows
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

    /// A simulated house with known readings, its daemon and its page.
    private struct House {
        private let daemon: DomoServer
        private let web: WebServer

        init(_ bench: Workbench, home: String, element: String) throws(BenchFault) {
            let arguments = [home, "--port", "0", "--quiet"]
            let simulator = try bench.start("\(bench.programs)/domo-sim", arguments, on: .anywhere)
            let server = "http://\(try simulator.line(after: "listening on http://"))"
            daemon = try DomoServer.start(
                bench,
                home: home,
                server: server,
                configuration: "server: {url: \"\(server)\", dialect: simulator, reading: {every: 10s}}\n",
                on: .anywhere
            )
            let line = Array("show \(element)\n".utf8)
            try daemon.connect().await(line, #""certainty":"confirmed""#, seconds: 30)
            web = try WebServer.start(bench, daemon: daemon, on: .anywhere)
        }

        func page(_ name: String, _ path: String, rows: Int) throws(BenchFault) -> PageBrowser.Page {
            PageBrowser.Page(name: name, web: web, path: path, rows: rows, code: try daemon.code(name))
        }
    }
}
