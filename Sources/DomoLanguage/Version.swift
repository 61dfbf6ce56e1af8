/// The version of domo, of the daemon and the command line alike.
public let domoVersion = "0.1.0"
