import CLinux
import DomoSystem
import Glibc

/// The memory that only the start of the daemon needed. A daemon that runs for years does not keep it.
enum StartMemory {
    /// Gives back what malloc has left over, and the code of the program and of its libraries. The kernel takes that from
    /// the files again where it is used, as it did at first.
    static func giveBack() {
        malloc_trim(0)
        do {
            let mappings = String(decoding: try FileBytes.read("/proc/self/maps", longest: 1 << 20), as: UTF8.self)
            for line in mappings.split(separator: "\n") {
                if let code = Self.code(line) { madvise(code.baseAddress, code.count, MADV_DONTNEED) }
            }
        } catch {
            // Then it is kept.
        }
    }

    /// The pages of a line of proc_pid_maps(5), `55d0…-55d1… r-xp 00010000 fe:00 1234 /usr/bin/domod`; nil where they are
    /// no file's code. What can only be read may have been written before that.
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
