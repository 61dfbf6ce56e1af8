import CLinux
import Glibc

/// The memory of this process.
public enum ProcessMemory {
    /// The resident memory in bytes; nil if unknown (proc(5), statm).
    public static var resident: Int? {
        do {
            let words = String(decoding: try FileBytes.read("/proc/self/statm", maxBytes: 4096), as: UTF8.self).split(
                separator: " "
            )
            return words.count > 1 ? Int(words[1]).map { $0 * sysconf(CInt(_SC_PAGESIZE)) } : nil
        } catch {
            return nil
        }
    }

    /// Long blocks are returned to the system when they are freed. Otherwise the C library keeps ever larger ones in its
    /// heap, where the short ones between them hold the space.
    public static func returnLongBlocks() { mallopt(M_MMAP_THRESHOLD, 256 * 1024) }

    /// Returns what was freed to the system, after work that took much more than what stays.
    public static func returnFreed() { malloc_trim(0) }
}
