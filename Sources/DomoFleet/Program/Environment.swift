import Glibc

enum Environment {
    /// - Returns: nil if the variable is not set or empty.
    static func value(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
