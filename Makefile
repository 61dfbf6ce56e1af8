# make demo      installs missing packages, builds, starts a simulated house, and runs a few commands
#                (KNX=1: the house is on a simulated KNX bus; HOME=piso: a modern flat on one; HOME=piso KNX=0: over HTTP;
#                FLEET=1: three houses on three nats-servers, PostgreSQL, and the page of all houses)
# make test      installs the packages that the tests need, runs all tests, and prints what took longest
# make test-tsan, make test-asan  runs the in-process tests with the thread or the address sanitizer
# make test-filtered  runs the end-to-end tests with domod, domo-web, domo-notify and domo-mqtt under the system call filters of their units
# make test-links  follows the links of the API's description with 10,000 generated requests (REQUESTS=100000: more)
# make bench     compares the release build with its peers in one run, as ratios, and writes the results to the manual
#                (BENCH="--only 15,17": only these measurements, without the page)
# make soak      runs the release build under load and faults for an hour: memory, descriptors, speed and readings
#                must stay stable (SOAK="--minutes 5 --seed 7": other options)
# make soak-hostile  hostile tokens, users, servers and hosts beside two people, for ten minutes, as root: the two wait at
#                most 50 ms (p99) and are never refused, and each program stays below the limit of its memory
#                (HOSTILE="--minutes 1 --only local": other options)
# make fuzz      a million inputs for each part that reads external input (FUZZ="--seed 7 houses": other options)
# make simulate  runs many seeds of the engine's simulation on all cores (SEEDS=1000000,
#                SIMULATE="--from 5 --mode shapes": other options; --mode knx: the engine with its KNX link on a
#                simulated bus whose network, interface and devices fail)
# make libfuzzer  coverage-guided fuzzing with libFuzzer (LIBFUZZER="houses -runs=1000000": other options)
# make mutate    200 mutations of the engine, the history, KNX and HTTP in one build: lists those that no test notices
#                (MUTATE="--seed 7": others, MUTATE="--survivors": those that survived the last run)
# make peers     tests the dialect homeassistant and domo-mqtt with a real Home Assistant, KNX with xknx and knxd, and the ETS
#                import with xknxproject; all are installed in .build
# make peers-latency  prints how long domo and Home Assistant take from a command topic to a POST, and from a telegram to a
#                state topic
# make release   all programs, stripped and with a static Swift standard library, in
#                .build/dist
# make docs      the manual and the libraries' documentation with DocC, in .build/documentation, without warnings
# make man       the man pages, in .build/man
# make deb       the Debian package, in .build/deb; the build is reproducible
# make reproduce  builds the package of the last commit twice in fresh clones, and compares the bytes
# make test-package  installs, upgrades, removes and purges the package in a Debian container with its own systemd
# make test-power-cut  cuts the power of a virtual machine under load ten times: all answered orders must survive
# make format    formats the sources
# make check     checks imports, generated files, units and formatting, makes a release build without warnings, repeats
#                the simulations and the fuzzing of the tests with it and many more inputs, and tests the benchmarks

SWIFT ?= swift
SHELL := /bin/sh
DIST := .build/dist
# For reproducible builds in any folder: no paths of the folder in the programs, no debugging information (it would be
# stripped anyway), no hashes of the build's inputs, and deterministic hashing in the compiler.
# The compiler writes the length of a source's path into some programs, so dependencies are built under a path that is
# the same everywhere; git can't fetch them by this path, so they are fetched first.
SAME_EVERYWHERE := -Xswiftc -gnone -Xcc -ffile-prefix-map=$(CURDIR)=. -Xcxx -ffile-prefix-map=$(CURDIR)=. \
    --scratch-path /proc/self/cwd/.build/static
INPUT_HASHES := .swift_modhash .note.gnu.build-id
release order bench soak soak-hostile man deb: export SWIFT_DETERMINISTIC_HASHING = 1
# Static Swift, no exported symbols, packed relocations (glibc 2.36 and later): saves 3 MB of memory. Swift's runtime needs
# a small part of libstdc++, whose shared form takes 1 MB and a sixth of the time of `domo set`: the linker finds the static
# one first.
LIBRARIES := $(CURDIR)/.build/libraries
# The functions that the start uses lie side by side: its peak is 9 MB smaller, and it takes a tenth less time. See order.py.
PACKAGING := $(CURDIR)/Sources/packaging
ORDERED := -Xswiftc -Xfrontend -Xswiftc -function-sections -Xlinker --gc-sections -Xlinker -T$(PACKAGING)/functions.ld \
    -Xlinker --symbol-ordering-file=$(PACKAGING)/functions.order -Xlinker --no-warn-symbol-ordering
RELEASE := -c release --static-swift-stdlib -Xswiftc -use-ld=lld -Xlinker -L$(LIBRARIES) \
    -Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs $(ORDERED) $(SAME_EVERYWHERE)
# The packages that the build, the tests and the benchmark need.
BUILD_PACKAGES := pkg-config libxml2-dev libcurl4-openssl-dev libjansson-dev libyaml-dev libsqlite3-dev libpcre2-dev \
    libmosquitto-dev libzip-dev libssl-dev zlib1g-dev libpq-dev tzdata
TEST_PACKAGES := libxml2-utils nginx-light openssl curl sqlite3 knxd knxd-tools iproute2 libqrencode4 \
    chromium chromium-driver python3 python3-venv prometheus node-typescript systemd faketime \
    lowdown man-db groff-base mosquitto mosquitto-clients zsh fish postgresql
BENCH_PACKAGES := sqlite3 libxml2-utils nginx-light curl knxd knxd-tools mosquitto mosquitto-clients \
    chromium chromium-driver python3 python3-venv

# Package.swift has the benchmarks only for these.
bench soak check: export DOMO_BENCH = 1

.PHONY: demo test test-tsan test-asan test-filtered test-links docs bench soak soak-hostile fuzz simulate libfuzzer mutate peers peers-latency release order man deb reproduce test-package test-power-cut format check build-packages test-packages bench-packages clean

# `make demo HOME=piso` names a sample; the programs of the build get the real home.
ifeq ($(origin HOME),command line)
DEMO_HOME := $(HOME)
override HOME := $(shell getent passwd "$$(id -u)" | cut -d: -f6)
endif

# Package.swift has only the programs of the demo.
ifeq ($(FLEET),)
demo: export DOMO_DEMO = 1
demo: build-packages
	$(SWIFT) build
	@KNX="$(KNX)" DEMO_HOME="$(DEMO_HOME)" sh Sources/scripts/demo.sh "$$($(SWIFT) build --show-bin-path)"
else
demo: export DOMO_ONLY = domo,domod,domo-fleet,domo-fleet-load,domo-fleet-store,domo-fleet-web
demo: build-packages
	@sh Sources/scripts/install-packages.sh openssl postgresql python3 python3-venv iproute2
	$(SWIFT) build
	@sh Tests/Fleet/fleet.sh "$$($(SWIFT) build --show-bin-path)" demo
endif

test: build-packages test-packages
	$(SWIFT) build --build-tests
	@python3 -B Sources/scripts/tests.py "$$($(SWIFT) build --show-bin-path)"

# Only tests that run in one process: the programs that the other tests start are not instrumented.
# Not in parallel: the tests would exceed their time limits.
SANITIZED := $(SWIFT) test --skip-build --no-parallel --skip 'EndToEnd|FuzzTests|DomoEngineTestingTests|DomoKNXTestingTests'

test-tsan: build-packages test-packages
	$(SWIFT) build --build-tests --sanitize=thread --scratch-path .build/tsan
	@sh Tests/Sanitizers/thread.sh .build/tsan

test-asan: build-packages test-packages
	$(SWIFT) build --build-tests --sanitize=address --scratch-path .build/asan
	@LC_ALL=C.UTF-8 ASAN_OPTIONS="detect_leaks=0" $(SANITIZED) --sanitize=address --scratch-path .build/asan

test-filtered: build-packages test-packages
	$(SWIFT) build --build-tests
	@sh Tests/Package/filtered.sh "$$($(SWIFT) build --show-bin-path)"

REQUESTS ?= 10000
test-links: build-packages test-packages
	$(SWIFT) build
	@DOMO_API_REQUESTS=$(REQUESTS) sh Tests/Web/web.sh "$$($(SWIFT) build --show-bin-path)" \
	    test_api.Description.test_links_lead_to_requests_that_match_the_description

bench: build-packages bench-packages release
	$(SWIFT) build $(RELEASE) --product domo-bench
	$(SWIFT) build $(RELEASE) --product domo-bench-server
	@python=$$(sh Tests/Peers/environment.sh knx KNX) && web_python=$$(sh Tests/Peers/environment.sh web ../Web) && \
	    "$$($(SWIFT) build $(RELEASE) --show-bin-path)/domo-bench" --programs $(DIST) --python "$$python" \
	    --web-python "$$web_python" --page Sources/DomoDaemon/Manual.docc/Benchmarks.md $(BENCH)

soak: build-packages release
	$(SWIFT) build $(RELEASE) --product domo-bench
	@"$$($(SWIFT) build $(RELEASE) --show-bin-path)/domo-bench" --programs $(DIST) --soak $(SOAK)

soak-hostile: build-packages release
	@sh Sources/scripts/install-packages.sh iproute2 mosquitto python3 util-linux
	@python3 -B Tests/Hostile/hostile.py $(DIST) $(HOSTILE)

fuzz: build-packages
	$(SWIFT) build -c release --product domo-fuzz
	@mkdir -p .build/fuzz
	@"$$($(SWIFT) build -c release --show-bin-path)/domo-fuzz" --folder .build/fuzz $(FUZZ)

SEEDS ?= 100000
simulate: build-packages
	$(SWIFT) build -c release --product domo-fuzz
	@"$$($(SWIFT) build -c release --show-bin-path)/domo-fuzz" --simulate $(SEEDS) $(SIMULATE)

libfuzzer: build-packages
	@SWIFT="$(SWIFT)" sh Sources/scripts/libfuzzer.sh .build/libfuzzer $(LIBFUZZER)

mutate: build-packages test-packages
	@python3 Sources/scripts/mutate.py $(MUTATE)

peers: build-packages
	@sh Sources/scripts/install-packages.sh python3 python3-venv knxd mosquitto mosquitto-clients
	$(SWIFT) build
	@python3 -B Tests/Peers/peers.py "$$($(SWIFT) build --show-bin-path)"

peers-latency: build-packages bench-packages release
	@python=$$(sh Tests/Peers/environment.sh mqtt MQTT) && PYTHONPATH=$(CURDIR)/Tests/Shared DOMO_PROGRAMS=$(DIST) "$$python" -B Tests/Peers/MQTT/latency.py

# The commit for --version; the only thing that a release build takes from git.
release order bench soak man deb: export DOMO_COMMIT ?= $(shell git describe --always --abbrev=12 --dirty --exclude '*' 2>/dev/null)

$(LIBRARIES)/libstdc++.a:
	@mkdir -p $(LIBRARIES)
	@library=$$(ls -v /usr/lib/gcc/*/*/libstdc++.a | tail -n 1); \
	    [ -n "$$library" ] || { echo "make: there is no libstdc++.a; install libstdc++-12-dev" >&2; exit 1; }; \
	    ln -sf "$$library" $@

release: build-packages $(LIBRARIES)/libstdc++.a
	$(SWIFT) package resolve --scratch-path .build/static
	$(SWIFT) build $(RELEASE) --product domod
	$(SWIFT) build $(RELEASE) --product domo
	$(SWIFT) build $(RELEASE) --product domo-import
	$(SWIFT) build $(RELEASE) --product domo-sim
	$(SWIFT) build $(RELEASE) --product domo-web
	$(SWIFT) build $(RELEASE) --product domo-notify
	$(SWIFT) build $(RELEASE) --product domo-mqtt
	$(SWIFT) build $(RELEASE) --product domo-fleet
	$(SWIFT) build $(RELEASE) --product domo-fleet-store
	$(SWIFT) build $(RELEASE) --product domo-fleet-web
	@mkdir -p $(DIST)
	@for program in domo domod domo-fleet domo-fleet-store domo-fleet-web domo-import domo-mqtt domo-notify domo-sim \
	    domo-web; do \
	    strip $(addprefix -R ,$(INPUT_HASHES)) -o $(DIST)/$$program "$$($(SWIFT) build $(RELEASE) --show-bin-path)/$$program" || exit 1; \
	done
	@rm -rf $(DIST)/homes && cp -rL homes $(DIST)/homes
	@ls -l $(DIST)

# Each target separately, as DocC requires; the manual belongs to DomoDaemon.
DOCUMENTED := DomoModel DomoLanguage DomoCalendar DomoKNX DomoKNXHouse DomoEngine DomoXML DomoYAML DomoJSON DomoHTTP DomoKNXBus DomoKNXIP DomoHistory \
    DomoSystem DomoOptions DomoUsage DomoControl DomoClient DomoBridge DomoMQTT DomoNotify DomoNATS DomoFleet DomoFleetStore DomoDaemon DomoCLI DomoImport DomoSim DomoKNXSim DomoWeb

docs: build-packages
	@mkdir -p .build/documentation
	@for target in $(DOCUMENTED); do \
	    DOMO_DOCS=1 $(SWIFT) package --scratch-path .build/docs --allow-writing-to-directory .build/documentation \
	        generate-documentation --target $$target --warnings-as-errors \
	        --output-path .build/documentation/$$target || exit 1; \
	done

# Makes functions.order anew, from the programs of the release.
order: release
	@sh Sources/scripts/install-packages.sh valgrind python3
	@programs=$$($(SWIFT) build $(RELEASE) --show-bin-path) && \
	    python3 Sources/scripts/order.py "$$programs" homes/vivienda-eficiente.xml $(PACKAGING)/functions.order && \
	    rm "$$programs/domo" "$$programs/domod"  # They are not linked again otherwise.

man: release
	@sh Sources/scripts/install-packages.sh lowdown python3
	python3 Sources/scripts/man.py $(DIST) .build/man

deb: man
	@sh Sources/scripts/install-packages.sh dpkg-dev python3 libqrencode4
	@sh Sources/scripts/deb.sh $(DIST) .build/man

reproduce: build-packages
	@SWIFT="$(SWIFT)" sh Sources/scripts/reproduce.sh

test-power-cut: release
	@sh Tests/PowerCut/powercut.sh $(DIST) $(POWER_CUT)

test-package: deb
	@sh Tests/Package/package.sh .build/deb

format:
	$(SWIFT) format -i -r Package.swift Sources Tests

check: build-packages
	@sh Sources/scripts/boundaries.sh
	@sh Sources/scripts/page-table.sh --check
	@sh Sources/scripts/units.sh
	$(SWIFT) format lint --strict -r Package.swift Sources Tests
	$(SWIFT) build -c release --explicit-target-dependency-import-check error
	@sh Sources/scripts/random.sh "$$($(SWIFT) build -c release --show-bin-path)/domo-fuzz"
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build --filter DomoBenchTests

build-packages:
	@sh Sources/scripts/install-packages.sh $(BUILD_PACKAGES)

test-packages:
	@sh Sources/scripts/install-packages.sh $(TEST_PACKAGES)

bench-packages:
	@sh Sources/scripts/install-packages.sh $(BENCH_PACKAGES)

clean:
	rm -rf .build
