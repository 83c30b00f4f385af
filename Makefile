# Everything a fresh machine needs is Node and make: pnpm comes through npx.
PNPM := npx --yes pnpm@12
BIN := node_modules/.bin
INSTALLED := node_modules/.modules.yaml

.PHONY: demo test check gh gen bench build clean

demo: $(INSTALLED) ## Generate, then run a typed chain against the in-memory GitHub.
	$(BIN)/tsx generator/main.ts
	$(BIN)/tsx examples/review-threads.ts

test: check gh ## Everything CI runs. The last line is `N passed, N failed, N skipped`.
	$(BIN)/tsx test/run.ts

check: $(INSTALLED) ## Lint, types and generated files: no test, under two minutes.
	$(BIN)/biome check .
	$(BIN)/tsx generator/main.ts --check
	$(BIN)/tsc -p tsconfig.json

gh: ## A gh for the tests: the one on the path, else a private copy in .cache/gh/.
	@test/fetch-gh || :

gen: $(INSTALLED)
	$(BIN)/tsx generator/main.ts

bench: $(INSTALLED) ## Speed, as ratios to public tools in the same run.
	$(BIN)/tsx bench/gen.ts
	$(BIN)/tsx bench/call.ts
	$(BIN)/tsx bench/chain.ts

$(INSTALLED): package.json pnpm-lock.yaml pnpm-workspace.yaml
	$(PNPM) install --frozen-lockfile
	@touch $@

build: $(INSTALLED) ## What is published: JavaScript and types in dist/.
	rm -rf dist
	$(BIN)/tsc -p tsconfig.build.json

clean:
	rm -rf node_modules .cache dist
