/**
 * The code that is published. What every call takes is one file; what only some calls take is loaded by
 * them: each capability, each contract, the validator, what only a process has. Types are written by `tsc`, file by file.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { build, type Plugin } from "rolldown"
import { transform } from "rolldown/utils"

/** What is installed beside the package, as package.json says. */
const LIBRARIES =
  /^(?:@bomb\.sh\/.*|@octokit\/.*|cli-table3|commander|graphql|jq-wasm|leven|lru-cache|typebox|yaml)(?:\/|$)/

/** @param dist - the folder to write to; modules stand there as they stand in the project */
export async function writePackage(project: string, dist: string): Promise<void> {
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
  await build({
    cwd: project,
    platform: "neutral",
    input: {
      ...entries(project, "generated", [
        "calls.ts",
        "lazy.ts",
        "plan.ts",
        ...shared,
        ...capabilities,
      ]),
      ...entries(project, "runtime", ["index.ts", "planner/index.ts", "public.ts"]),
      ...entries(project, "sandbox", ["index.ts"]),
      ...entries(project, "issue-chain", ["index.ts"]),
      ...entries(project, "command", ["bin.ts"]),
      "with-process": join(project, "build/with-process.ts"),
      "without-process": join(project, "build/without-process.ts"),
    },
    external: [LIBRARIES, /^node:/],
    resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
    plugins: [processByCondition(project), readAtOnce, asOneValue],
    output: {
      dir: dist,
      entryFileNames: "[name].js",
      chunkFileNames: ({ facadeModuleId }) =>
        facadeModuleId?.endsWith(".json")
          ? `${basename(dirname(facadeModuleId))}/[name].js`
          : "chunks/[name].js",
      codeSplitting: {
        groups: [
          { name: "runtime", test: isAlwaysNeeded },
          // A thing is made of several shapes, and of their fragments: one file is found sooner.
          { name: "shapes", test: /\/generated\/(?:operations\/)?shapes\// },
        ],
      },
    },
  })
  for (const file of trees) await writeAsItIs(project, dist, `generated/${file}`)
}

/**
 * Modules that are nothing but names. A bundler makes an object of a namespace that it has taken apart,
 * and the user's own bundler could not leave out what nobody uses of an object: they stay modules.
 */
function isNamesOnly(file: string): boolean {
  return file === "namespaces.ts" || (/(?:^|\/)index\.ts$/.test(file) && !isShared(file))
}

/** What modules that others generate take: the names of what stands in files of several. */
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

/** What every call takes, in one file: to find and read six takes longer. */
function isAlwaysNeeded(id: string): boolean {
  const [, folder = ""] = /\/runtime\/(.*)$/.exec(id) ?? []
  return folder !== "" && !LATER.test(folder)
}

/** What the runtime itself loads later, and what only some capabilities import. */
const LATER =
  /^(?:validation|near|gh|planner|properties|testing)\/|^routes\/cli\/(?!index|route)|^chain\/dry-run\.|\/(?:kind-of-number|mistakes|narrowed|document|pruned-operation|left-out|one-of|reference-problems|tasks|written-references|wrong-kind)\./

function entries(project: string, folder: string, files: readonly string[]) {
  return Object.fromEntries(
    files.map((file) => [`${folder}/${file.slice(0, -3)}`, join(project, folder, file)]),
  )
}

/** What only a process has is `#process`, for which package.json has conditions: browsers get none of it. */
function processByCondition(project: string): Plugin {
  const doors = [
    "gh/index.js",
    "http/network.js",
    "routes/cli/attempt.js",
    "routes/cli/preflight.js",
    "step/watch-for-the-end.js",
  ].map((file) => join(project, "runtime", file))
  return {
    name: "process-by-condition",
    resolveId(source, importer, { kind }) {
      if (kind !== "dynamic-import" || importer === undefined) return undefined
      const isDoor = doors.includes(join(dirname(importer), source))
      return isDoor ? { id: "#process", external: true } : undefined
    },
  }
}

/** A long literal takes an engine several times longer to read than the same as JSON. */
const readAtOnce: Plugin = {
  name: "read-at-once",
  load(id) {
    if (!/\/generated\/(?:definitions|plan)\.json$/.test(id)) return undefined
    const text = JSON.stringify(JSON.stringify(JSON.parse(readFileSync(id, "utf8"))))
    return { code: `export default /* @__PURE__ */ JSON.parse(${text})`, moduleType: "js" }
  },
}

/** Nobody takes a contract apart; a name for each of its parts would be a function of its own in a user's bundle. */
const asOneValue: Plugin = {
  name: "as-one-value",
  load(id) {
    if (!/\/generated\/(?:contracts|fields)\/.*\.json$/.test(id)) return undefined
    return { code: `export default ${readFileSync(id, "utf8")}`, moduleType: "js" }
  },
}
