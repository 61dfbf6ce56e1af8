import Glibc

/// The memory of this process.
public enum ProcessMemory {
    /// What it holds, in bytes; nil where the system does not say (proc(5), statm).
    public static var resident: Int? {
        do {
            let words = String(decoding: try FileBytes.read("/proc/self/statm", longest: 4096), as: UTF8.self).split(
                separator: " "
            )
            return words.count > 1 ? Int(words[1]).map { $0 * sysconf(CInt(_SC_PAGESIZE)) } : nil
        } catch {
            return nil
        }
    }
}
