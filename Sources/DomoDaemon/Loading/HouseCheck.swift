import DomoEngine
import DomoLanguage
import DomoModel
import DomoSystem
import DomoXML
import Glibc

/// `domod --check`: reads house files, and the scenes and holidays beside them, and reports the mistakes in them.
struct HouseCheck {
    private let isVerbose: Bool
    private let settings: Configuration.Layer
    private let now: Timestamp
    private let sceneCheck: SceneFiles.Check
    private let report: (CheckReport.Entry) -> Void
    private var houses: [String] = []
    /// True even if the file does not exist.
    private var isHouseNamed = false
    /// The scenes to report on.
    private var scenes: [String] = []
    private var holidays: [String] = []
    /// The houses beside the named ones, and those of the named scenes: scenes may name their elements. They are not
    /// reported on.
    private var otherHouses: [String] = []
    private var otherScenes: [String] = []
    /// The names of the houses beside the named ones.
    private var neighbours: Set<String> = []
    private var status = ExitStatus.done

    /// Prints nothing if there are no mistakes, unless `isVerbose`.
    ///
    /// - Parameters:
    ///   - files: house files, scene files (`*.domo`), holiday files (`*.holidays`), and folders of them.
    ///   - settings: the houses, links and routes of the configuration.
    ///   - report: called with each diagnostic.
    static func run(
        _ files: [String],
        isVerbose: Bool,
        settings: Configuration.Layer = Configuration.Layer(),
        now: Timestamp = Instant.now().wall,
        sceneCheck: @escaping SceneFiles.Check = { SceneCheck.findings(in: $0, index: $1, sites: $2) },
        report: @escaping (CheckReport.Entry) -> Void = { Output.error($0.text) }
    ) -> ExitStatus {
        var check = HouseCheck(
            isVerbose: isVerbose,
            settings: settings,
            now: now,
            sceneCheck: sceneCheck,
            report: report
        )
        for file in files { check.add(file) }
        check.addNeighbours()
        check.checkAll()
        return check.status
    }

    private var places: [String: Configuration.Place] { settings.places }

    // MARK: Which files

    private mutating func add(_ file: String) {
        guard FileBytes.isFolder(file) else {
            let (isScene, isHolidays) = (file.hasSuffix(".domo"), file.hasSuffix(".holidays"))
            if !isScene, !isHolidays { isHouseNamed = true }
            guard FileBytes.isThere(file) else {
                reportMissing(file, String(cString: strerror(errno)))
                return
            }
            if isScene {
                Self.add([file], to: &scenes)
            } else if isHolidays {
                Self.add([file], to: &holidays)
            } else {
                houses.append(file)
            }
            return
        }
        guard let found = files(in: file, [".xml", ".domo", ".holidays"]) else { return }
        if found.isEmpty { reportMissing(file, "no house file or scene in this folder") }
        for file in found { add(file) }
    }

    private mutating func addNeighbours() {
        for house in houses {
            let folder = "\(house.parentFolder)/scenes"
            guard FileBytes.isFolder(folder) else { continue }
            Self.add(files(in: folder, [".domo"]) ?? [], to: &scenes)
            Self.add(files(in: house.parentFolder, [".xml"]) ?? [], to: &otherHouses)
        }
        let scenesAlone = houses.isEmpty ? scenes : []
        for folder in Set(scenesAlone.map(\.absolutePath.parentFolder)).sorted() where folder.lastPathPart == "scenes" {
            otherHouses += files(in: folder.parentFolder, [".xml"]) ?? []
            otherScenes += files(in: folder, [".domo"]) ?? []
        }
        for beside in (houses.isEmpty ? otherHouses : houses).map(HolidaysFile.beside) where FileBytes.isThere(beside) {
            Self.add([beside], to: &holidays)
        }
    }

    /// - Returns: nil, after a report, if the folder can't be read.
    private mutating func files(in folder: String, _ ends: [String]) -> [String]? {
        do {
            return try HouseContents.files(in: folder, endingIn: ends)
        } catch {
            reportMissing(folder, error.message)
            return nil
        }
    }

    /// Adds files that are not in the list yet; a file keeps its first name.
    private static func add(_ more: [String], to files: inout [String]) {
        var known = Set(files.map(\.absolutePath))
        for file in more where known.insert(file.absolutePath).inserted { files.append(file) }
    }

    // MARK: Checking

    private mutating func checkAll() {
        let contents = read()
        var holidays = HolidayFiles()
        Self.add(contents.houses.compactMap { places[$0.name]?.holidays }, to: &self.holidays)
        for file in self.holidays {
            let known = holidays.mistakes.count
            let days = holidays.read(file)
            let mistakes = holidays.mistakes[known...]
            report(all: Array(mistakes))
            if isVerbose, mistakes.isEmpty { print("\(file): \(days.dates.count + days.yearly.count) holidays") }
        }
        let named = Set(scenes)
        Self.add(otherScenes, to: &scenes)
        let files = SceneFiles(scenes)
        var found = files.mistakes
        if !contents.houses.isEmpty {
            let sites = contents.sites(places, &holidays) { file, message in
                report(.init(file: file, severity: "warning", message: message))
            }
            let own = zip(contents.houses, sites).filter { !neighbours.contains($0.0.name) }
            let load = HouseLoad(houses: own.map(\.0), sites: own.map(\.1), scenes: [], sceneFolder: nil, warnings: [])
            for (file, message) in load.planWarnings {
                report(.init(file: file, severity: "warning", message: message))
            }
            if !houses.isEmpty { reportUnclassified(own.map(\.0), contents) }
            let index = HouseIndex(contents.houses)
            found = files.diagnostics(index, sites, by: sceneCheck)
            let past = files.parsed.flatMap { scene in
                SceneCheck.pastTimes(in: scene, index: index, sites: sites, from: now).map {
                    Diagnostic($0.file, $0.mistake, .warning)
                }
            }
            // A time that never comes was already reported.
            found += past.filter { one in !found.contains { $0.file == one.file && $0.line == one.line } }
            found += unsendable(files.parsed, contents, sites)
        }
        if !houses.isEmpty { report(all: contents.knx.missingScenes(among: files.parsed)) }
        found = found.filter { named.contains($0.file) }
        report(all: found.inOrder)
        if !isHouseNamed, otherHouses.isEmpty {
            warnOfScenesWithoutHouse(files.parsed.filter { named.contains($0.file) })
        }
        let faulty = Set(found.filter { $0.severity == .error }.map(\.file))
        for scene in files.parsed where isVerbose && named.contains(scene.file) && !faulty.contains(scene.file) {
            print("\(scene.file): scene \(scene.name.printable), \(counted(scene.script.allSteps.count, "step"))")
        }
    }

    /// One hint for each house, with all that it is about.
    private func reportUnclassified(_ houses: [House], _ contents: HouseContents) {
        for house in houses {
            guard let hint = UnclassifiedDevices(in: [house], contents.knx).hint else { continue }
            report(.init(file: contents.file(of: house) ?? house.name, severity: "hint", message: hint))
        }
    }

    /// The steps that no configured link can send. The daemon loads such a scene with a warning; the check reports an
    /// error.
    private mutating func unsendable(
        _ scenes: [Catalog.Scene],
        _ contents: HouseContents,
        _ sites: [Catalog.Site]
    ) -> [Diagnostic] {
        let links = LinkDirectory(
            usual: settings.server,
            own: settings.servers,
            others: settings.links,
            resources: nil
        )
        var load = HouseLoad(houses: contents.houses, sites: sites, scenes: scenes, sceneFolder: nil, warnings: [])
        load.knx = contents.knx
        do throws(Fault) {
            let catalog = try links.catalog(load, routes: settings.routes)
            return SceneCheck.unsendable(in: catalog).map { Diagnostic($0.file, $0.mistake) }
        } catch {
            report(.init(file: contents.houses.first?.name ?? "", message: error.message))
            status = .badData
            return []
        }
    }

    private mutating func read() -> HouseContents {
        let named = houses.isEmpty ? otherHouses : houses
        var readings = named.compactMap { read($0) }
        for (file, reading) in readings where isVerbose && !reading.hasErrors {
            print("\(file ?? ""): \(Inventory(reading.houses))")
        }
        if !houses.isEmpty {
            let known = Set(houses.map(\.absolutePath))
            for file in otherHouses where !known.contains(file.absolutePath) {
                guard let other = read(file), !other.reading.hasErrors else { continue }
                // A file with the same house is an older copy of a named one, not its neighbour.
                let names = Set(readings.flatMap(\.reading.houses).map(\.name))
                guard names.isDisjoint(with: other.reading.houses.map(\.name)) else { continue }
                readings.append(other)
                neighbours.formUnion(other.reading.houses.map(\.name))
            }
        }
        let contents = HouseContents(readings)
        report(all: contents.diagnostics.filter { named.contains($0.file) })
        return contents
    }

    /// - Returns: nil, after a report, if the file can't be read.
    private mutating func read(_ file: String) -> (file: String?, reading: HouseReading)? {
        do {
            return (file, try HouseFolder.reading(file))
        } catch {
            reportMissing(error.path, error.message)
            return nil
        }
    }

    private func warnOfScenesWithoutHouse(_ scenes: [Catalog.Scene]) {
        for scene in scenes {
            let hint = "domo check HOUSE.xml \(scene.file)"
            let message = "no house file given: names and values were not checked; use \"\(hint)\""
            report(.init(file: scene.file, severity: "warning", message: message))
        }
    }

    private mutating func report(all diagnostics: [Diagnostic]) {
        for diagnostic in diagnostics { report(.init(diagnostic)) }
        if diagnostics.hasErrors { status = .badData }
    }

    /// Reports a missing file. Mistakes in other files take precedence in the exit status.
    private mutating func reportMissing(_ file: String, _ message: String) {
        report(.init(file: file, message: message))
        if status == .done { status = .noSuchFile }
    }
}

extension CheckReport.Entry {
    fileprivate init(_ diagnostic: Diagnostic) {
        self.init(
            file: diagnostic.file,
            line: diagnostic.line,
            column: diagnostic.column,
            severity: diagnostic.severity.rawValue,
            message: diagnostic.message
        )
    }
}
