#!/bin/sh
# boundaries.sh: checks which target imports which, and the length of files. Prints FILE:LINE: error: MESSAGE.
# A target may import the modules in its row, and everything that the targets in its row may import.
set -eu
cd "$(dirname "$0")/../.."

rules='
DomoModel:
DomoLanguage: CVersion DomoModel
DomoCalendar: DomoModel Glibc
DomoKNX:
DomoEngine: DomoModel DomoLanguage DomoCalendar
DomoEngineTesting: DomoEngine
DomoXML: DomoModel CLibXML2 Glibc
DomoYAML: DomoModel CLibYAML
DomoJSON: CJansson
DomoSystem: CLinux Glibc Synchronization
DomoTestKit: DomoSystem Synchronization
DomoHTTP: DomoEngine DomoYAML DomoJSON DomoSystem CLibCurl CLibPCRE2 CLibXML2 Glibc Synchronization
DomoKNXHouse: DomoModel DomoLanguage DomoKNX
DomoKNXBus: DomoEngine DomoKNXHouse
DomoKNXSim: DomoKNXHouse
DomoKNXTesting: DomoEngineTesting DomoKNXBus DomoKNXSim
DomoOptions: DomoModel
DomoUsage: DomoSystem ArgumentParser
DomoImport: DomoUsage DomoModel DomoLanguage DomoKNX DomoKNXHouse DomoXML CLibXML2 CLibZip CLibCrypto ArgumentParser Glibc
DomoKNXIP: DomoEngine DomoKNX DomoKNXBus DomoSystem NIOCore NIOPosix Glibc
DomoHistory: DomoModel DomoLanguage DomoCalendar DomoSystem CSQLite Glibc Synchronization
DomoSim: DomoUsage DomoModel DomoLanguage DomoXML DomoKNX DomoKNXSim NIOCore NIOPosix NIOHTTP1 ArgumentParser Glibc Synchronization
DomoDaemon: DomoOptions CClock CDigest CLinux CModelHouse DomoXML DomoHTTP DomoKNXBus DomoKNXIP DomoHistory NIOCore NIOPosix Logging ServiceLifecycle UnixSignals
DomoCLI: DomoOptions DomoControl DomoSystem CClock CQRCode DomoModel DomoLanguage DomoJSON Glibc Synchronization
DomoControl: DomoLanguage Glibc
DomoClient: DomoLanguage DomoSystem ServiceLifecycle NIOCore NIOPosix Glibc Synchronization
DomoNATS: DomoLanguage DomoJSON DomoSystem CLibCrypto NIOCore NIOPosix NIOSSL Synchronization
DomoBridge: DomoLanguage DomoYAML DomoJSON DomoSystem Glibc
DomoMQTT: DomoOptions DomoControl DomoBridge CMosquitto CPacketGate Glibc Synchronization
DomoFleet: DomoUsage DomoClient DomoControl DomoBridge DomoNATS CClock NIOCore NIOPosix ArgumentParser Logging ServiceLifecycle UnixSignals Glibc Synchronization
DomoFleetStore: DomoFleet CLibPQ CLibCrypto
DomoFleetWeb: DomoFleetStore DomoWeb CFleetPage
DomoNotify: DomoUsage DomoClient DomoBridge DomoJSON CLibCrypto CLibCurl ArgumentParser FoundationEssentials Logging ServiceLifecycle UnixSignals Glibc Synchronization
DomoWeb: DomoUsage DomoClient DomoSystem CWebPage CZlib Hummingbird HummingbirdCore HTTPTypes NIOHTTP1 NIOHTTPTypes NIOHTTPTypesHTTP1 NIOSSL NIOFoundationEssentialsCompat FoundationEssentials ArgumentParser Logging ServiceLifecycle
domo: DomoCLI
domod: DomoDaemon
domo-fleet: DomoFleet
domo-fleet-load: DomoFleet
domo-fleet-store: DomoFleetStore
domo-fleet-web: DomoFleetWeb
domo-import: DomoImport
domo-mqtt: DomoMQTT
domo-notify: DomoNotify
domo-sim: DomoSim
domo-web: DomoWeb
DomoFuzz: DomoMQTT DomoFleet DomoDaemon DomoSim
DomoLibFuzzer: DomoFuzz Glibc
domo-fuzz: DomoFuzz DomoEngineTesting DomoKNXTesting
domo-bench-server: DomoModel DomoLanguage Hummingbird HTTPTypes Logging NIOCore NIOPosix Glibc
domo-bench: DomoKNX DomoEngineTesting DomoHistory DomoTestKit CBench CLibCurl NIOCore NIOPosix Glibc Synchronization
'

find Sources Tests Package.swift -name '*.swift' | sort | RULES="$rules" LIMIT=400 awk '
    # Whether a target may import a module, by its own row or the rows of the targets in it.
    function allows(target, wanted,    words, count, i) {
        count = split(row[target], words, " ")
        for (i = 1; i <= count; i++)
            if (words[i] == wanted || ((words[i] in row) && allows(words[i], wanted))) return 1
        return 0
    }
    function report(place, text) { print place ": error: " text; failed = 1 }
    BEGIN {
        count = split(ENVIRON["RULES"], lines, "\n")
        for (i = 1; i <= count; i++) {
            colon = index(lines[i], ":")
            if (colon) row[substr(lines[i], 1, colon - 1)] = substr(lines[i], colon + 1)
        }
    }
    {
        file = $0; number = 0
        split(file, parts, "/")
        target = parts[1] == "Sources" ? parts[2] : ""
        if (target != "" && !(target in row)) report(file, "target " target " has no row in Sources/scripts/boundaries.sh; add one")
        while ((getline line < file) > 0) {
            number++
            if (target == "" || line !~ /^[a-z@_ ]*import /) continue
            sub(/\/\/.*/, "", line)
            count = split(line, words, " ")
            split(words[count], path, ".")
            if (!allows(target, path[1])) report(file ":" number, target " must not import " path[1])
        }
        close(file)
        if (number > ENVIRON["LIMIT"]) report(file ":" ENVIRON["LIMIT"], number " lines, the limit is " ENVIRON["LIMIT"] "; split the file")
    }
    END { exit failed }
'
