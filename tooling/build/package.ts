/** Bundles the published code, in files by what is loaded together. `tsc` writes types file by file. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, dirname, join, posix } from "node:path"
import { build, type ChunkingContext, type Plugin } from "rolldown"
import { parseSync, transform } from "rolldown/utils"
import { bundleWithModules } from "../../surfaces/explorer/bundle.js"
import { licensesOf } from "./licenses.js"
import { withoutUnusedSchemas } from "./mcp-schemas.js"

/** Parses the command line. */
const COMMANDER = "commander"

/** Dependencies in package.json; everything else is bundled. */
const LIBRARIES = /^(?:@bomb\.sh\/.*|cli-table3|jq-wasm|libsodium-wrappers|lru-cache|yauzl)(?:\/|$)/

/** @param dist - the output folder, with the project's structure */
export async function writePackage(project: string, dist: string): Promise<void> {
  const ofPage: string[] = []
  const generated = readdirSync(join(project, "generated"), { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".ts"))
    .sort()
  const trees = generated.filter(isNamesOnly)
  const shared = generated.filter(isShared)
  const capabilities = generated.filter(
    (file) =>
      file.includes("/") && !isNamesOnly(file) && !/^(?:loaders|operations|shapes)\//.test(file),
  )
  const { output } = await build({
    cwd: project,
    platform: "neutral",
    input: {
      ...entries(project, "generated", [
        "calls.ts",
        "client.ts",
        "on-demand.ts",
        ...shared,
        ...capabilities,
      ]),
      ...entries(project, ".", entryPointsOf(project)),
      // Behind `#operations`.
      ...entries(project, "surfaces/ad-hoc", ["index.ts"]),
      "with-process": join(project, "tooling/build/with-process.ts"),
      "without-files": join(project, "tooling/build/without-files.ts"),
      "without-process": join(project, "tooling/build/without-process.ts"),
    },
    external: [LIBRARIES, /^(?:node:|process$)/],
    resolve: {
      alias: {
        "@modelcontextprotocol/server/_shims": join(project, "tooling/build/shims.ts"),
        "json-with-bigint": join(project, "tooling/build/shims.ts"),
        // Its other form is for browsers.
        "supports-color": join(project, "node_modules/supports-color/index.js"),
      },
      extensionAlias: { ".js": [".ts", ".js"] },
      mainFields: ["module", "main"],
    },
    transform: { define: { "process.env.NODE_ENV": '"production"' } },
    plugins: [
      byCondition(project),
      compilerByItself,
      readAtOnce,
      asOneValue,
      withContract,
      pageAsText(project, ofPage),
      straightOnDemand,
      noBareImports,
      withoutUnusedSchemas,
    ],
    output: {
      dir: dist,
      // Types have them, and each process would scan them.
      comments: { jsdoc: false },
      // Engines scan the text of each function twice. The names in stack traces stay.
      minify: {
        compress: { keepNames: { function: true, class: true } },
        mangle: { toplevel: false, keepNames: { function: true, class: true } },
        codegen: { removeWhitespace: true },
      },
      entryFileNames: "[name].js",
      chunkFileNames: ({ facadeModuleId }) =>
        facadeModuleId?.endsWith(".json")
          ? `${basename(dirname(facadeModuleId))}/[name].js`
          : "chunks/[name].js",
      codeSplitting: {
        groups: [
          // Finding and reading six files takes longer than one. Shapes of one domain alone are apart.
          {
            name: partsFile,
            debugName: "runtime",
            test: (id) =>
              inRuntime(
                /^(?:capability\/(?:capability|registry)|chain\/(?:chain|chain-failed|each|sequence)|features\/options\/create-client|features\/dry-run\/index|execute\/executor|execute\/recordings\/index|path\/\w+|routes\/rest\/request)\.ts$/,
              )(id) ||
              /\/runtime\/(?:call\/node-ids|routes\/graphql\/pages|routes\/route\/find-all|timing\/concurrency-limit)|\/generated\/(?:operations\/)?shapes\/(?!index)/.test(
                id,
              ),
          },
          // Loaded by `ghx/plan`, and by the command before it creates a client.
          {
            name: "text",
            test: inRuntime(/^(?:suggestions\/\w+|text\/clean-text|route-names\/.*)\.ts$/),
            priority: 1,
          },
          // Used by writes with a key, which must not load the command, and by the command.
          { name: "names", test: inRuntime(/^text\/stored\.ts$/), priority: 1 },
          { name: "rest", test: inRuntime(/^routes\/rest\/(?:attempt|link)\.ts$/) },
          // Not loaded by reads.
          { name: "writes", test: inRuntime(/(?:\/|documented-)writes\.ts$/) },
          // Few capabilities import them.
          { name: "rare-parts", test: inRuntime(/\/(?:search|content-\w+|rare-\w+)\.ts$/) },
          { name: "searches", test: inRuntime(/searched-repositories\.ts$/), priority: 1 },
          // Also used to describe contracts, without a call.
          { name: "requirements", test: inRuntime(/^(?:call|properties)\/requirements\.ts$/) },
          {
            name: "rest-parts",
            test: inRuntime(/^(?:routes\/rest\/(?:lookups|pages|sealing)|http\/readers)\.ts$/),
          },
          // Imported by the few writes that are destructive with some inputs.
          {
            name: "destructive",
            test: inRuntime(/^features\/guards\/is-destructive\.ts$/),
            priority: 1,
          },
          { name: "decided-writes", test: inRuntime(/^call\/decided-writes\.ts$/) },
          { name: "token-scopes", test: inRuntime(/^routes\/rest\/token-scopes\.ts$/) },
          { name: "polling", test: inRuntime(/^routes\/rest\/polling\.ts$/) },
          // The first call with `fields` loads it.
          { name: "narrowing", test: inRuntime(/^features\/fields\/narrow-definition\.ts$/) },
          // Iterations and calls with `all` load it.
          { name: "iteration", test: inRuntime(/^step\/paging\.ts$/) },
          { name: "lookups", test: inRuntime(/^routes\/graphql\/lookups\.ts$/) },
          { name: "chains", test: inRuntime(/^chain\/execute-(?:chain|sequence)/) },
          // A bundle with a client of its own must not contain the tree.
          { name: "client", test: /\/generated\/client\.ts$/ },
          { name: "tree", test: /\/generated\/(?:calls|lazy|on-demand|registry)\.ts$/ },
          {
            name: "command",
            test: /\/command\/(?:main|output\/printer|program|terminal\/index)\.ts$/,
          },
          // Also used by `ghx/tools`, which must not load the command.
          {
            name: "small-results",
            test: /\/tools\/results\/(?:trimmed|unknown-name)\.ts$/,
            priority: 1,
          },
          { name: "explain", test: inRuntime(/^execute\/(?:explain|descriptions\/\w+)\.ts$/) },
          // Only projects with cards of their own use it.
          { name: "extend-registry", test: inRuntime(/^extend-registry\.ts$/), priority: 1 },
          // An import would otherwise read the synonyms, which only searches need.
          { name: "searching", test: inRuntime(/^execute\/search\.ts$/), priority: 1 },
          // A call of the command: `ghx run`, and with a table of its group each command of gh.
          { name: "run", test: /\/command\/run\.ts$/ },
          { name: "gh-commands", test: /\/command\/(?:as-gh|gh\/print\/checks)\.ts$/ },
          { name: "issues-and-pulls", test: /\/command\/gh\/table\/(?:issues|pulls)\.ts$/ },
        ],
      },
    },
  })
  for (const file of output) if ("code" in file) writeLines(join(dist, file.fileName))
  const commander = await writeLibrary(project, dist, "commander", COMMANDER)
  const modules = [...output, ...commander].flatMap((file) =>
    "moduleIds" in file ? file.moduleIds : [],
  )
  writeFileSync(join(dist, "LICENSES.txt"), licensesOf(project, [...modules, ...ofPage]))
  // For tests; not published.
  const sources = output.map((file) => [file.fileName, "moduleIds" in file ? file.moduleIds : []])
  writeFileSync(join(dist, "../sources.json"), JSON.stringify(Object.fromEntries(sources)))
  for (const file of trees) await writeAsItIs(project, dist, `generated/${file}`)
  for (const file of trees) writeUnbound(dist, file)
}

/** Begins a new line at statements, because Node prints the whole line of an error that nobody catches. */
function writeLines(path: string): void {
  const text = readFileSync(path, "utf8")
  let [written, line] = ["", 0]
  const starts = statementsIn(parseSync(path, text).program)
  for (const start of starts.toSorted((one, other) => one - other)) {
    if (start - line < 200) continue
    written += `${text.slice(line, start)}\n`
    line = start
  }
  writeFileSync(path, written + text.slice(line))
}

/** Where statements and members of classes begin. */
function statementsIn(node: unknown, found: number[] = []): number[] {
  for (const [name, child] of Object.entries(Object(node))) {
    if (typeof child !== "object" || child === null) continue
    if (name === "body" && Array.isArray(child))
      for (const { start } of child) if (typeof start === "number") found.push(start)
    statementsIn(child, found)
  }
  return found
}

/** Bundles a library, because Node takes longer to find and read its files than to run them, especially with CommonJS. */
async function writeLibrary(project: string, dist: string, name: string, library: string) {
  const { output } = await build({
    cwd: project,
    platform: "node",
    input: { [name]: library },
    plugins: [withoutPrograms],
    output: { dir: dist, comments: { jsdoc: false } },
  })
  return output
}

/**
 * Modules that only re-export. A bundler turns a destructured namespace into an object whose unused members the
 * user's bundler cannot drop, so these stay separate modules.
 */
function isNamesOnly(file: string): boolean {
  return file === "namespaces.ts" || (/(?:^|\/)index\.ts$/.test(file) && !isShared(file))
}

/** Modules that generated code of other projects imports: they re-export from several files. */
function isShared(file: string): boolean {
  return file === "shapes/index.ts" || file === "operations/lookup/index.ts"
}

async function writeAsItIs(project: string, dist: string, file: string): Promise<void> {
  const path = join(project, file)
  const { code } = await transform(path, readFileSync(path, "utf8"), {
    typescript: { onlyRemoveTypeImports: true },
  })
  const target = join(dist, file.replace(/\.ts$/, ".js"))
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, code)
}

/** The namespace as `ghx/core` has it: without the client of the environment, and with it the table of all options. */
function writeUnbound(dist: string, file: string): void {
  const [, folder] = /^(.+)\/index\.ts$/.exec(file) ?? []
  if (folder === undefined) return
  const code = readFileSync(join(dist, "generated", folder, "index.js"), "utf8")
  const own = code
    .replace(/^import "[./]+\/runtime\/default\.js";\n/m, "")
    .replaceAll(/(from "\.\/\w+\/)index\.js"/g, '$1core.js"')
  writeFileSync(join(dist, "generated", folder, "core.js"), own)
}

/** `shapes-of-issue` for a shape that no capability of another domain imports, also through other shapes. */
function partsFile(id: string, modules: ChunkingContext): string {
  const [domains, seen] = [new Set<string>(), new Set([id])]
  for (const one of seen) {
    const [, folder] = /\/generated\/(?:operations\/)?(\w+)\//.exec(one) ?? []
    if (folder === "shapes")
      for (const by of modules.getModuleInfo(one)?.importers ?? []) seen.add(by)
    else if (folder !== undefined) domains.add(folder)
  }
  return domains.size === 1 ? `shapes-of-${[...domains].join()}` : "runtime"
}

/** Matches modules below `runtime/`. All modules that they import are put into the same group. */
function inRuntime(path: RegExp): (id: string) => boolean {
  return (id) => path.test(/\/runtime\/(.*)$/.exec(id)?.[1] ?? "")
}

/**
 * The sources of the exports and programs in package.json. Namespaces and the tree of all capabilities are written
 * unchanged.
 */
function entryPointsOf(project: string): string[] {
  const { exports, bin } = JSON.parse(readFileSync(join(project, "package.json"), "utf8"))
  const files: unknown[] = [...Object.values(exports), bin].flatMap((one) =>
    Object.values(Object(one)),
  )
  const modules = files.flatMap((file) => /^\.\/dist\/([^*]+)\.js$/.exec(String(file))?.[1] ?? [])
  return [...new Set(modules)]
    .filter((name) => name !== "generated/index")
    .map((name) => `${name}.ts`)
}

function entries(project: string, folder: string, files: readonly string[]) {
  return Object.fromEntries(
    files.map((file) => [posix.join(folder, file.slice(0, -3)), join(project, folder, file)]),
  )
}

/**
 * Resolves the import conditions of package.json. `#process` is for processes only; browsers get nothing of it.
 */
function byCondition(project: string): Plugin {
  const conditions = [
    "features/gh/attempt.js",
    "features/gh/logins.js",
    "features/gh/preflight.js",
    "http/network.js",
    "step/before-exit-warning.js",
  ].map((file) => join(project, "runtime", file))
  return {
    name: "by-condition",
    resolveId(source, importer, { kind }) {
      if (source === COMMANDER) return { id: "#commander", external: true }
      if (kind !== "dynamic-import" || importer === undefined) return undefined
      const isConditional = conditions.includes(join(dirname(importer), source))
      return isConditional ? { id: "#process", external: true } : undefined
    },
  }
}

/**
 * Excludes the compiler, which is a separate bundle for `ghx gen`, and the code that compiles operations without a
 * capability, which needs files that browsers lack.
 */
const compilerByItself: Plugin = {
  name: "compiler-by-itself",
  resolveId(source) {
    if (source === "../surfaces/ad-hoc/index.js") return { id: "#operations", external: true }
    return source === "../../generator/index.js" ? { id: "#compiler", external: true } : undefined
  },
}

/** Removes Commander's support for commands in separate files, since there are none. */
const withoutPrograms: Plugin = {
  name: "without-programs",
  resolveId(source, importer) {
    const isOfCommander = source === "node:child_process" && /\/commander\//.test(importer ?? "")
    return isOfCommander ? "\0no-programs" : undefined
  },
  load(id) {
    if (id !== "\0no-programs") return undefined
    const code = 'export const spawn = () => { throw new Error("No command is a file of its own") }'
    return { code, moduleType: "js" }
  },
}

/** Engines parse a long literal several times more slowly than the same text as JSON. */
const readAtOnce: Plugin = {
  name: "read-at-once",
  load(id) {
    if (!/\/generated\/(?:definitions|plan)\.json$/.test(id)) return undefined
    const text = JSON.stringify(JSON.stringify(JSON.parse(readFileSync(id, "utf8"))))
    return { code: `export default /* @__PURE__ */ JSON.parse(${text})`, moduleType: "js" }
  },
}

/** Puts the contract into the module of a capability, whose first call would otherwise load one file more. */
const withContract: Plugin = {
  name: "with-contract",
  transform(code, id) {
    if (!id.includes("/generated/")) return undefined
    return code.replace(
      /^\tcontract: \(\) => import\("([^"]+)", .*\),$/m,
      (_, contract: string) =>
        `\tcontract: async () => ({ default: ${readFileSync(join(dirname(id), contract), "utf8")} }),`,
    )
  },
}

/**
 * Makes dynamic imports load the defining file: a re-exporting file would be one more to load, and V8 does not retry
 * a module that failed to link.
 */
const straightOnDemand: Plugin = {
  name: "straight-on-demand",
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      // Some tools recognise only strings.
      if (chunk.type === "chunk")
        chunk.code = chunk.code.replaceAll(/\bimport\(`([^`$\\]+)`\)/g, 'import("$1")')
    }
    for (const [name, handing] of Object.entries(bundle)) {
      if (handing.type !== "chunk" || !handing.isDynamicEntry || handing.isEntry) continue
      const [, names = "", from] = /^export\{(.+)\}from"(\.\/[^"]+)";\s*$/.exec(handing.code) ?? []
      if (from === undefined) continue
      const own = names.split(",").map((one) => one.split(" as "))
      const taken = own.map(([theirs, ours = theirs]) => `${theirs}: ${ours}`).join(", ")
      const given = own.map((one) => one.at(-1)).join(", ")
      const handed = `import("${from}").then(({ ${taken} }) => ({ ${given} }))`
      const others = Object.values(bundle).filter((one) => one.type === "chunk")
      for (const chunk of others) {
        chunk.code = chunk.code.replaceAll(`import("./${basename(name)}")`, handed)
      }
      const isNamed = others.some(({ code }) => code.includes(`/${basename(name)}"`))
      if (!isNamed) delete bundle[name]
    }
  },
}

/**
 * Removes imports without names, because the package's files have no side effects and bundlers warn about such
 * imports.
 */
const noBareImports: Plugin = {
  name: "no-bare-imports",
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== "chunk" || !chunk.isEntry || /\/command\//.test(chunk.name)) continue
      chunk.code = chunk.code.replaceAll(/(?<=^|;)import"\.[^"]+";/g, "")
    }
  },
}

/** Bundles the page of `ghx explore`, because users of the package may have no bundler. */
function pageAsText(project: string, modules: string[]): Plugin {
  return {
    name: "page-as-text",
    async load(id) {
      if (!id.endsWith("/explorer/bundle.ts")) return undefined
      const bundle = await bundleWithModules(join(project, "surfaces/explorer/page"))
      modules.push(...bundle.modules)
      const text = JSON.stringify(bundle.page)
      return { code: `export const bundled = async () => (${text})`, moduleType: "js" }
    },
  }
}

/** Exports a contract as one value, because each named part would become a function in a user's bundle. */
const asOneValue: Plugin = {
  name: "as-one-value",
  load(id) {
    if (!/\/generated\/(?:contracts|fields)\/.*\.json$/.test(id)) return undefined
    return { code: `export default ${readFileSync(id, "utf8")}`, moduleType: "js" }
  },
}
