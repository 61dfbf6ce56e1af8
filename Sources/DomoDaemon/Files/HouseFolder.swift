import DomoSystem
import DomoXML

/// The folder of house files, and what is beside them: scenes, holidays, images of plans. Several people may write there, so
/// nothing in it is read through a link that leads out of it, or that is not a regular file.
enum HouseFolder {
    /// The folder that a house file, a file of holidays or a scene must not lead out of: that of the houses, for a scene in
    /// its `scenes`.
    static func of(_ file: String) -> String {
        let folder = file.parentFolder
        return file.hasSuffix(".domo") && folder.lastPathPart == "scenes" ? folder.parentFolder : folder
    }

    /// Reads a house file. Blocks.
    static func reading(_ file: String) throws(FileFault) -> HouseReading {
        let descriptor: CInt
        do throws(FileBytes.Fault) {
            descriptor = try FolderFile.open(file, below: of(file))
        } catch {
            throw FileFault(path: file, message: error.message, errno: error.code)
        }
        return try HouseReader.read(descriptor: descriptor, path: file, keeping: HouseReading.keptNamespaces)
    }
}
