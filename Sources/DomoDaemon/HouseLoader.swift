import DomoEngine
import DomoHTTP
import DomoLanguage
import DomoModel
import DomoXML
import Glibc
import Logging
import NIOPosix

/// Reads everything that a load brings: houses from files, folders and URLs, and the scenes beside them. All or nothing.
actor HouseLoader {
    private let sources: [String]
    private let state: String
    private let log: Logger
    private var warnings: [String] = []

    init(sources: [String], state: String, log: Logger) {
        self.sources = sources
        self.state = state
        self.log = log
    }

    /// - Parameter isStart: at the start the last good copy stands in for a URL that doesn't answer; later the old houses
    ///   stay instead.
    func houses(isStart: Bool) async throws(Fault) -> (houses: [House], warnings: [String]) {
        warnings = []
        var readings: [HouseReading] = []
        for source in sources {
            if source.hasPrefix("http://") || source.hasPrefix("https://") {
                readings.append(try await download(source, isStart: isStart))
            } else {
                for file in try files(of: source) { readings.append(try await read(file)) }
            }
        }
        let merged = HouseReading.merge(readings)
        guard !merged.hasErrors else { throw Self.fault(merged.diagnostics) }
        for diagnostic in merged.diagnostics { warn(diagnostic.description) }
        return (merged.houses, warnings)
    }

    /// The scenes in the folders `scenes` beside the house files, by the names of their files.
    func scenes() throws(Fault) -> [Catalog.Scene] {
        var scenes: [Catalog.Scene] = []
        var problems: [String] = []
        var folders: [String] = []
        for source in sources where !source.contains("://") {
            let beside = FileBytes.isFolder(source) ? source : source.parentFolder
            if !folders.contains("\(beside)/scenes") { folders.append("\(beside)/scenes") }
        }
        for folder in folders where FileBytes.isFolder(folder) {
            for name in try names(in: folder) where name.hasSuffix(".domo") {
                let file = "\(folder)/\(name)"
                let bytes: [UInt8]
                do {
                    bytes = try FileBytes.read(file, longest: 1024 * 1024)
                } catch {
                    throw Fault(.noSuchFile, "\(file): \(error.message)")
                }
                guard let text = String(validating: bytes, as: UTF8.self) else {
                    problems.append("\(file):1:1: error: the file is not UTF-8; save it as UTF-8")
                    continue
                }
                let (script, mistakes) = ScriptParser.parse(text)
                problems += mistakes.map { mistake in
                    let hint = mistake.fault.hint.map { "; \($0)" } ?? ""
                    return "\(file):\(mistake.line):\(mistake.column): error: \(mistake.fault.message)\(hint)"
                }
                let scene = Catalog.Scene(name: script.name ?? String(name.dropLast(5)), file: file, script: script)
                if let first = scenes.first(where: { FoldedName.fold($0.name) == FoldedName.fold(scene.name) }) {
                    problems.append(
                        "\(file):1:1: error: there is a scene \"\(scene.name)\" already; it stands in \(first.file)"
                    )
                }
                scenes.append(scene)
            }
        }
        guard problems.isEmpty else { throw Fault(.badModel, problems.prefix(50).joined(separator: "\n")) }
        return scenes
    }

    private func files(of source: String) throws(Fault) -> [String] {
        guard FileBytes.isFolder(source) else { return [source] }
        let files = try names(in: source).filter { $0.hasSuffix(".xml") }.map { "\(source)/\($0)" }
        guard !files.isEmpty else {
            throw Fault(.noSuchFile, "\(source): no house file is in the folder", hint: "put a file NAME.xml there")
        }
        return files
    }

    private func names(in folder: String) throws(Fault) -> [String] {
        do {
            return try FileBytes.names(in: folder)
        } catch {
            throw Fault(.noSuchFile, "\(folder): \(error.message)", hint: "see that domod may read the folder")
        }
    }

    private func read(_ file: String) async throws(Fault) -> HouseReading {
        guard !FileBytes.isPipe(file) else {
            throw Fault(.noSuchFile, "\(file): is a pipe, and would be waited for", hint: "name a file")
        }
        return try await Self.reading { () throws(FileFault) in try HouseReader.read(path: file) }
    }

    /// Reads on a thread for work that blocks.
    private static func reading(
        _ read: @escaping @Sendable () throws(FileFault) -> HouseReading
    ) async throws(Fault) -> HouseReading {
        do {
            return try await NIOThreadPool.singleton.runIfActive(read)
        } catch {
            throw Fault(.noSuchFile, "\(error)", hint: "see that the path is right and domod may read the file")
        }
    }

    // MARK: URLs

    private func download(_ url: String, isStart: Bool) async throws(Fault) -> HouseReading {
        let problem: Fault
        do {
            let bytes = try await Download.fetch(url)
            let reading = try await Self.reading { HouseReader.read(bytes: bytes, file: shown(url)) }
            if !reading.hasErrors {
                keep(bytes, of: url)
                return reading
            }
            problem = Self.fault(reading.diagnostics)
        } catch let error as DownloadFault {
            problem = Fault(
                error.isUnreachable ? .unreachable : .noSuchFile,
                "\(shown(url)): \(error.message)",
                hint: "see that the server answers at this address"
            )
        } catch {
            throw Fault(.noSuchFile, "\(shown(url)): \(error)")
        }
        guard isStart else { throw problem }
        let reading: HouseReading
        do {
            reading = try HouseReader.read(path: copy(of: url))
        } catch {
            throw problem
        }
        guard !reading.hasErrors else { throw problem }
        warn("\(problem.message); the last good copy is used")
        return reading
    }

    private func copy(of url: String) -> String { "\(state)/homes/\(fingerprint(url)).xml" }

    private func keep(_ bytes: [UInt8], of url: String) {
        do {
            try FileBytes.makeFolder("\(state)/homes")
            try FileBytes.replace(copy(of: url), with: bytes)
        } catch {
            warn("no copy of \(shown(url)) could be kept in \(state): \(error.message)")
        }
    }

    private func warn(_ text: String) {
        warnings.append(text)
        log.warning("\(text)")
    }

    private static func fault(_ diagnostics: [Diagnostic]) -> Fault {
        Fault(.badModel, diagnostics.map(\.description).joined(separator: "\n"))
    }
}

/// FNV-1a, 64 bits, in hexadecimal: a file name for a URL.
private func fingerprint(_ text: String) -> String {
    let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
}

/// A URL as it may be shown: user, password and query may be secrets.
private func shown(_ url: String) -> String {
    let whole = url.prefix { $0 != "?" && $0 != "#" }
    guard let scheme = whole.firstRange(of: "://") else { return String(whole) }
    let rest = whole[scheme.upperBound...]
    let authority = rest.prefix { $0 != "/" }
    guard let at = authority.lastIndex(of: "@") else { return String(whole) }
    return whole[..<scheme.upperBound] + String(rest[rest.index(after: at)...])
}
