# A fresh machine needs only Node and make: npx runs pnpm.
# ARGS is passed to the command: `make gen ARGS=--check`.
PNPM := npx --yes pnpm@12
BIN := node_modules/.bin
INSTALLED := node_modules/.modules.yaml
GEN := .cache/compiler/main.js
PIN := $(dir $(GEN))pin/main.js
EXPANSIONS := .cache/test/expansions.json
BUILT := .cache/built/made
PACKED := .cache/built/ghx.tgz
# Searching the built-in rules (for C and Fortran) for each of 3,000 files takes 0.3 s per call.
MAKEFLAGS += --no-builtin-rules
# Groups the output of parallel jobs, if this make supports it.
PARALLEL := --no-print-directory --jobs=3 $(if $(filter output-sync,$(.FEATURES)),--output-sync)
# `$(call RUN,tooling/coverage/main)` bundles a program into .cache/run/ and runs it. tsx compiles module by module,
# which takes longer than the program itself.
RUN = $(BIN)/esbuild $(1).ts --bundle --packages=external --platform=node --format=esm --log-level=warning --outfile=.cache/run/$(subst /,-,$(1)).js && node .cache/run/$(subst /,-,$(1)).js

# tsc and gh are written in Go: with less frequent garbage collection they use a sixth less processor time and a fifth
# more memory. Not set for `make bench`, which measures gh with its own defaults.
check types build test test-fast: export GOGC := 400

# glibc keeps the memory that a process frees, which takes a tenth less of a command's processor time.
test test-fast: export MALLOC_TRIM_THRESHOLD_ := 1073741824

.PHONY: demo compiler test test-all test-fast check lint types layers drift covered gh servers gen api coverage pin format example bench site pages pictures explorer-test build check-package runtimes release clean

demo: $(GEN) ## Generate, then run a typed chain against the in-memory GitHub.
	node $(GEN)
	@$(call RUN,examples/review-threads)

ifeq ($(CARD)$(ARGS),)
test: ## Everything CI runs. The last line is `N passed, N failed, N skipped`.
	@$(MAKE) $(PARALLEL) types gh servers $(EXPANSIONS)
	@CHECKS="lint drift covered" $(BIN)/tsx test/run.ts
else
test: $(GEN) gh servers ## Part of the tests: one card (CARD=issue.update), or some files (ARGS=test/drift.test.ts).
	@$(if $(CARD),node $(GEN) --check)
	@CARD=$(CARD) $(BIN)/tsx test/run.ts $(ARGS)
endif

test-all: ## All tests on all cards, without sampling, with the coverage of the runtime: over an hour.
	@ALL=1 COVERAGE=1 $(MAKE) --no-print-directory test

test-fast: $(INSTALLED) gh ## Only the tests next to the code, without test/: under a minute.
	@$(BIN)/tsx test/run.ts $(filter-out test/,$(wildcard */)) $(ARGS)

check: $(GEN) ## Lint, types, layers and generated files, without tests: under a minute.
	@$(MAKE) $(PARALLEL) types lint layers drift covered

lint: $(INSTALLED)
	$(BIN)/biome check .

# Several checkers would each repeat the work on the modules that they share.
types: $(INSTALLED)
	$(BIN)/tsc --build . surfaces/explorer/page --checkers 1

layers: $(INSTALLED)
	@$(call RUN,test/architecture/main)

drift: $(GEN)
	node $(GEN) --check

covered: $(INSTALLED)
	@$(call RUN,tooling/coverage/main) --check

gh: ## Provide a gh for the tests: the installed one, else a private copy in .cache/gh/.
	@test/fetch-gh || :

servers: ## Provide Redis and Postgres for the tests: the installed ones, else private copies in .cache/servers/.
	@test/fetch-servers || :

gen: $(GEN) ## Compile the cards.
	@node $(GEN) $(ARGS)

compiler: $(GEN) ## Bundle the compiler, if one of its sources has changed.

$(GEN): $(INSTALLED) tooling/build/compiler.ts tooling/build/own-compiler.ts $(shell find generator planner schema/lazy runtime -name '*.ts' ! -name '*.test.ts')
	@rm -rf $(@D)
	@$(BIN)/tsx tooling/build/own-compiler.ts $(@D)

# `find` also lists folders, so that the removal of a file rewrites the expansions.
$(EXPANSIONS): $(GEN) test/write-expansions.ts $(shell find cards operations schema)
	@$(call RUN,test/write-expansions) $@

# The package as tests install it. `make types` checks the same sources.
$(BUILT): $(INSTALLED) package.json tsconfig.build.json $(shell find generated generator planner runtime sandbox schema/lazy surfaces tooling/build -type f)
	@rm -rf $(@D) && mkdir -p $(@D)
	@$(BIN)/tsc -p tsconfig.build.json --noCheck --checkers 1 --outDir $(@D)/dist
	@$(call RUN,tooling/build/main) $(@D)/dist
	@cp package.json $(@D)
	@touch $@

# The tarball to publish. Four test files install it.
$(PACKED): $(BUILT) test/pack.ts tooling/build/pack.ts README.md LICENSE $(shell find cards docs examples operations schema skills -type f)
	@$(call RUN,test/pack) $@

api: $(INSTALLED) ## Write test/api.md, the exports and types of the package.
	@$(call RUN,test/verify/write-api)

coverage: $(INSTALLED) ## Update the sandbox's list of GitHub's operations, and its schemas of seeds; run it after changing a pin or the types of seeds.
	@$(call RUN,tooling/coverage/main) $(ARGS)

pin: $(GEN) ## Update the pinned GraphQL schema, or with ARGS=--rest the REST description, --gh the commands of gh; "--from FILE" reads a file.
	@node $(PIN) $(ARGS)

format: $(INSTALLED)
	$(BIN)/biome check --write .

example: $(INSTALLED) ## Run one of examples/: `make example ARGS=triage-issue`.
	@$(BIN)/tsx examples/$(ARGS).ts

bench: $(GEN) gh ## Measure speed, relative to public tools in the same run; ARGS=page writes docs/results.md, ARGS=NAME runs only tooling/bench/NAME.ts.
	@PATH="$(CURDIR)/.cache/gh:$$PATH"; for one in $(or $(ARGS),gen agents call young chain command servers bundles start triage validator walk); do $(BIN)/tsx tooling/bench/$$one.ts || exit; done

site: $(BUILT) $(EXPANSIONS) tooling/site/node_modules/.modules.yaml ## Build the documentation site to .cache/site/, without network once its packages are installed.
	@$(call RUN,tooling/site/main)

# The site's packages are twice as large as all others, and no test but the site's own needs them.
tooling/site/node_modules/.modules.yaml: tooling/site/package.json tooling/site/pnpm-lock.yaml
	cd tooling/site && $(PNPM) install --frozen-lockfile --trust-lockfile
	@touch $@

pages: $(INSTALLED) ## Write the explorer as static files, to .cache/pages/ or the folder ARGS.
	@$(BIN)/tsx surfaces/explorer/write-pages.ts $(ARGS)

pictures: $(INSTALLED) ## Render terminal output and the explorer as pictures, in headless Chromium, to .cache/pictures/.
	@$(BIN)/tsx tooling/pictures/main.ts

explorer-test: $(INSTALLED) ## Test the explorer in headless Chromium, with screenshots in .cache/explorer/.
	@ALL=1 $(BIN)/tsx test/run.ts test/explorer/browser

build: types $(BUILT) ## Write the published JavaScript and types to dist/.
	@rm -rf dist && cp -r $(dir $(BUILT))dist dist

check-package: $(INSTALLED) ## Check the packed package: publint, Are the Types Wrong, and a table of sizes.
	@$(BIN)/tsx tooling/build/check-package.ts

release: $(GEN) ## Run all checks before a release; nothing is published.
	@$(BIN)/tsx tooling/build/release.ts

runtimes: $(PACKED) ## Test the package in Node 20, 22, 24 and 26, Bun, Deno and workerd; npm downloads some 700 MB of runtimes.
	@$(BIN)/tsx test/runtimes/main.ts

# `make release`, and authors of changes to the lockfile, check it against pnpm's supply-chain policies. That sends a
# request to the registry for each package, so installing does not repeat it.
$(INSTALLED): package.json pnpm-lock.yaml pnpm-workspace.yaml
	$(PNPM) install --frozen-lockfile --trust-lockfile
	@touch $@

clean:
	rm -rf node_modules .cache dist
