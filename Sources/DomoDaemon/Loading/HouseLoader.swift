import DomoEngine
import DomoHTTP
import DomoLanguage
import DomoModel
import DomoSystem
import DomoXML
import Logging

/// Reads houses from files, folders and URLs, and the holidays and scenes beside them. All or nothing; but at the start
/// an error in a scene or in the holidays, or a URL that can't be fetched, does not keep the other houses from being
/// served.
actor HouseLoader {
    enum Mode: Sendable {
        /// Scenes and holidays with errors are left out. For a URL that can't be fetched the last good copy is used;
        /// without a copy its houses are left out.
        case start
        /// A requested reload: any error keeps the whole previous load.
        case reload
        /// A URL that could not be fetched can be fetched now. Like `reload`; while other URLs still fail, like
        /// `start`.
        case retry
    }

    let sources: [String]
    /// Where the sources are read. Scenes are always read at their own paths.
    let root: FileRoot
    /// Where the last good copies of what URLs return are kept.
    let state: String?
    let log: Logger
    /// The places in the configuration, by house name.
    let places: [String: Configuration.Place]
    private let keepsFiles: Bool
    private let check: SceneFiles.Check
    private var warnings: [String] = []
    private var leftOut: [String] = []
    private var faultyScenes: [Catalog.FaultyScene] = []
    private var sourceFiles: [String] = []
    private var files: [[UInt8]] = []
    /// The URLs that could not be fetched.
    var unfetched: [String] = []

    /// - Parameters:
    ///   - sources: files, folders and URLs; none for the built-in model house.
    ///   - state: nil to use and keep no copies of what URLs return.
    ///   - keepsFiles: whether the load includes the contents of the house files.
    init(
        sources: [String],
        root: FileRoot = .own,
        state: String?,
        places: [String: Configuration.Place] = [:],
        log: Logger,
        keepsFiles: Bool = false,
        check: @escaping SceneFiles.Check = { SceneCheck.findings(in: $0, index: $1, sites: $2) }
    ) {
        self.sources = sources
        self.root = root
        self.state = state
        self.places = places
        self.log = log
        self.keepsFiles = keepsFiles
        self.check = check
    }

    func load(_ mode: Mode) async throws(Fault) -> HouseLoad {
        (warnings, leftOut, faultyScenes, sourceFiles, files, unfetched) = ([], [], [], [], [], [])
        let contents = try await contents(mode)
        let houses = contents.houses
        var holidays = HolidayFiles()
        var sites = contents.sites(places, &holidays) { warn($1) }
        for index in sites.indices { sites[index].folder = sites[index].folder.map(root.own) }
        sourceFiles += holidays.files
        let inputs = sourceFiles
        for name in places.keys.sorted() where !houses.contains(where: { $0.name == name }) {
            warn("the configuration sets a place or holidays for the house \"\(name)\", but no house file has it")
        }
        let folders = sceneFolders
        var load = HouseLoad(houses: houses, sites: sites, scenes: [], sceneFolder: nil, warnings: [])
        if mode == .start || !unfetched.isEmpty {
            for mistake in holidays.mistakes { leaveOut(mistake.description) }
            load.scenes = validScenes(in: folders, houses, sites)
        } else {
            load.scenes = try allScenes(in: folders, houses, sites, after: holidays.mistakes)
        }
        for missing in contents.knx.missingScenes(among: load.scenes) { warn(missing) }
        for (file, message) in load.planWarnings { warn("\(file): \(message)") }
        load.knx = contents.knx
        load.sceneFolder = folders.first?.absolutePath
        load.warnings = warnings
        load.leftOut = leftOut
        load.faultyScenes = faultyScenes
        load.inputs = inputs
        load.sourceFiles = sourceFiles.map(root.own) + Set(load.plans.map(\.file)).sorted()
        load.files = files
        load.unfetched = unfetched
        return load
    }

    private func contents(_ mode: Mode) async throws(Fault) -> HouseContents {
        var readings: [(file: String?, reading: HouseReading)] = []
        if sources.isEmpty {
            addFile(ModelHouse.bytes)
            let (bytes, name) = (ModelHouse.bytes, ModelHouse.name)
            readings.append((nil, HouseReader.read(bytes: bytes, file: name, keeping: HouseReading.keptNamespaces)))
        }
        let fetched = await Self.fetch(sources.filter(Self.isURL))
        for source in sources {
            if let fetched = fetched[source] {
                if let reading = try await take(fetched, of: source, mode) { readings.append((nil, reading)) }
            } else {
                for file in try files(of: source) {
                    readings.append((file, try await read(file)))
                    sourceFiles.append(file)
                }
            }
        }
        let contents = HouseContents(readings)
        guard !contents.diagnostics.hasErrors else { throw Self.fault(contents.diagnostics) }
        for diagnostic in contents.diagnostics { warn(diagnostic) }
        return contents
    }

    // MARK: Scenes

    /// The folders `scenes` beside the house files, whether they exist or not.
    private var sceneFolders: [String] {
        var folders: [String] = []
        for source in sources where !source.holds("://") {
            let beside = root.own(FileBytes.isFolder(source) ? source : source.parentFolder)
            let folder = beside.hasSuffix("/") ? "\(beside)scenes" : "\(beside)/scenes"
            if !folders.contains(where: { $0.absolutePath == folder.absolutePath }) { folders.append(folder) }
        }
        return folders
    }

    /// The scenes without errors. The errors of the others are logged.
    private func validScenes(in folders: [String], _ houses: [House], _ sites: [Catalog.Site]) -> [Catalog.Scene] {
        var files: [String] = []
        for folder in folders where FileBytes.isFolder(folder) {
            do throws(Fault) {
                files += try sceneFiles(in: folder)
            } catch {
                leaveOut(error.message)
            }
        }
        guard !files.isEmpty else { return [] }
        sourceFiles += files
        let all = SceneFiles(files)
        let (scenes, errors, warnings) = all.valid(HouseIndex(houses), sites, by: check)
        for error in errors.inOrder {
            leaveOut(error.description)
            faultyScenes.append(.init(name: all.name(ofFile: error.file), problem: error.description))
        }
        for warning in warnings { warn(warning) }
        return scenes
    }

    /// - Parameter mistakes: the mistakes in other files, reported together with those of the scenes.
    private func allScenes(
        in folders: [String],
        _ houses: [House],
        _ sites: [Catalog.Site],
        after mistakes: [Diagnostic]
    ) throws(Fault) -> [Catalog.Scene] {
        var files: [String] = []
        for folder in folders where FileBytes.isFolder(folder) { files += try sceneFiles(in: folder) }
        sourceFiles += files
        let scenes = SceneFiles(files)
        let found = mistakes + (files.isEmpty ? [] : scenes.diagnostics(HouseIndex(houses), sites, by: check))
        let errors = found.filter { $0.severity == .error }.inOrder
        guard errors.isEmpty else { throw Self.fault(Array(errors.prefix(Self.maxFaults))) }
        for warning in found { warn(warning) }
        return scenes.parsed
    }

    private func sceneFiles(in folder: String) throws(Fault) -> [String] {
        try files(in: folder, endingIn: ".domo")
    }

    // MARK: Files

    private func files(of source: String) throws(Fault) -> [String] {
        guard FileBytes.isFolder(source) else { return [source] }
        let files = try files(in: source, endingIn: ".xml")
        guard !files.isEmpty else {
            throw Fault(.noSuchFile, "\(source): no house file in this folder", hint: "add a file NAME.xml")
        }
        return files
    }

    private func files(in folder: String, endingIn end: String) throws(Fault) -> [String] {
        do {
            return try HouseContents.files(in: folder, endingIn: [end])
        } catch {
            throw Fault(.noSuchFile, "\(folder): \(error.message)", hint: "check that domod may read the folder")
        }
    }

    func read(_ file: String) async throws(Fault) -> HouseReading {
        guard keepsFiles else {
            return try await Self.reading { () throws(FileFault) in
                try HouseFolder.reading(file)
            }
        }
        return try await readWhole(file)
    }

    /// Reads a house file and keeps its bytes.
    private func readWhole(_ file: String) async throws(Fault) -> HouseReading {
        let bytes: [UInt8]
        do {
            bytes = try FolderFile.read(file, below: HouseFolder.of(file), maxBytes: Download.maxFileSize)
        } catch {
            throw Fault(
                .noSuchFile,
                "\(file): \(error.message)",
                hint: "check that the path is right and that domod may read the file"
            )
        }
        addFile(bytes)
        return try await Self.reading {
            HouseReader.read(bytes: bytes, file: file, keeping: HouseReading.keptNamespaces)
        }
    }

    /// Adds the bytes of a house file to the load, if it keeps them.
    func addFile(_ bytes: [UInt8]) {
        if keepsFiles { files.append(bytes) }
    }

    /// Reads on a separate thread, since that blocks.
    static func reading(
        _ read: @escaping @Sendable () throws(FileFault) -> HouseReading
    ) async throws(Fault) -> HouseReading {
        try await WorkerThread.run(name: "domo-load", orElse: Fault.init) { () throws(Fault) -> HouseReading in
            do throws(FileFault) {
                return try read()
            } catch {
                throw Fault(
                    .noSuchFile,
                    "\(error)",
                    hint: "check that the path is right and that domod may read the file"
                )
            }
        }
    }

    func warn(_ text: String) {
        let text = root.shown(text)
        warnings.append(text)
        log.warning("\(text)")
    }

    /// The severity is left out: the list of warnings and the log level say it.
    private func warn(_ diagnostic: Diagnostic) {
        warn(diagnostic.warningText)
    }

    /// The maximum number of errors that are reported at once.
    private static let maxFaults = 50

    /// Reports an error in a scene or a holiday file, which is left out.
    private func leaveOut(_ problem: String) {
        let text = "\(problem); skipped until it is fixed"
        log.error("\(text)")
        leftOut.append(problem)
        if warnings.count < Self.maxFaults { warnings.append(text) }
    }

    static func fault(_ diagnostics: [Diagnostic]) -> Fault {
        Fault(.badModel, diagnostics.map(\.description).joined(separator: "\n"))
    }
}
