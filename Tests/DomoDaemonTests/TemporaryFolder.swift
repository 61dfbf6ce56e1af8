import Glibc

/// A folder that goes with the test.
final class TemporaryFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/domo-test.XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw Problem() }
        path = String(cString: made)
    }

    struct Problem: Error {}

    deinit {
        nftw(path, { path, _, _, _ in remove(path!) }, 16, Int32(FTW_DEPTH.rawValue | FTW_PHYS.rawValue))
    }
}
