import CVersion

/// The version of all programs of domo: https://semver.org
public let domoVersion = "0.1.0"

/// The output of `--version` after the name of the program: `0.1.0 (cce50b3d2f01)`, without the commit if the build did
/// not set it.
public let domoBuild = {
    let commit = String(cString: domo_commit)
    return commit.isEmpty ? domoVersion : "\(domoVersion) (\(commit))"
}()
