import DomoLanguage
import Glibc

/// The daemon's log in the systemd journal: journalctl(1).
enum Journal {
    static let unit = "domod.service"

    /// Replaces this process with journalctl; returns only by throwing.
    static func show(_ arguments: [String]) throws(Fault) -> Never {
        try SiblingProgram.start(
            "journalctl",
            ["--unit", unit] + arguments,
            purpose:
                "it shows the log of a daemon that systemd runs; otherwise domod logs to its standard error"
        )
    }

    /// The last lines as text, or the error.
    static func lastLines(_ count: Int) -> String {
        guard let output = popen("journalctl --unit \(unit) --lines \(count) --no-pager --output short-iso 2>&1", "re")
        else { return "\(String(cString: strerror(errno)))\n" }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var read = 0
        repeat {
            read = fread(&buffer, 1, buffer.count, output)
            bytes += buffer[..<read]
        } while read > 0
        pclose(output)
        return String(decoding: bytes, as: UTF8.self)
    }
}
