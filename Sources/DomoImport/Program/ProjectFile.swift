import DomoLanguage

/// Reads a project or an export of one, detecting the format.
enum ProjectFile {
    /// An export of 65,535 addresses has about 10 MiB.
    static let exportLimit = 64 << 20

    static func read(_ path: String, password: String?, installation: String? = nil) throws(Fault) -> Project {
        let start = try PlainFile.start(of: path, count: 4)
        var project: Project
        if start.starts(with: [0x50, 0x4B]) {
            project = try ETSProjectFile.read(path: path, password: password, installation: installation)
        } else if installation != nil {
            throw Fault(
                .badRequest,
                "\(path) is no .knxproj, and has no installations",
                hint: "leave --installation out"
            )
        } else {
            let bytes = try PlainFile.read(path, limit: exportLimit)
            guard !bytes.isEmpty else { throw Fault(.badModel, "\(path) is empty") }
            let text = bytes.prefix { $0 != UInt8(ascii: "<") }
            // A byte order mark, zeros of UTF-16 and white space may precede the first tag.
            let isXML =
                text.count < bytes.count
                && text.allSatisfy { [0, 0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF].contains($0) }
            project =
                isXML
                ? try GroupExportXML.read(bytes, file: path) : try GroupExportCSV.read(bytes, file: path)
        }
        project.resolveTypes()
        return project
    }
}
