import type { CatalogEntry } from "../../runtime/index.js"
import type { CapabilityPlan } from "../plan/index.js"
import { stringLiteral } from "../text/index.js"
import {
  braces,
  type Doc,
  hardline,
  indent,
  join,
  lines,
  literalDoc,
  print,
  printJson,
} from "./layout.js"
import { block } from "./mapping.js"
import {
  capabilityPath,
  commentDoc,
  contractPath,
  type Import,
  importPath,
  NO_PACKAGE_IMPORTS,
  PACKAGE,
  type PackageImports,
  printModule,
  relativePath,
  specifier,
} from "./module.js"

interface KnownCapability {
  readonly id: string
  /** The definition of the capability, as JSON. */
  readonly known: string
}

export function knownOf(plan: CapabilityPlan): string {
  const { version, effect, idempotent, routes, isList } = plan
  const known = { version, effect, idempotent, routes, ...(isList && { list: true }) }
  return JSON.stringify(known)
}

/** Emits the registry, which finds a capability by its id in three steps. Only the first is done at start-up. */
export function emitRegistry(
  capabilities: readonly KnownCapability[],
  packageImports: PackageImports,
): [path: string, text: string][] {
  const domains = [...new Set(capabilities.map(({ id }) => domainOf(id)))]
  return [
    definitions(capabilities),
    registry(domains, packageImports),
    ...domains.map((domain) => loaders(domain, capabilities, packageImports)),
  ]
}

function definitions(capabilities: readonly KnownCapability[]): [path: string, text: string] {
  const groups = [...new Set(capabilities.map(({ known }) => known))].map((known) => {
    const ids = capabilities.filter((one) => one.known === known).map(({ id }) => id)
    return { ...JSON.parse(known), ids: shortIds(ids).join(" ") }
  })
  return ["generated/definitions.json", printJson(groups)]
}

/** Ids without the segments that the id before has, too; `wholeIds` of the runtime reads them. */
function shortIds(ids: readonly string[]): string[] {
  return ids.map((id, index) => {
    const before = ids[index - 1]?.split(".") ?? []
    const segments = id.split(".")
    const differs = segments.findIndex((one, at) => one !== before[at])
    return ".".repeat(differs) + segments.slice(differs).join(".")
  })
}

function registry(
  domains: readonly string[],
  packageImports: PackageImports,
): [path: string, text: string] {
  const members = domains.map(
    (domain) => `${domain}: () => import(${stringLiteral(`./loaders/${domain}.js`)}),`,
  )
  const isOfPackage = packageImports === NO_PACKAGE_IMPORTS
  const own = ["/* @__PURE__ */ registryOf(definitions, ", braces(members), ")"]
  return module(
    "generated/registry.ts",
    packageImports,
    ["Catalog", "Registry", "registryOf"],
    isOfPackage ? registryOfPackage(own) : registryOfProject(own),
    [
      { from: "./definitions.json", names: [], json: "definitions" },
      ...(isOfPackage
        ? []
        : [{ from: `${PACKAGE}/codegen/registry`, names: [], namespace: "ofPackage" }]),
    ],
  )
}

const BY_ID = "Every capability by its id; the code of a capability is loaded on first use."
const CATALOGUE = "Loads what `explain` and `listCapabilities` need besides contracts."

function registryOfPackage(own: Doc): Doc[] {
  return [
    lines([
      'export { adoptRegistry, extendRegistry } from "../runtime/extend-registry.js"',
      'export { compiler, document, request } from "./on-demand.js"',
    ]),
    lines([
      "/** The ids of all capabilities, for a project that adds its own. */",
      "export const known: readonly { readonly ids: string }[] = definitions",
    ]),
    [commentDoc(`/** ${BY_ID} */`), hardline, "export const registry: Registry = ", own],
    join(hardline, [
      commentDoc(`/** ${CATALOGUE} */`),
      "export async function catalog(): Promise<Catalog> {",
      '\tconst [{ catalog: own }, added] = await Promise.all([import("./catalog.js"), registry.added?.()])',
      "\treturn added ? { ...own, ...added } : own",
      "}",
    ]),
  ]
}

/** The package's registry extended by the project's. */
function registryOfProject(own: Doc): Doc[] {
  return [
    [
      commentDoc("/** The project's own capabilities only. */"),
      hardline,
      "export const own: Registry = ",
      own,
    ],
    join(hardline, [
      commentDoc(`/** ${BY_ID} The capabilities of ghx are included. */`),
      "export const registry: Registry = /* @__PURE__ */ ofPackage.extendRegistry(",
      "\tofPackage.registry, own,",
      ")",
    ]),
    join(hardline, [
      commentDoc(`/** ${CATALOGUE} */`),
      "export async function catalog(): Promise<Catalog> {",
      '\tconst [theirs, own] = await Promise.all([ofPackage.catalog(), import("./catalog.js")])',
      "\treturn { ...theirs, ...own.catalog }",
      "}",
    ]),
  ]
}

function loaders(
  domain: string,
  capabilities: readonly KnownCapability[],
  packageImports: PackageImports,
): [path: string, text: string] {
  const path = `generated/loaders/${domain}.ts`
  const own = capabilities.filter(({ id }) => domainOf(id) === domain)
  const members = own.map(({ id }) => {
    const from = (file: string) => stringLiteral(relativePath(path, file))
    return block(`${stringLiteral(id)}: `, [
      `capability: () => import(${from(specifier(capabilityPath(id)))}),`,
      `contract: () => import(${from(contractPath(id))}, { with: { type: "json" } }),`,
    ])
  })
  return module(
    path,
    packageImports,
    ["Loaders"],
    [
      [
        commentDoc(`/** The modules and the contracts of \`${domain}.*\`, by id. */`),
        hardline,
        "export const loaders: Loaders = ",
        braces(members),
      ],
    ],
  )
}

function domainOf(id: string): string {
  return id.split(".", 1)[0] ?? id
}

function module(
  path: string,
  packageImports: PackageImports,
  names: readonly string[],
  declarations: Doc[],
  others: readonly Import[] = [],
): [path: string, text: string] {
  const from = importPath(path, "runtime/index.ts", packageImports)
  const own = names.map((name) => ({ from, names: [name], types: /^[A-Z]/.test(name) }))
  const imports = [...own, ...others]
  return printModule({ path, source: "cards/", imports, declarations }, packageImports)
}

/** Facts outside the contract, for `explain` and `list`. */
function catalogEntry(plan: CapabilityPlan): CatalogEntry {
  const [example] = plan.examples
  return {
    description: plan.description,
    ...(plan.cost === undefined ? {} : { cost: plan.cost }),
    ...(plan.permissions && { permissions: plan.permissions }),
    ...(example === undefined ? {} : { example: example.input }),
    ...(plan.notes.length === 0 ? {} : { notes: plan.notes.join(" ") }),
    ...(plan.deprecated === undefined ? {} : { deprecated: plan.deprecated }),
  }
}

/** One entry of the catalogue as TypeScript, indented as a member of the object. */
export function emitCatalogEntry(plan: CapabilityPlan): string {
  const entry = [stringLiteral(plan.id), ": ", literalDoc(catalogEntry(plan)), ","]
  return print(indent([hardline, ...entry])).replace(/^\n/, "")
}

/** The catalogue: data that start-up does not load. */
export function emitCatalog(
  entries: readonly string[],
  packageImports: PackageImports,
): [path: string, text: string] {
  const path = "generated/catalog.ts"
  const imports = [
    { from: importPath(path, "runtime/index.ts", packageImports), names: ["Catalog"], types: true },
  ]
  const [, head] = printModule(
    { path, source: "cards/", imports, declarations: [] },
    packageImports,
  )
  return [
    path,
    `${head}\n/** Facts for \`explain\` and \`listCapabilities\` outside the contracts, by id. */\nexport const catalog: Catalog = {\n${entries.join("")}}\n`,
  ]
}
