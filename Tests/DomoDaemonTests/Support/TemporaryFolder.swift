import FoundationEssentials
import Glibc

/// A folder that is removed after the test.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/domo-test.XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw Problem() }
        path = String(cString: made)
    }

    struct Problem: Error {}

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            print("can't remove \(path): \(error)")
        }
    }
}
