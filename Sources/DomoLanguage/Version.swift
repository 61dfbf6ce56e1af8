import CVersion

/// The version of domo, of all its programs alike: https://semver.org
public let domoVersion = "0.1.0"

/// What `--version` prints behind the program's name: `0.1.0 (cce50b3d2f01)`. Without the commit where the build did
/// not name it.
public let domoBuild = {
    let commit = String(cString: domo_commit)
    return commit.isEmpty ? domoVersion : "\(domoVersion) (\(commit))"
}()
