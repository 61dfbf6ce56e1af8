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
        let bytes: [UInt8]
        do throws(FileBytes.Fault) {
            // Who writes a house file reads nothing else with it.
            bytes = try FolderFile.read(path, below: folder, maxBytes: maxBytes)
        } catch {
            throw Fault(.noSuchFile, "\(path): \(error.message)", hint: FileBytes.hint(for: error))
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
