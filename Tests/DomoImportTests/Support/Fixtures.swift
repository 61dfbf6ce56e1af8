import DomoKNX
import DomoLanguage
import Glibc
import Testing

@testable import DomoImport

/// Project files that `Tests/Peers/KNX/ets_project.py` made.
enum Fixtures {
    static let schemas = [11, 12, 13, 14, 20, 21, 22, 23]
    static let password = "contraseña 5"

    static func path(_ name: String) -> String {
        let here = "\(#filePath)"
        let folder = here[..<here.range(of: "/Support/").lowerBound]
        return "\(folder)/Fixtures/\(name).knxproj"
    }

    /// A folder of its own, gone when the test is over.
    static func withFolder(_ body: (String) throws -> Void) throws {
        var template = Array("/tmp/domo-import-test-XXXXXX".utf8CString)
        let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
        defer { remove(folder) }
        try body(folder)
    }

    private static func remove(_ folder: String) {
        guard let stream = opendir(folder) else { return }
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { unlink("\(folder)/\(name)") }
        }
        closedir(stream)
        rmdir(folder)
    }
}

extension String {
    fileprivate func range(of text: String) -> Range<String.Index> { firstRange(of: text) ?? startIndex..<startIndex }
}

extension Project {
    /// The house of a project, as the command makes it.
    func house(name: String? = nil) -> HouseDraft {
        var project = self
        project.resolveTypes()
        return HouseMaker.house(of: Pairing.run(project), name: name, fallback: "Casa", isEnglish: false)
    }
}

extension HouseDraft {
    /// `Planta baja/Salón/Luz: Binario orden="1/0/1"`, a line for each facet.
    var summary: [String] { Self.lines(of: content, path: "", style: style) }

    private static func lines(of place: PlaceDraft, path: String, style: GroupAddress.Style) -> [String] {
        place.elements.flatMap { element in
            element.facets.flatMap { facet in
                let lines = HouseWriter.facetLines(facet, words: KNXWords(isEnglish: false), style: style)
                let text = lines.map { $0.split(separator: " ").joined(separator: " ") }.joined()
                return ["\(path)\(element.name): \(text.replacing("<k:", with: "<"))"]
            }
        } + place.places.flatMap { lines(of: $0, path: "\(path)\($0.name)/", style: style) }
    }

    /// Its file, which must be one that domo reads.
    func file(isEnglish: Bool = false, sourceLocation: SourceLocation = #_sourceLocation) -> String {
        let text = HouseWriter.write(self, isEnglish: isEnglish, source: "test")
        #expect(HouseCheck.faults(in: Array(text.utf8), file: "house.xml") == [], sourceLocation: sourceLocation)
        return text
    }
}
