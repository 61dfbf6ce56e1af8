import DomoSystem
import Glibc

/// The files of a configuration: the file that `--config` names, and those in the folder beside it, `domod.d` for
/// `domod.yaml`, so that what the administrator writes need not be in a file of the package.
struct ConfigurationParts {
    static let ending = ".yaml"

    /// The configuration file first, then the others by name.
    let paths: [String]
    let warnings: [String]
    /// The folder, if it exists and can't be read.
    let unreadable: String?

    /// Blocks.
    init(of file: String) {
        let folder = Self.folder(of: file)
        let listed = FileStatus.names(in: folder)
        unreadable = listed == nil && access(folder, F_OK) == 0 ? folder : nil
        let names = (listed ?? []).filter { !$0.hasPrefix(".") }.sorted()
        paths = [file] + names.filter { $0.hasSuffix(Self.ending) }.map { "\(folder)/\($0)" }
        warnings = names.filter { $0.hasSuffix(".yml") }.map {
            "\(folder)/\($0) is not read; rename it to \($0.dropLast(4))\(Self.ending)"
        }
    }

    /// The folder with the other files of a configuration.
    static func folder(of file: String) -> String {
        "\(file.hasSuffix(ending) ? String(file.dropLast(ending.count)) : file).d"
    }
}
