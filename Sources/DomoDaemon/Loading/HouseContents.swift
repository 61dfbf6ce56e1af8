import DomoEngine
import DomoKNXHouse
import DomoLanguage
import DomoModel
import DomoSystem
import DomoXML

/// The houses of several house files, and what is beside them: read in the same way by the daemon, which refuses or
/// leaves out what is wrong, and by its check, which reports it.
struct HouseContents {
    /// Empty if there is any error.
    let houses: [House]
    let knx: KNXBindings
    /// What is wrong with the house files.
    let diagnostics: [Diagnostic]
    /// By house name; without the houses of URLs.
    private let files: [String: String]

    /// - Parameter readings: each with its file; nil if it is no file.
    init(_ readings: [(file: String?, reading: HouseReading)]) {
        let merged = HouseReading.merge(readings.map(\.reading))
        houses = merged.houses
        let faults: [Diagnostic]
        (knx, faults) = merged.bindings()
        diagnostics = merged.diagnostics + faults
        var files: [String: String] = [:]
        for (file, reading) in readings { for house in reading.houses { files[house.name] = file } }
        self.files = files
    }

    /// The file of a house; nil if it comes from a URL.
    func file(of house: House) -> String? { files[house.name] }

    /// The location of each house, with its holidays.
    ///
    /// - Parameter warn: called for an unknown time zone, with the file of the house.
    func sites(
        _ places: [String: Configuration.Place],
        _ holidays: inout HolidayFiles,
        warn: (_ file: String, _ message: String) -> Void
    ) -> [Catalog.Site] {
        houses.map { house in
            let (file, place) = (files[house.name], places[house.name])
            let beside = file.map(HolidaysFile.beside).flatMap { FileBytes.isThere($0) ? $0 : nil }
            // A file named in the configuration must exist.
            let days = (place?.holidays ?? beside).map { holidays.read($0) } ?? Holidays()
            var site = Catalog.Site(of: house, place: place, holidays: days) { warn(file ?? "", $0) }
            site.folder = file?.parentFolder.absolutePath
            return site
        }
    }

    /// The files of a folder with one of these ends. Hidden files are ignored: editors create them.
    static func files(in folder: String, endingIn ends: [String]) throws(FileBytes.Fault) -> [String] {
        try FileBytes.names(in: folder)
            .filter { name in !name.hasPrefix(".") && ends.contains(where: name.hasSuffix) }
            .map { folder.hasSuffix("/") ? folder + $0 : "\(folder)/\($0)" }
    }
}
