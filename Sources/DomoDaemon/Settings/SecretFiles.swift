/// The files that hold secrets, noted while a configuration is read.
final class SecretFiles {
    var paths: Set<String> = []
}
