/// All fuzz targets.
public let allFuzzTargets: [any FuzzTarget.Type] = [
    Requests.self, Lines.self, ControlSocket.self, Houses.self, HolidayFiles.self, ZoneFiles.self, Documents.self,
    Dialects.self, Answers.self, Datapoints.self, KNXNames.self, CEMIFrames.self, IPFrames.self, BrokerMessages.self,
    ServerOperations.self, FleetMessages.self,
]
