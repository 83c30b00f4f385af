/** The files of this project, and which of its rules they break. */
import { readdirSync, readFileSync } from "node:fs"
import { posix } from "node:path"
import { budgetProblems } from "./budgets.js"
import { edgeProblems } from "./features.js"
import { importsOf } from "./imports.js"
import { loadedAtOnce } from "./on-demand.js"
import { entries, optionalFeatures, packageRules } from "./packages.js"
import { problemsIn, type References, unreferenced } from "./rules.js"
import { waysOut } from "./ways-out.js"

interface Config {
  readonly include: readonly string[]
  readonly references?: readonly { readonly path: string }[]
}

const ROOT_CONFIG = "tsconfig.json"
const GENERATED_CONFIG = "tsconfig.generated.json"
/** A folder in which code is none of the project's. */
const OTHERS = /^\.|^(?:node_modules|dist)$/
const CODE = /\.[cm]?[jt]sx?$/

/** What is wrong with the folders and the imports of the project, each with its fix. */
export async function projectProblems(): Promise<string[]> {
  const references = new Map(packages().map((name) => [name, referencesOf(configOf(name))]))
  const files = codeFiles()
  const sources = files
    .filter((file) => file.endsWith(".ts"))
    .map((file) => [file, readFileSync(file, "utf8")] as const)
  const imports = importsOf(new Map(sources), paths())
  return [
    ...unlisted(files, [...references.keys()]),
    ...unreferenced(imports, references),
    ...problemsIn(imports, packageRules),
    ...edgeProblems(imports),
    ...budgetProblems(sources),
    ...waysOut(sources),
    ...(await loadedAtOnce(process.cwd(), entries, optionalFeatures)),
  ]
}

/** The packages that the root's `tsconfig.json` references, by folder. */
export function packages(): string[] {
  return [...referencesOf(ROOT_CONFIG)]
}

function configOf(name: string): string {
  return name === "generated" ? GENERATED_CONFIG : `${name}/tsconfig.json`
}

function read(file: string): Config {
  return JSON.parse(readFileSync(file, "utf8"))
}

function referencesOf(config: string): References {
  const folders = (read(config).references ?? []).map(({ path }) =>
    posix.join(posix.dirname(config), path),
  )
  return new Set(folders.map((folder) => (folder === GENERATED_CONFIG ? "generated" : folder)))
}

function codeFiles(): string[] {
  const top = readdirSync(".", { withFileTypes: true }).filter(({ name }) => !OTHERS.test(name))
  const folders = top.filter((one) => one.isDirectory()).map(({ name }) => name)
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => CODE.test(file) && !/(?:^|\/)node_modules\//.test(file))
      .map((file) => `${folder}/${file.replaceAll("\\", "/")}`),
  )
}

/** Files in a folder that is no package, and that the root does not include: nothing checks them. */
function unlisted(files: readonly string[], packages: readonly string[]): string[] {
  const known = [...packages, ...read(ROOT_CONFIG).include.filter((one) => !one.includes("*"))]
  return files
    .filter((file) => !known.some((folder) => file.startsWith(`${folder}/`)))
    .map(
      (file) =>
        `${file} is in no package: make its folder one (CONTRIBUTING.md, "A new surface"), or include it in ${ROOT_CONFIG}`,
    )
}

/** The files that imports by the package's own name lead to. */
function paths(): Readonly<Record<string, string>> {
  const { compilerOptions } = JSON.parse(readFileSync("tsconfig.base.json", "utf8"))
  const all: [string, string[]][] = Object.entries(compilerOptions.paths)
  return Object.fromEntries(all.map(([name, [file = ""]]) => [name, posix.join(file)]))
}
