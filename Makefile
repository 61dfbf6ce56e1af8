# make demo      try it: installs what is missing, builds, starts a simulated house, runs the first commands
#                (KNX=1: the house stands on a simulated KNX bus)
# make test      installs what the tests need, and runs them all
# make test-tsan, make test-asan  the tests that run in one process, under the thread and the address sanitizer
# make test-filtered  the end-to-end tests with domod and domo-web under the system call filters of their units
# make bench     measures the release build beside its peers, in one run, as ratios, and writes the manual's page of them
#                (BENCH="--only 15,17" for some, without the page)
# make soak      an hour of everything that happens to a daemon, in the release build: memory, descriptors, speed, and
#                what it believes stay as they are (SOAK="--minutes 5 --seed 7" for others)
# make fuzz      a million inputs for each part that takes in what others wrote (FUZZ="--seed 7 houses" for others)
# make simulate  many seeds of the engine's simulation on all cores (SEEDS=1000000, SIMULATE="--from 5 --mode shapes" for
#                others; --mode knx is the engine with its KNX link on a simulated bus whose network, interface and
#                devices fail)
# make libfuzzer  the same, inputs chosen by what they reach in the code (LIBFUZZER="houses -runs=1000000" for others)
# make mutate    200 mutations of the engine, the history, KNX and HTTP, in one build: which of them no test notices
#                (MUTATE="--seed 7" for others, "--survivors" for those that survived the last run)
# make peers     the dialect homeassistant against a real Home Assistant, KNX (the simulated house, and a real knxd) and what
#                is imported from ETS against xknx and xknxproject, all installed for it below .build
# make release   domo, domod, domo-import, domo-sim and domo-web, static Swift standard library, stripped, in .build/dist
# make docs      the manual and the libraries' documentation by DocC, in .build/documentation, without warnings
# make man       the man pages, in .build/man
# make deb       the Debian package, in .build/deb: the same sources give the same bytes
# make reproduce  the package of the last commit, built twice in fresh clones, and compared byte by byte
# make test-package  the package in a Debian of its own under the real systemd: installed, upgraded, removed, purged
# make test-power-cut  a virtual machine under load loses its power ten times: all that domod answered is there after it
# make format    formats the sources; make check: what may import what, format lint, and a release
#                build without warnings

SWIFT ?= swift
SHELL := /bin/sh
DIST := .build/dist
# The same bytes in every folder: no path of the folder in the programs, no debugging information (it would be stripped
# anyway), hashes of the build's inputs are left out, and the compiler takes up its sets in the same order every time.
# The compiler writes the length of a source's path into some programs, so dependencies are built by a path that is the same
# everywhere; git can't fetch them by it, so they are fetched first.
SAME_EVERYWHERE := -Xswiftc -gnone -Xcc -ffile-prefix-map=$(CURDIR)=. -Xcxx -ffile-prefix-map=$(CURDIR)=. \
    --scratch-path /proc/self/cwd/.build/static
INPUT_HASHES := .swift_modhash .note.gnu.build-id
release bench soak man deb: export SWIFT_DETERMINISTIC_HASHING = 1
# Static Swift, no table of exported symbols, packed relocations (glibc 2.36 and later): 3 MB less in memory.
RELEASE := -c release --static-swift-stdlib -Xswiftc -use-ld=lld \
    -Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs $(SAME_EVERYWHERE)
# What the build and its programs need, what the tests need beside it, and what the benchmark compares with.
BUILD_PACKAGES := pkg-config libxml2-dev libcurl4-openssl-dev libjansson-dev libyaml-dev libsqlite3-dev libpcre2-dev \
    libzip-dev libssl-dev zlib1g-dev tzdata
TEST_PACKAGES := libxml2-utils nginx-light openssl curl sqlite3 knxd knxd-tools iproute2 libqrencode4 \
    chromium chromium-driver python3 python3-venv prometheus node-typescript systemd faketime \
    lowdown man-db groff-base
BENCH_PACKAGES := sqlite3 libxml2-utils nginx-light curl knxd knxd-tools mosquitto mosquitto-clients \
    chromium chromium-driver python3 python3-venv

# In turn, for each disturbs the others: those with programs of their own wait for them and keep the threads that tests
# run on; the long ones keep all cores busy.
PROGRAM_TESTS := EndToEnd
LONG_TESTS := DomoEngineTestingTests|DomoKNXTestingTests|FuzzTests
RUN_TESTS := @SWIFT="$(SWIFT)" sh Sources/scripts/tests.sh

.PHONY: demo test test-tsan test-asan test-filtered docs bench soak fuzz simulate libfuzzer mutate peers release man deb reproduce test-package test-power-cut format check build-packages test-packages bench-packages clean

demo: build-packages
	$(SWIFT) build --product domod
	$(SWIFT) build --product domo
	$(SWIFT) build --product domo-sim
	$(SWIFT) build --product domo-web
	@KNX="$(KNX)" sh Sources/scripts/demo.sh "$$($(SWIFT) build --show-bin-path)"

test: build-packages test-packages
	$(SWIFT) build --build-tests
	$(RUN_TESTS) --skip '$(PROGRAM_TESTS)|$(LONG_TESTS)'
	$(RUN_TESTS) --filter '$(PROGRAM_TESTS)'
	$(RUN_TESTS) --filter '$(LONG_TESTS)'
	@sh Tests/Web/web.sh "$$($(SWIFT) build --show-bin-path)"
	@sh Tests/Guide/guide.sh "$$($(SWIFT) build --show-bin-path)"

# What runs in one process: the programs that the other tests start are not built so.
# One after the other: side by side they are too slow for their limits of time.
SANITIZED := $(RUN_TESTS) --no-parallel --skip '$(PROGRAM_TESTS)|FuzzTests|DomoEngineTestingTests|DomoKNXTestingTests'

test-tsan: build-packages test-packages
	$(SWIFT) build --build-tests --sanitize=thread --scratch-path .build/tsan
	@sh Tests/Sanitizers/thread.sh .build/tsan

test-asan: build-packages test-packages
	$(SWIFT) build --build-tests --sanitize=address --scratch-path .build/asan
	@ASAN_OPTIONS="detect_leaks=0" $(SANITIZED) --sanitize=address --scratch-path .build/asan

test-filtered: build-packages test-packages
	$(SWIFT) build --build-tests
	@sh Tests/Package/filtered.sh "$$($(SWIFT) build --show-bin-path)"

bench: build-packages bench-packages release
	$(SWIFT) build $(RELEASE) --product domo-bench
	$(SWIFT) build $(RELEASE) --product domo-bench-server
	@python=$$(sh Tests/Peers/environment.sh knx KNX) && web_python=$$(sh Tests/Peers/environment.sh web ../Web) && \
	    "$$($(SWIFT) build $(RELEASE) --show-bin-path)/domo-bench" --programs $(DIST) --python "$$python" \
	    --web-python "$$web_python" --page Sources/DomoDaemon/Manual.docc/Benchmarks.md $(BENCH)

soak: build-packages release
	$(SWIFT) build $(RELEASE) --product domo-bench
	@"$$($(SWIFT) build $(RELEASE) --show-bin-path)/domo-bench" --programs $(DIST) --soak $(SOAK)

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
	@sh Sources/scripts/install-packages.sh python3 python3-venv knxd
	$(SWIFT) build --product domod
	$(SWIFT) build --product domo
	$(SWIFT) build --product domo-sim
	$(SWIFT) build --product domo-import
	@sh Tests/Peers/peers.sh "$$($(SWIFT) build --show-bin-path)"

# The commit is what --version names, and all that a release build takes from git.
release bench soak man deb: export DOMO_COMMIT ?= $(shell git describe --always --abbrev=12 --dirty --exclude '*' 2>/dev/null)

release: build-packages
	$(SWIFT) package resolve --scratch-path .build/static
	$(SWIFT) build $(RELEASE) --product domod
	$(SWIFT) build $(RELEASE) --product domo
	$(SWIFT) build $(RELEASE) --product domo-import
	$(SWIFT) build $(RELEASE) --product domo-sim
	$(SWIFT) build $(RELEASE) --product domo-web
	@mkdir -p $(DIST)
	@for program in domo domod domo-import domo-sim domo-web; do \
	    strip $(addprefix -R ,$(INPUT_HASHES)) -o $(DIST)/$$program "$$($(SWIFT) build $(RELEASE) --show-bin-path)/$$program" || exit 1; \
	done
	@ls -l $(DIST)

# Each target by itself, as DocC wants it; the manual goes with DomoDaemon.
DOCUMENTED := DomoModel DomoLanguage DomoCalendar DomoKNX DomoEngine DomoXML DomoYAML DomoHTTP DomoKNXBus DomoKNXIP DomoHistory \
    DomoSystem DomoClient DomoDaemon DomoCLI DomoImport DomoSim DomoKNXSim DomoWeb

docs: build-packages
	@mkdir -p .build/documentation
	@for target in $(DOCUMENTED); do \
	    DOMO_DOCS=1 $(SWIFT) package --scratch-path .build/docs --allow-writing-to-directory .build/documentation \
	        generate-documentation --target $$target --warnings-as-errors \
	        --output-path .build/documentation/$$target || exit 1; \
	done

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

build-packages:
	@sh Sources/scripts/install-packages.sh $(BUILD_PACKAGES)

test-packages:
	@sh Sources/scripts/install-packages.sh $(TEST_PACKAGES)

bench-packages:
	@sh Sources/scripts/install-packages.sh $(BENCH_PACKAGES)

clean:
	rm -rf .build
