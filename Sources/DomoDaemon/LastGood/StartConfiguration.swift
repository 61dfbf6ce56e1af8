import DomoLanguage

/// The configuration that a start uses.
struct StartConfiguration {
    var configuration: Configuration
    var lastGood: LastGoodFiles
    /// Why the file can't be read; then the configuration is that of the last good files, or has no houses.
    var problem: StartFault?

    /// Reads the configuration, else that of the last good files. Blocks.
    ///
    /// - Parameter waits: whether a daemon without last good files waits until its files can be loaded.
    init(_ source: ConfigurationSource, waits: Bool) throws(StartFault) {
        let options = source.description
        do throws(StartFault) {
            configuration = try source.read()
            lastGood = LastGoodFiles(state: configuration.state, options: options)
        } catch {
            // Options can't have been right before.
            guard error.status != .usage, let state = source.stateFolder else { throw error }
            lastGood = LastGoodFiles(state: state, options: options)
            if let found = lastGood.find() {
                configuration = try source.read(found.root)
            } else if waits {
                configuration = try source.withoutFile()
            } else {
                throw error
            }
            problem = error
        }
    }
}
