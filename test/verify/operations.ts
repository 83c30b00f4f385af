import {
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  print,
} from "graphql"
import { fragmentPath, isOfPackage } from "../../generator/check/index.js"
import { operationNames } from "../../generator/emit/index.js"
import type { OperationPlan } from "../../generator/plan/index.js"
import { PACKAGE_FOLDER } from "../../generator/read/index.js"
import { compareTypes, type Pair, type Verdict } from "./comparison.js"
import {
  graphqlCodegenTypes,
  graphqlCodegenTypesOfAllMembers,
  readSchemaForCodegen,
  withoutTypeNames,
} from "./graphql-codegen.js"
import {
  CAUSED_BY_TYPE_NAMES,
  type Difference,
  OPERATION_DIFFERENCES,
  reasonOf,
} from "./known-differences.js"
import type { Program } from "./program.js"
import type { Compiled } from "./verify.js"

/** Compares the types of every operation with those that GraphQL Code Generator derives from its document. */
export class OperationComparison {
  private readonly schema: GraphQLSchema
  private readonly files: ReadonlyMap<string, string>
  private readonly documents: readonly Document[]

  constructor({ inputs, files, sent }: Compiled) {
    this.schema = readSchemaForCodegen(inputs.schema)
    this.files = files
    const texts = new Map([...(inputs.package?.operations ?? []), ...inputs.operations])
    // The package's own documents were compared when it was built.
    const own = [...sent].filter(([path]) => !isOfPackage(path))
    this.documents = own.map(([path, text]) => ({ path, text: withFragments(text, texts) }))
  }

  /** Adds the plugin's modules, and returns the pairs to compare. */
  addTheirs(program: Program): Promise<Pair[]> {
    return addTheirs(program, this.documents, "", (text) => graphqlCodegenTypes(this.schema, text))
  }

  /**
   * The differences, given the verdicts on the pairs above; those caused by type names are compared again.
   */
  async differences(
    program: Program,
    verdicts: ReadonlyMap<string, Verdict>,
  ): Promise<Difference[]> {
    const all = await this.compareAllMembers(
      program,
      this.documents.filter(({ path }) =>
        sidesOf(path).some((name) => CAUSED_BY_TYPE_NAMES.has(verdicts.get(name))),
      ),
    )
    return this.documents.flatMap(({ path, text }) =>
      sidesOf(path).flatMap((name) => {
        const verdict = all.get(name) ?? verdicts.get(name)
        if (verdict === undefined || verdict === "identical") return []
        const message = `GraphQL Code Generator generates other types for ${name}: ${verdict}`
        const reason = reasonOf(OPERATION_DIFFERENCES, text, verdict)
        return { reason, finding: { where: path, message } }
      }),
    )
  }

  private async compareAllMembers(
    program: Program,
    documents: readonly Document[],
  ): Promise<Map<string, Verdict>> {
    if (documents.length === 0) return new Map()
    const fragments = [...this.files.keys()].filter((path) =>
      path.startsWith("generated/operations/shapes/"),
    )
    const modules = [...documents.map(({ path }) => `${moduleOf(path)}.ts`), ...fragments]
    const bare = (path: string) => withoutTypeNames(this.files.get(path) ?? "")
    program.add(new Map(modules.map((path) => [`${ALL_MEMBERS}${path}`, bare(path)])))
    const pairs = await addTheirs(program, documents, ALL_MEMBERS, (text) =>
      graphqlCodegenTypesOfAllMembers(this.schema, text),
    )
    return compareTypes(program, pairs)
  }
}

/** The folder of the modules that are compared without type names. */
const ALL_MEMBERS = "all-members/"

interface Document {
  readonly path: string
  /** The document with the shared fragments that it reaches. */
  readonly text: string
}

/** Adds the plugin's modules in a folder next to ours. */
async function addTheirs(
  program: Program,
  documents: readonly Document[],
  folder: string,
  typesOf: (text: string) => Promise<string>,
): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (const [index, batch] of batchesOf(documents).entries()) {
    const module = `${folder}theirs/operations-${index}`
    const text = await typesOf([...batch.definitions.values()].join("\n"))
    program.addForeign(new Map([[`${module}.ts`, text]]))
    pairs.push(...batch.documents.flatMap((one) => pairsOf(one, folder, module)))
  }
  return pairs
}

interface Batch {
  readonly documents: Document[]
  /** The text of each definition, by its name. */
  readonly definitions: Map<string, string>
}

/**
 * The plugin repeats shared types, such as those of inputs, in each module, and TypeScript would have to read all of
 * them. So all documents share one module, except those that define the same name differently.
 */
function batchesOf(documents: readonly Document[]): Batch[] {
  const batches: Batch[] = []
  for (const document of documents) {
    const definitions = parse(document.text).definitions.map((node): [string, string] => [
      "name" in node ? (node.name?.value ?? "") : "",
      print(node),
    ])
    const fits = ({ definitions: others }: Batch) =>
      definitions.every(([name, text]) => (others.get(name) ?? text) === text)
    let batch = batches.find(fits)
    if (batch === undefined) {
      batch = { documents: [], definitions: new Map() }
      batches.push(batch)
    }
    batch.documents.push(document)
    for (const [name, text] of definitions) batch.definitions.set(name, text)
  }
  return batches
}

/** The answer and the variables of an operation. */
function pairsOf({ path, text }: Document, folder: string, theirs: string): Pair[] {
  const { name, type } = operationIn(text)
  const ours = operationNames({ path, name, type })
  const their = `${name}${type === "mutation" ? "Mutation" : "Query"}`
  const [answer = "", variables = ""] = sidesOf(path)
  const pair = (side: string, our: string, their: string): Pair => ({
    name: side,
    ours: { module: `${folder}${moduleOf(path)}`, type: our },
    theirs: { module: theirs, type: their },
  })
  return [pair(answer, ours.data, their), pair(variables, ours.variables, `${their}Variables`)]
}

/** The name and the kind of an operation, as the document has them. */
function operationIn(text: string): Pick<OperationPlan, "name" | "type"> {
  const operation = parse(text).definitions.find(
    (node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION,
  )
  const type = operation?.operation === OperationTypeNode.MUTATION ? "mutation" : "query"
  return { name: `${operation?.name?.value}`, type }
}

function sidesOf(path: string): string[] {
  return [`the answer to ${path}`, `the variables of ${path}`]
}

/** A document with the shared fragments that it reaches. */
function withFragments(text: string, documents: ReadonlyMap<string, string>): string {
  const reached = new Map<string, string>()
  const follow = (one: string): void => {
    for (const [, name = ""] of one.matchAll(/\.\.\.\s*(?!on\b)(\w+)/g)) {
      const fragment =
        documents.get(fragmentPath(name)) ?? documents.get(fragmentPath(name, PACKAGE_FOLDER))
      if (fragment === undefined || reached.has(name)) continue
      reached.set(name, fragment)
      follow(fragment)
    }
  }
  follow(text)
  return [text, ...reached.values()].join("\n")
}

/** `operations/issue/view.graphql` → `generated/operations/issue/view` */
function moduleOf(path: string): string {
  return `generated/${path.replace(/\.graphql$/, "")}`
}
