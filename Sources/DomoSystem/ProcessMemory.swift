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
}
