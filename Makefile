# Everything a fresh machine needs is Node and make: pnpm comes through npx.
# ARGS is passed on to the command: `make gen ARGS=--check`.
PNPM := npx --yes pnpm@12
BIN := node_modules/.bin
INSTALLED := node_modules/.modules.yaml
GEN := .cache/compiler/main.js
PIN := $(dir $(GEN))pin/main.js
EXPANSIONS := .cache/test/expansions.json
BUILT := .cache/built/made
PACKED := .cache/built/ghx.tgz
# Output of parallel jobs is not mixed where make can see to that.
PARALLEL := --no-print-directory --jobs=3 $(if $(filter output-sync,$(.FEATURES)),--output-sync)
# `$(call RUN,tooling/coverage/main)` bundles a program into a folder as deep as its own, and runs it. tsx compiles
# module by module, which takes longer than the program.
RUN = $(BIN)/esbuild $(1).ts --bundle --packages=external --platform=node --format=esm --log-level=warning --outfile=.cache/run/$(subst /,-,$(1)).js && node .cache/run/$(subst /,-,$(1)).js

# tsc and gh are written in Go: they take a sixth less of the processor where they collect garbage less often, and a
# fifth more memory. Not for `make bench`, which measures gh as it comes.
check types build test test-fast: export GOGC := 400

.PHONY: demo compiler test test-all test-fast check lint types drift covered gh servers gen coverage pin format example bench pages explorer-test build check-package runtimes release clean

demo: $(GEN) ## Generate, then run a typed chain against the in-memory GitHub.
	node $(GEN)
	@$(call RUN,examples/review-threads)

ifeq ($(CARD)$(ARGS),)
test: $(GEN) ## Everything CI runs. The last line is `N passed, N failed, N skipped`.
	@$(MAKE) $(PARALLEL) types lint drift covered gh servers $(EXPANSIONS)
	$(BIN)/tsx test/run.ts
else
test: $(GEN) gh servers ## A part of it: one card (CARD=issue.update), or some files (ARGS=test/drift.test.ts).
	@$(if $(CARD),node $(GEN) --check)
	@CARD=$(CARD) $(BIN)/tsx test/run.ts $(ARGS)
endif

test-all: ## The same with nothing left to a representative, and how much of the runtime is covered: half an hour.
	@ALL=1 COVERAGE=1 $(MAKE) --no-print-directory test

test-fast: $(INSTALLED) gh ## For the inner loop: what stands beside the code, under a minute.
	@$(BIN)/tsx test/run.ts $(filter-out test/,$(wildcard */)) $(ARGS)

check: $(GEN) ## Lint, types and generated files: no test, under a minute.
	@$(MAKE) $(PARALLEL) types lint drift covered

lint: $(INSTALLED)
	$(BIN)/biome check .

# More checkers would each work out again what they share.
types: $(INSTALLED)
	$(BIN)/tsc --build . surfaces/explorer/page --checkers 1

drift: $(GEN)
	node $(GEN) --check

covered: $(INSTALLED)
	@$(call RUN,tooling/coverage/main) --check

gh: ## A gh for the tests: the one on the path, else a private copy in .cache/gh/.
	@test/fetch-gh || :

servers: ## Redis and Postgres for the tests: those of the machine, else private copies in .cache/servers/.
	@test/fetch-servers || :

gen: $(GEN) ## Compile the cards.
	@node $(GEN) $(ARGS)

compiler: $(GEN) ## The compiler, bundled from its sources where one has changed.

$(GEN): $(INSTALLED) tooling/build/compiler.ts tooling/build/own-compiler.ts $(shell find generator schema/lazy runtime -name '*.ts' ! -name '*.test.ts')
	@rm -rf $(@D)
	@$(BIN)/tsx tooling/build/own-compiler.ts $(@D)

# Folders count too: what was removed from one is expanded no more.
$(EXPANSIONS): $(GEN) test/write-expansions.ts $(shell find cards operations schema)
	@$(call RUN,test/write-expansions) $@

# The package as tests install it. `make types` checks what is compiled here.
$(BUILT): $(INSTALLED) package.json tsconfig.build.json $(shell find generated generator runtime sandbox schema/lazy surfaces tooling/build -type f)
	@rm -rf $(@D) && mkdir -p $(@D)
	@$(BIN)/tsc -p tsconfig.build.json --noCheck --checkers 1 --outDir $(@D)/dist
	@$(call RUN,tooling/build/main) $(@D)/dist
	@cp package.json $(@D)
	@touch $@

# The tarball that would be published, which four files of tests install.
$(PACKED): $(BUILT) test/pack.ts tooling/build/pack.ts README.md LICENSE $(shell find cards docs examples operations schema skills -type f)
	@$(call RUN,test/pack) $@

coverage: $(INSTALLED) ## Say anew what the sandbox covers, after a change of the sandbox or of a pin.
	@$(call RUN,tooling/coverage/main) $(ARGS)

pin: $(GEN) ## Pin GitHub's schema anew; with ARGS=--rest its REST description, --gh the commands of gh, "--from FILE" a file.
	@node $(PIN) $(ARGS)

format: $(INSTALLED)
	$(BIN)/biome check --write .

example: $(INSTALLED) ## One of examples/: `make example ARGS=triage-issue`.
	@$(BIN)/tsx examples/$(ARGS).ts

bench: $(GEN) gh ## Speed, as ratios to public tools in the same run; with ARGS=page docs/performance.md of one run, with the name of a script of tooling/bench/ that alone.
	@PATH="$(CURDIR)/.cache/gh:$$PATH"; for one in $(or $(ARGS),gen agents call documents young chain command servers bundles fields jobs sandbox first-request plan start types validator); do $(BIN)/tsx tooling/bench/$$one.ts || exit; done

pages: $(INSTALLED) ## The explorer as static files, in .cache/pages/ or the folder ARGS.
	@$(BIN)/tsx surfaces/explorer/write-pages.ts $(ARGS)

explorer-test: $(INSTALLED) ## The explorer in headless Chromium, which `make test` runs too; screenshots in .cache/explorer/.
	@$(BIN)/tsx test/run.ts test/explorer/browser

build: types $(BUILT) ## What is published: JavaScript and types in dist/.
	@rm -rf dist && cp -r $(dir $(BUILT))dist dist

check-package: $(INSTALLED) ## The package as it is packed: publint, Are the Types Wrong, and a table of sizes.
	@$(BIN)/tsx tooling/build/check-package.ts

release: $(GEN) ## All that stands before a release; nothing is published.
	@$(BIN)/tsx tooling/build/release.ts

runtimes: $(PACKED) ## The package in Node 20, 22, 24 and 26, Bun, Deno and workerd, which npm fetches: some 700 MB.
	@$(BIN)/tsx test/runtimes/main.ts

$(INSTALLED): package.json pnpm-lock.yaml pnpm-workspace.yaml
	$(PNPM) install --frozen-lockfile
	@touch $@

clean:
	rm -rf node_modules .cache dist
