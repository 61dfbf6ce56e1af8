import CLinux
import DomoSystem
import Glibc

/// Releases memory that only the start of the daemon needed.
enum StartMemory {
    /// Returns free heap memory and the code pages of the program and its libraries to the system. The kernel reads
    /// code from the files again when it is used.
    static func giveBack() {
        malloc_trim(0)
        do {
            let mappings = String(decoding: try FileBytes.read("/proc/self/maps", maxBytes: 1 << 20), as: UTF8.self)
            for line in mappings.split(separator: "\n") {
                if let code = Self.code(line) { madvise(code.baseAddress, code.count, MADV_DONTNEED) }
            }
        } catch {
            // Without the list of mappings the code pages are kept.
        }
    }

    /// The pages of a line of proc_pid_maps(5), `55d0…-55d1… r-xp 00010000 fe:00 1234 /usr/bin/domod`; nil unless they
    /// are code from a file. Read-only pages are kept, since they may have been written before they became read-only.
    static func code(_ line: Substring) -> UnsafeMutableRawBufferPointer? {
        let fields = line.split(separator: " ")
        guard fields.count > 5, fields[5].first == "/", fields[1] == "r-xp" else { return nil }
        let ends = fields[0].split(separator: "-").map { UInt($0, radix: 16) }
        guard ends.count == 2, let start = ends[0], let end = ends[1], start < end else { return nil }
        return UnsafeMutableRawBufferPointer(
            start: UnsafeMutableRawPointer(bitPattern: start),
            count: Int(end - start)
        )
    }
}
