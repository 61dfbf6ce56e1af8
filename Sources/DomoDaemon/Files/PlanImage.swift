import DomoLanguage
import DomoSystem

/// The image of a floor plan, beside the house file.
enum PlanImage {
    /// The maximum size, in bytes.
    static let maxBytes = 2 << 20

    /// Blocks.
    ///
    /// - Parameter folder: the folder of the house file, which the image must be in.
    static func read(_ file: String, in folder: String, of place: String) throws(Fault) -> PlanPicture {
        let path = "\(folder)/\(file)"
        guard let type = type(of: path) else {
            throw Fault(.badModel, "\(path) is not an image", hint: "use a file NAME.svg, NAME.png or NAME.jpg")
        }
        guard !FileBytes.isPipe(path) else {
            throw Fault(.noSuchFile, "\(path): it is a pipe, not a regular file", hint: "use a regular file")
        }
        // Who writes a house file reads nothing else with it.
        if let real = FileBytes.realPath(path), let own = FileBytes.realPath(folder), !real.hasPrefix(own + "/") {
            throw Fault(
                .noSuchFile,
                "\(path): it is a link to a file outside the folder of the house file",
                hint: "copy the image into the folder"
            )
        }
        let bytes: [UInt8]
        do {
            bytes = try FileBytes.read(path, maxBytes: maxBytes)
        } catch {
            throw Fault(.noSuchFile, "\(path): \(error.message)", hint: "check that domod may read the file")
        }
        return PlanPicture(place: place, type: type, data: Base64.text(of: bytes), tag: ContentTag.of(bytes))
    }

    private static func type(of path: String) -> String? {
        switch path.lastPathPart.split(separator: ".").last?.lowercased() {
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "jpg", "jpeg": "image/jpeg"
        default: nil
        }
    }
}
