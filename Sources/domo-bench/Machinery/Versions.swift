import Glibc

/// The versions of domo and of the peers that were measured.
enum Versions {
    /// The Debian packages of the peers and of the tools for the measurements.
    private static let packages = [
        "chromium", "curl", "knxd", "libcurl4", "libsqlite3-0", "libxml2", "libxml2-utils", "mosquitto", "nginx-light",
        "sqlite3",
    ]

    /// The names and versions of installed peers.
    static func all(_ bench: Workbench) -> [(name: String, version: String)] {
        var versions = [("domo", output("\(bench.programs)/domo --version").dropFirst("domo ".count).description)]
        versions += output("dpkg-query -W -f '${Package} ${Version}\\n' \(packages.joined(separator: " "))")
            .split(separator: "\n").compactMap { line in
                let words = line.split(separator: " ")
                return words.count == 2 ? (String(words[0]), String(words[1])) : nil
            }
        if let python = bench.pythons.xknx {
            let script = "import importlib.metadata as m; print(m.version(\\\"xknx\\\"))"
            versions.append(("xknx", output("\(python) -c \"\(script)\"")))
        }
        return versions.filter { !$0.1.isEmpty }
    }

    /// The output of a short command; empty if it fails.
    private static func output(_ command: String) -> String {
        guard let stream = popen("\(command) 2>/dev/null", "re") else { return "" }
        defer { pclose(stream) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = fread(&bytes, 1, bytes.count, stream)
        return String(decoding: bytes.prefix(count), as: UTF8.self).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        .joined(separator: "\n").trimmed
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
