import DomoEngine
import DomoHTTP
import DomoKNXBus
import DomoLanguage
import DomoModel
import DomoSystem
import DomoXML
import Glibc
import Logging

/// Reads everything that a load brings: houses from files, folders and URLs, and the holidays and scenes beside them. All
/// or nothing; but at the start neither a fault in a scene or in the holidays nor a URL that can't be fetched is a reason
/// to serve no house.
actor HouseLoader {
    enum Mode: Sendable {
        /// What is at fault beside the houses is left out; the last good copy is used for a URL that can't be fetched,
        /// and a house without one is left out.
        case start
        /// Somebody asks for it: where anything is at fault, the old load stays as a whole.
        case reload
        /// A URL that could not be fetched can be now. As `reload`; while other URLs can't be fetched, as `start`.
        case retry
    }

    let sources: [String]
    let state: String
    let log: Logger
    /// What the configuration says of houses, by their names.
    let places: [String: Configuration.Place]
    private let keepsFiles: Bool
    private let check: SceneFiles.Check
    private var warnings: [String] = []
    private var files: [[UInt8]] = []
    /// The URLs that could not be fetched.
    var unfetched: [String] = []

    /// - Parameter keepsFiles: whether the load brings the house files themselves along.
    init(
        sources: [String],
        state: String,
        places: [String: Configuration.Place] = [:],
        log: Logger,
        keepsFiles: Bool = false,
        check: @escaping SceneFiles.Check = { SceneCheck.findings(in: $0, index: $1, sites: $2) }
    ) {
        self.sources = sources
        self.state = state
        self.places = places
        self.log = log
        self.keepsFiles = keepsFiles
        self.check = check
    }

    func load(_ mode: Mode) async throws(Fault) -> HouseLoad {
        (warnings, files, unfetched) = ([], [], [])
        let (houses, houseFiles, knx) = try await houses(mode)
        let (holidays, mistakes) = self.holidays(of: houses, beside: houseFiles.mapValues(HolidaysFile.beside))
        let sites = zip(houses, holidays).map { house, holidays in
            var site = Catalog.Site(of: house, place: places[house.name], holidays: holidays) { warn($0) }
            site.folder = houseFiles[house.name]?.parentFolder.absolutePath
            return site
        }
        for name in places.keys.sorted() where !houses.contains(where: { $0.name == name }) {
            warn("the configuration has a place or holidays for the house \"\(name)\", which is in no house file")
        }
        let folders = sceneFolders
        var load = HouseLoad(houses: houses, sites: sites, scenes: [], sceneFolder: nil, warnings: [])
        if mode == .start || !unfetched.isEmpty {
            for mistake in mistakes { leaveOut(mistake.description) }
            load.scenes = rightScenes(in: folders, houses, sites)
        } else {
            load.scenes = try allScenes(in: folders, houses, sites, after: mistakes)
        }
        for missing in knx.missingScenes(among: load.scenes) { warn(missing) }
        load.knx = knx
        load.sceneFolder = folders.first?.absolutePath
        load.warnings = warnings
        load.files = files
        load.unfetched = unfetched
        return load
    }

    private func houses(
        _ mode: Mode
    ) async throws(Fault) -> (houses: [House], files: [String: String], knx: KNXBindings) {
        var readings: [HouseReading] = []
        var houseFiles: [String: String] = [:]
        let fetched = await Self.fetch(sources.filter(Self.isURL))
        for source in sources {
            if let fetched = fetched[source] {
                if let reading = try await take(fetched, of: source, mode) { readings.append(reading) }
            } else {
                for file in try files(of: source) {
                    let reading = try await read(file)
                    for house in reading.houses { houseFiles[house.name] = file }
                    readings.append(reading)
                }
            }
        }
        let merged = HouseReading.merge(readings)
        guard !merged.hasErrors else { throw Self.fault(merged.diagnostics) }
        let (knx, diagnostics) = merged.bindings()
        guard !diagnostics.contains(where: { $0.severity == .error }) else {
            throw Self.fault(merged.diagnostics + diagnostics)
        }
        for diagnostic in merged.diagnostics + diagnostics { warn(diagnostic) }
        return (merged.houses, houseFiles, knx)
    }

    /// - Parameter files: those that may stand beside the house files, by the names of houses. The configuration's are
    ///   there, or it is a mistake.
    private func holidays(
        of houses: [House],
        beside files: [String: String]
    ) -> (holidays: [Holidays], mistakes: [Diagnostic]) {
        var read: [String: Holidays] = [:]
        var mistakes: [Diagnostic] = []
        let holidays = houses.map { house in
            let beside = files[house.name].flatMap { FileBytes.isThere($0) ? $0 : nil }
            guard let file = places[house.name]?.holidays ?? beside else { return Holidays() }
            if let known = read[file] { return known }
            let (holidays, found) = HolidaysFile.read(file)
            mistakes += found
            read[file] = holidays
            return holidays
        }
        return (holidays, mistakes)
    }

    // MARK: Scenes

    /// The folders `scenes` beside the house files, whether they are there or not.
    private var sceneFolders: [String] {
        var folders: [String] = []
        for source in sources where !source.holds("://") {
            let beside = FileBytes.isFolder(source) ? source : source.parentFolder
            let folder = beside.hasSuffix("/") ? "\(beside)scenes" : "\(beside)/scenes"
            if !folders.contains(where: { $0.absolutePath == folder.absolutePath }) { folders.append(folder) }
        }
        return folders
    }

    /// Without those at fault, which are told.
    private func rightScenes(in folders: [String], _ houses: [House], _ sites: [Catalog.Site]) -> [Catalog.Scene] {
        var files: [String] = []
        for folder in folders where FileBytes.isFolder(folder) {
            do throws(Fault) {
                files += try sceneFiles(in: folder)
            } catch {
                leaveOut(error.message)
            }
        }
        guard !files.isEmpty else { return [] }
        let (scenes, errors, doubts) = SceneFiles(files).right(HouseIndex(houses), sites, by: check)
        for error in errors { leaveOut(error.description) }
        for doubt in doubts { warn(doubt) }
        return scenes
    }

    /// - Parameter mistakes: those in other files, which are told with those of the scenes.
    private func allScenes(
        in folders: [String],
        _ houses: [House],
        _ sites: [Catalog.Site],
        after mistakes: [Diagnostic]
    ) throws(Fault) -> [Catalog.Scene] {
        var files: [String] = []
        for folder in folders where FileBytes.isFolder(folder) { files += try sceneFiles(in: folder) }
        let scenes = SceneFiles(files)
        let found = mistakes + (files.isEmpty ? [] : scenes.diagnostics(HouseIndex(houses), sites, by: check))
        let errors = found.filter { $0.severity == .error }
        guard errors.isEmpty else { throw Self.fault(Array(errors.prefix(Self.maxFaults))) }
        for doubt in found { warn(doubt) }
        return scenes.parsed
    }

    private func sceneFiles(in folder: String) throws(Fault) -> [String] {
        try names(in: folder).filter(SceneFiles.isScene).map { "\(folder)/\($0)" }
    }

    // MARK: Files

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

    func read(_ file: String) async throws(Fault) -> HouseReading {
        guard !FileBytes.isPipe(file) else {
            throw Fault(.noSuchFile, "\(file): is a pipe, and would be waited for", hint: "name a file")
        }
        guard keepsFiles else {
            return try await Self.reading { () throws(FileFault) in
                try HouseReader.read(path: file, keeping: HouseReading.keptNamespaces)
            }
        }
        return try await readWhole(file)
    }

    /// Keeps the file.
    private func readWhole(_ file: String) async throws(Fault) -> HouseReading {
        let bytes: [UInt8]
        do {
            bytes = try FileBytes.read(file, longest: Download.maxFileSize)
        } catch {
            throw Fault(
                .noSuchFile,
                "\(file): \(error.message)",
                hint: "see that the path is right and domod may read the file"
            )
        }
        bring(bytes)
        return try await Self.reading {
            HouseReader.read(bytes: bytes, file: file, keeping: HouseReading.keptNamespaces)
        }
    }

    /// Notes a house file for the load.
    func bring(_ bytes: [UInt8]) {
        if keepsFiles { files.append(bytes) }
    }

    /// Reads on a thread for work that blocks.
    static func reading(
        _ read: @escaping @Sendable () throws(FileFault) -> HouseReading
    ) async throws(Fault) -> HouseReading {
        do {
            return try await WorkerThread.run(name: "domo-load", read)
        } catch {
            throw Fault(.noSuchFile, "\(error)", hint: "see that the path is right and domod may read the file")
        }
    }

    func warn(_ text: String) {
        warnings.append(text)
        log.warning("\(text)")
    }

    /// Whoever tells of it calls it a warning.
    private func warn(_ doubt: Diagnostic) {
        warn(doubt.warningText)
    }

    /// More are not told at once.
    private static let maxFaults = 50

    /// The daemon starts without the scene or the line that is at fault.
    private func leaveOut(_ problem: String) {
        let text = "\(problem); it is left out until it is mended"
        log.error("\(text)")
        if warnings.count < Self.maxFaults { warnings.append(text) }
    }

    static func fault(_ diagnostics: [Diagnostic]) -> Fault {
        Fault(.badModel, diagnostics.map(\.description).joined(separator: "\n"))
    }
}
