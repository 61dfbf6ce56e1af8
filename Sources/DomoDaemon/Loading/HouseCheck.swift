import DomoCalendar
import DomoEngine
import DomoKNXBus
import DomoKNXHouse
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
    /// The houses of the named scenes, which are not reported on.
    private var otherHouses: [String] = []
    private var otherScenes: [String] = []
    private var knx = KNXBindings()
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
        for file in files { check.take(file) }
        check.takeNeighbours()
        check.lookThroughAll()
        return check.status
    }

    private init(
        isVerbose: Bool,
        settings: Configuration.Layer,
        now: Timestamp,
        sceneCheck: @escaping SceneFiles.Check,
        report: @escaping (CheckReport.Entry) -> Void
    ) {
        self.isVerbose = isVerbose
        self.settings = settings
        self.now = now
        self.sceneCheck = sceneCheck
        self.report = report
    }

    private var places: [String: Configuration.Place] { settings.places }

    // MARK: Which files

    private mutating func take(_ file: String) {
        guard FileBytes.isFolder(file) else {
            let (isScene, isHolidays) = (file.hasSuffix(".domo"), file.hasSuffix(".holidays"))
            if !isScene, !isHolidays { isHouseNamed = true }
            guard FileBytes.isThere(file) else {
                miss(file, String(cString: strerror(errno)))
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
        if found.isEmpty { miss(file, "no house file or scene in this folder") }
        for file in found { take(file) }
    }

    private mutating func takeNeighbours() {
        for house in houses {
            let folder = "\(house.parentFolder)/scenes"
            if FileBytes.isFolder(folder) { Self.add(files(in: folder, [".domo"]) ?? [], to: &scenes) }
        }
        let scenesAlone = houses.isEmpty ? scenes : []
        for folder in Set(scenesAlone.map(\.absolutePath.parentFolder)).sorted() where folder.lastPathPart == "scenes" {
            otherHouses += files(in: folder.parentFolder, [".xml"]) ?? []
            otherScenes += files(in: folder, [".domo"]) ?? []
        }
        for beside in (houses + otherHouses).map(HolidaysFile.beside) where FileBytes.isThere(beside) {
            Self.add([beside], to: &holidays)
        }
    }

    /// Hidden files are ignored: editors create them.
    ///
    /// - Returns: nil, after a report, if the folder can't be read.
    private mutating func files(in folder: String, _ ends: [String]) -> [String]? {
        do {
            let names = try FileBytes.names(in: folder).filter { name in
                !name.hasPrefix(".") && ends.contains(where: name.hasSuffix)
            }
            return names.map { folder.hasSuffix("/") ? folder + $0 : "\(folder)/\($0)" }
        } catch {
            miss(folder, error.message)
            return nil
        }
    }

    /// Adds files that are not in the list yet; a file keeps its first name.
    private static func add(_ more: [String], to files: inout [String]) {
        var known = Set(files.map(\.absolutePath))
        for file in more where known.insert(file.absolutePath).inserted { files.append(file) }
    }

    // MARK: Checking

    private mutating func lookThroughAll() {
        let houses = read(self.houses.isEmpty ? otherHouses : self.houses)
        // By absolute path.
        var holidaysByFile: [String: Holidays] = [:]
        Self.add(houses?.compactMap { places[$0.house.name]?.holidays } ?? [], to: &holidays)
        for file in holidays {
            let (found, mistakes) = HolidaysFile.read(file)
            holidaysByFile[file.absolutePath] = found
            tell(mistakes)
            if isVerbose, mistakes.isEmpty { print("\(file): \(found.dates.count + found.yearly.count) holidays") }
        }
        let asked = Set(scenes)
        Self.add(otherScenes, to: &scenes)
        let files = SceneFiles(scenes)
        var found = files.mistakes
        if let houses {
            let sites = houses.map { house, file in
                let place = places[house.name]
                let holidaysFile = place?.holidays ?? HolidaysFile.beside(file)
                let holidays = holidaysByFile[holidaysFile.absolutePath] ?? Holidays()
                return Catalog.Site(of: house, place: place, holidays: holidays) {
                    self.report(.init(file: file, severity: "warning", message: $0))
                }
            }
            let index = HouseIndex(houses.map(\.house))
            found = files.diagnostics(index, sites, by: sceneCheck)
            let past = files.parsed.flatMap { scene in
                SceneCheck.pastTimes(in: scene, index: index, sites: sites, from: now).map {
                    Diagnostic($0.file, $0.mistake, .warning)
                }
            }
            // A time that never comes was already reported.
            found += past.filter { one in !found.contains { $0.file == one.file && $0.line == one.line } }
            found += unsendable(files.parsed, houses.map(\.house), sites)
        }
        if !self.houses.isEmpty { tell(knx.missingScenes(among: files.parsed)) }
        found = found.filter { asked.contains($0.file) }
        tell(found.inOrder)
        if !isHouseNamed, otherHouses.isEmpty {
            warnOfScenesWithoutHouse(files.parsed.filter { asked.contains($0.file) })
        }
        let faulty = Set(found.filter { $0.severity == .error }.map(\.file))
        for scene in files.parsed where isVerbose && asked.contains(scene.file) && !faulty.contains(scene.file) {
            print("\(scene.file): scene \(scene.name.printable), \(scene.script.allSteps.count) steps")
        }
    }

    /// The steps that no configured link can send. The daemon loads such a scene with a warning; the check reports an
    /// error.
    private mutating func unsendable(
        _ scenes: [Catalog.Scene],
        _ houses: [House],
        _ sites: [Catalog.Site]
    ) -> [Diagnostic] {
        let links = LinkDirectory(
            usual: settings.server,
            own: settings.servers,
            others: settings.links,
            resources: nil
        )
        var load = HouseLoad(houses: houses, sites: sites, scenes: scenes, sceneFolder: nil, warnings: [])
        load.knx = knx
        do throws(Fault) {
            let catalog = try links.catalog(load, routes: settings.routes)
            return SceneCheck.unsendable(in: catalog).map { Diagnostic($0.file, $0.mistake) }
        } catch {
            report(.init(file: houses.first?.name ?? "", message: error.message))
            status = .badData
            return []
        }
    }

    /// - Returns: the houses and their files; nil if there are no houses to check scenes against.
    private mutating func read(_ files: [String]) -> [(house: House, file: String)]? {
        var readings: [HouseReading] = []
        var fileByHouse: [String: String] = [:]
        for file in files {
            do {
                let reading = try HouseReader.read(path: file, keeping: HouseReading.keptNamespaces)
                readings.append(reading)
                for house in reading.houses { fileByHouse[house.name] = file }
                if isVerbose, !reading.hasErrors { print("\(file): \(Inventory(reading.houses))") }
            } catch {
                miss(error.path, error.message)
            }
        }
        let merged = HouseReading.merge(readings)
        let (knx, diagnostics) = merged.bindings()
        self.knx = knx
        tell(merged.diagnostics + diagnostics)
        guard !merged.houses.isEmpty else { return nil }
        return merged.houses.map { ($0, fileByHouse[$0.name] ?? "") }
    }

    private func warnOfScenesWithoutHouse(_ scenes: [Catalog.Scene]) {
        for scene in scenes {
            let hint = "domo check HOUSE.xml \(scene.file)"
            let message = "no house file given: names and values were not checked; use \"\(hint)\""
            report(.init(file: scene.file, severity: "warning", message: message))
        }
    }

    private mutating func tell(_ diagnostics: [Diagnostic]) {
        for diagnostic in diagnostics { report(.init(diagnostic)) }
        if diagnostics.contains(where: { $0.severity == .error }) { status = .badData }
    }

    /// Reports a missing file. Mistakes in other files take precedence in the exit status.
    private mutating func miss(_ file: String, _ message: String) {
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
