import Glibc

/// Where the programs under test lie: beside the bundle of tests, which `swift build` puts into the same folder.
enum Programs {
    /// Without a slash at its end.
    static let folder: String = {
        let starts = [ownProgram].compactMap { $0 } + CommandLine.arguments
        for start in starts {
            var folder = start[...]
            // The bundle is one file on Linux, and a folder that holds the program elsewhere.
            while let slash = folder.lastIndex(of: "/") {
                folder = folder[..<slash]
                if access("\(folder)/domod", X_OK) == 0, access("\(folder)/domo-sim", X_OK) == 0 {
                    return String(folder)
                }
            }
        }
        fatalError("domod and domo-sim are not beside the tests (\(starts)); build them: swift build --build-tests")
    }()

    private static var ownProgram: String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            let count = readlink("/proc/self/exe", buffer.baseAddress!, buffer.count)
            guard count > 0 else { return nil }
            return String(decoding: UnsafeRawBufferPointer(UnsafeBufferPointer(buffer)).prefix(count), as: UTF8.self)
        }
    }
}
