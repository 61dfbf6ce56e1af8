import DomoSystem

/// The parts of a backup, as folders of the archive: they do not depend on where the machine keeps them.
enum ArchivePlace: String, CaseIterable {
    /// The folder of the configuration file.
    case configuration
    /// The daemon's state folder.
    case state
    /// The units' defaults, `/etc/default`.
    case defaults = "default"
    /// Files elsewhere, by their whole paths.
    case elsewhere = "files"

    /// Options of the web page.
    static let unitDefaults = ["domo-web"]
    static let defaultsFolder = "/etc/default"
    /// The folders of secrets in the folder of the configuration: for the daemon, the web page, and the bridges.
    static let secretFolders = ["secrets", "web", "notify", "mqtt"]
    /// The files there that may hold secrets: the configurations of the bridges.
    static let secretFiles = ["notify.yaml", "mqtt.yaml"]
    /// In what `domo restore` puts the files that were there before.
    static let keptPrefix = "before-restore-"

    /// The name of a file in the archive.
    func name(_ path: String) -> String { "\(rawValue)/\(path)" }
}

/// The first lines of an archive: what it is, and where its files were.
struct ArchiveLabel {
    static let name = "backup.txt"
    private static let header = "domo backup 2"

    /// Whether it has the whole folder of the configuration, so that other files there do not belong to it.
    var isWhole: Bool
    var lines: [String]

    init(version: String, time: String, configuration: String?, state: String?, isWhole: Bool, hasSecrets: Bool) {
        self.isWhole = isWhole
        lines = [
            Self.header, "version \(version)", "made \(time)", "configuration \(configuration ?? "-")",
            "state \(state ?? "-")", "whole \(isWhole ? "yes" : "no")", "secrets \(hasSecrets ? "yes" : "no")",
        ]
    }

    /// Nil for another text.
    init?(_ text: String) {
        lines = text.split(separator: "\n").map(String.init)
        guard lines.first == Self.header else { return nil }
        isWhole = lines.contains("whole yes")
    }

    /// The folder of the configuration file that was backed up; nil if there was none.
    var folder: String? {
        let word = "configuration "
        return lines.first { $0.hasPrefix(word + "/") }.map { String($0.dropFirst(word.count)).parentFolder }
    }

    var text: String { lines.map { $0 + "\n" }.joined() }
}
