import DomoLanguage
import DomoSystem
import DomoYAML

// A configuration of several files, which is read as if it were one.

extension ConfigurationFile {
    private static let maxBytes = 1024 * 1024

    /// The documents of all files, merged; nil if all are empty. Blocks.
    mutating func document(_ files: ConfigurationParts) throws(StartFault) -> YAMLNode? {
        if let folder = files.unreadable {
            throw StartFault(
                .noSuchFile,
                "\(folder): can't be read, but it may hold settings",
                hint: "make it a folder that domod may read"
            )
        }
        var whole: YAMLNode?
        for file in files.paths {
            let bytes: [UInt8]
            do {
                // The administrator names the first; what is in the folder is not followed out of it.
                bytes =
                    file == path
                    ? try FileBytes.readRegular(file, maxBytes: Self.maxBytes)
                    : try FolderFile.read(file, below: folder, maxBytes: Self.maxBytes)
            } catch {
                throw StartFault(
                    .noSuchFile,
                    "\(file): \(error.message)",
                    hint: file == path
                        ? "check the path after --config, or DOMO_CONFIG" : "domod must be able to read this file"
                )
            }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw StartFault(.badConfiguration, "\(file):1:1: error: the file is not UTF-8")
            }
            guard let document = yaml.document(text, file: file) else { continue }
            whole = whole.map { yaml.merge($0, document, lists: ["homes"]) } ?? document
        }
        return whole
    }

    /// What files that can't be used say about access; nil if that can't be read. Blocks.
    static func accessSettings(in path: String, accounts: Accounts = .ofMachine) -> Configuration.Access? {
        var reader = ConfigurationFile(path: path, root: .own, kinds: [], accounts: accounts)
        do throws(StartFault) {
            guard case .mapping(let pairs)? = try reader.document(ConfigurationParts(of: path))?.content,
                reader.yaml.faults.isEmpty
            else { return nil }
            let nodes = pairs.filter { $0.key.scalar == "access" }
            guard nodes.count < 2 else { return nil }
            let access = nodes.first.map { reader.accessSettings($0.value) } ?? Configuration.Access()
            return reader.yaml.faults.isEmpty ? access : nil
        } catch {
            return nil
        }
    }

    /// The state folder that the files name, even if they are no YAML.
    static func stateFolder(in path: String) -> String? {
        ConfigurationParts(of: path).paths.lazy.compactMap { stateFolder(inOne: $0, of: path) }.first
    }

    private static func stateFolder(inOne file: String, of path: String) -> String? {
        let lines: [Substring]
        do throws(FileBytes.Fault) {
            let bytes = try FileBytes.readRegular(file, maxBytes: maxBytes)
            lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        } catch {
            return nil
        }
        guard let line = lines.first(where: { $0.hasPrefix("state:") }) else { return nil }
        let value = line.dropFirst("state:".count).split(separator: " #")[0].trimmingPrefix { $0 == " " }
        let plain = value.filter { !"\"'\r".contains($0) }.split(separator: " ").joined(separator: " ")
        guard !plain.isEmpty else { return nil }
        return plain.hasPrefix("/") ? plain : "\(path.parentFolder)/\(plain)"
    }
}
