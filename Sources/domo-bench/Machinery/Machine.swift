import Glibc

/// The machine of the measurements.
struct Machine: CustomStringConvertible {
    let description: String

    init() throws(BenchFault) {
        var names = utsname()
        guard uname(&names) == 0 else { throw BenchFault(call: "uname") }
        let release = withUnsafeBytes(of: &names.release) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        let processor = try TextFile.read("/proc/cpuinfo").split(separator: "\n").first { $0.hasPrefix("model name") }
        let model = processor?.split(separator: ":").last.map { $0.drop { $0 == " " } } ?? "unknown processor"
        let load = try TextFile.read("/proc/loadavg").split(separator: " ").prefix(1).joined()
        description = "\(Processor.allowed.count) cores (\(model)), Linux \(release), load \(load) at the start"
    }
}
