# The front door; Meson does the work. tool/deps installs what is needed.
UNIT_DIRS = $(wildcard test/unit test/unit/*/ test/unit/*/*/)

all: build/build.ninja
	ninja -C build veridiff

debug: build-debug/build.ninja
	ninja -C build-debug

asan: build-asan/build.ninja
	ninja -C build-asan

# A file that comes or goes changes its folder, and the tests are found by name.
build/build.ninja: $(UNIT_DIRS)
	tool/setup build

build-debug/build.ninja: $(UNIT_DIRS)
	tool/setup build-debug --buildtype=debug

build-asan/build.ninja: $(UNIT_DIRS)
	tool/setup build-asan --buildtype=debug --optimization=1 \
	  -Db_sanitize=address,undefined -Db_lundef=false \
	  -Dc_args='-fno-sanitize-recover=undefined -fno-omit-frame-pointer -g1'

build-coverage/build.ninja: $(UNIT_DIRS)
	tool/setup build-coverage --buildtype=debug -Db_coverage=true

deps:
	tool/deps

test:
	tool/deps
	$(MAKE) build/build.ninja build-asan/build.ninja
	test/run-all

# About an hour of CPU time; `make test` runs a slice of it.
random: all
	ninja -C build test/random/random-gen test/random/random-judge
	test/random/run --pairs 20000

# Half an hour; a slice of it too.
random-st: all
	ninja -C build test/random-st/random-st-gen test/random-st/random-st-judge
	test/random-st/run --pairs 2000

# Lowers every limit, one at a time: some hours.
limits: all
	test/limits/run

demo:
	tool/deps
	$(MAKE) all
	demo/run

# Ten minutes of CPU time; `make test` runs a slice of it.
cases-asan: asan
	VERIDIFF=$(CURDIR)/build-asan/veridiff test/run-cases --slower 10

# How many lines of each folder of src the unit tests and one case in eight run.
coverage: build-coverage/build.ninja
	ninja -C build-coverage
	tool/coverage build-coverage

bench: all
	ninja -C build bench/bench-term
	bench/run

format:
	tool/format

install: all
	meson install -C build --no-rebuild

clean:
	rm -rf build build-debug build-asan build-coverage

.PHONY: all debug asan deps test random random-st limits cases-asan coverage demo bench format install clean
