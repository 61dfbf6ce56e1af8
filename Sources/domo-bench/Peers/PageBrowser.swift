import Glibc

/// Measures pages in Chromium, with Tests/Web/page_bench.py.
enum PageBrowser {
    private static let script = "Tests/Web/page_bench.py"
    private static let environment = "Tests/Peers/environment.sh web ../Web"
    /// The timeout per page, including the start of Chromium.
    private static let secondsOfPage = 120.0

    struct Page {
        /// A word.
        var name: String
        var web: WebServer
        /// Of the URL.
        var path: String
        /// With readings.
        var rows: Int
        /// For a sign-in.
        var code: String
    }

    /// The figures of all runs, in milliseconds.
    struct Figures {
        /// The first contentful paint.
        var paint: [Double] = []
        /// The first view, with the readings of the rows that it shows.
        var view: [Double] = []
        /// The last row.
        var rows: [Double] = []
        /// The first contentful paint of a static page of as many bytes, from nginx.
        var staticPaint: [Double] = []
    }

    /// - Returns: the figures of each page, by its name.
    static func measure(_ pages: [Page], runs: Int, _ bench: Workbench) throws(BenchFault) -> [String: Figures] {
        guard let python = bench.pythons.selenium else {
            throw BenchFault(
                "missing Python with selenium; use make bench, or --web-python \"$(sh \(environment))\""
            )
        }
        for program in ["chromium", "chromedriver"] {
            _ = try Workbench.find(program, package: program == "chromium" ? program : "chromium-driver")
        }
        let folder = bench.path("static")
        mkdir(folder, 0o755)
        let nginx = try NginxServer.start(bench, on: .anywhere, locations: "location /static/ { alias \(folder)/; }")
        let words = pages.map { "\($0.name),http://127.0.0.1:\($0.web.port),\($0.path),\($0.rows),\($0.code)" }
        let process = try bench.start(
            python,
            ["-B", script, "\(runs)", folder, "http://127.0.0.1:\(nginx.port)/static"] + words,
            environment: ["DOMO_PROGRAMS": bench.programs, "HOME": bench.folder, "TMPDIR": bench.folder],
            on: .anywhere
        )
        let limit = Moment.now().after(seconds: Double(pages.count) * secondsOfPage)
        while !process.hasEnded {
            guard Moment.now() < limit else { throw BenchFault("the browser timed out\(process.lastWords)") }
            Moment.now().after(seconds: 0.05).sleep()
        }
        try process.success(seconds: 1)
        return try figures(of: pages, runs: runs, TextFile.read(process.log))
    }

    /// Lines `figure NAME KEY MILLISECONDS`, among others.
    private static func figures(
        of pages: [Page],
        runs: Int,
        _ text: String
    ) throws(BenchFault) -> [String: Figures] {
        var figures: [String: Figures] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 4, words[0] == "figure", let value = Double(words[3]) else { continue }
            let name = String(words[1])
            switch words[2] {
            case "paint": figures[name, default: Figures()].paint.append(value)
            case "view": figures[name, default: Figures()].view.append(value)
            case "rows": figures[name, default: Figures()].rows.append(value)
            case "static-paint": figures[name, default: Figures()].staticPaint.append(value)
            default: throw BenchFault("\(script) printed \(line)")
            }
        }
        for page in pages {
            let own = figures[page.name] ?? Figures()
            guard [own.paint, own.view, own.rows, own.staticPaint].allSatisfy({ $0.count == runs }) else {
                throw BenchFault("\(script) did not measure \(page.name) \(runs) times")
            }
        }
        return figures
    }
}
