import DomoKNXHouse
import DomoModel
import DomoXML

/// Checks whether domo can read a house file with its bindings.
enum HouseCheck {
    /// - Returns: the errors, one line each.
    static func faults(in bytes: [UInt8], file: String) -> [String] {
        let reading = HouseReader.read(bytes: bytes, file: file, keeping: [KNXBindingReader.namespace])
        let errors = reading.diagnostics.filter { $0.severity == .error }.map(\.description)
        guard errors.isEmpty else { return errors }
        let (_, faults) = KNXBindingReader.read(reading.extensions, of: HouseIndex(reading.houses))
        return faults.filter { $0.severity == .error }.map { fault in
            "\(fault.file):\(fault.line): \(fault.message)\(fault.hint.map { "; \($0)" } ?? "")"
        }
    }
}
