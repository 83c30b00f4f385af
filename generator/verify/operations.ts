import { Kind, type OperationDefinitionNode, parse } from "graphql"
import { fragmentPath, isOfPackage } from "../check/index.js"
import { aboutGenerated } from "../messages/index.js"
import { PACKAGE_FOLDER } from "../read/index.js"
import type { Cards } from "./cards.js"
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
import type { Compiled } from "./verification.js"

/** Holds the types of every operation to those that GraphQL Code Generator derives of its document. */
export async function findOperationDifferences(
  program: Program,
  { inputs, files, sent }: Compiled,
): Promise<Difference[]> {
  const schema = readSchemaForCodegen(inputs.schema)
  // What the package has was compared when that was made.
  const own = [...sent].filter(([path]) => !isOfPackage(path))
  const texts = new Map([...(inputs.package?.operations ?? []), ...inputs.operations])
  const documents = own.map(([path, text]): [string, string] => [path, withFragments(text, texts)])
  const written = await compare(program, documents, "", {
    theirs: (text) => graphqlCodegenTypes(schema, text),
  })
  const differ = documents.filter(([path]) =>
    sidesOf(path).some((name) => CAUSED_BY_TYPE_NAMES.has(written.get(name))),
  )
  const fragments = [...files.keys()].filter((path) =>
    path.startsWith("generated/operations/shapes/"),
  )
  const modules = [...differ.map(([path]) => `${moduleOf(path)}.ts`), ...fragments]
  const ourTexts = new Map(
    modules.map((path) => [`all-members/${path}`, withoutTypeNames(files.get(path) ?? "")]),
  )
  program.add(ourTexts)
  const all = await compare(program, differ, "all-members/", {
    theirs: (text) => graphqlCodegenTypesOfAllMembers(schema, text),
  })
  return documents.flatMap(([path, text]) =>
    sidesOf(path).flatMap((name) => {
      const verdict = all.get(name) ?? written.get(name)
      if (verdict === undefined || verdict === "identical") return []
      const problem = aboutGenerated.operationTypes(name, verdict)
      const reason = reasonOf(OPERATION_DIFFERENCES, text, verdict)
      return { reason, report: (cards: Cards) => cards.aboutDocument(problem, path) }
    }),
  )
}

/** Compares the types of answers and variables, with their modules in a folder and ours in another. */
async function compare(
  program: Program,
  documents: readonly (readonly [path: string, text: string])[],
  folder: string,
  { theirs }: { theirs: (text: string) => Promise<string> },
): Promise<Map<string, Verdict>> {
  const texts = new Map<string, string>()
  for (const [path, text] of documents) {
    texts.set(`${folder}theirs/${moduleOf(path)}.ts`, await theirs(text))
  }
  program.addForeign(texts)
  const pairs = documents.flatMap(([path, text]) => pairsOf(path, text, folder))
  return pairs.length === 0 ? new Map() : compareTypes(program, pairs)
}

/** The answer and the variables of an operation. */
function pairsOf(path: string, text: string, folder: string): Pair[] {
  const type = typeOf(text)
  const [answer = "", variables = ""] = sidesOf(path)
  return [
    { name: answer, type },
    { name: variables, type: `${type}Variables` },
  ].map(({ name, type }) => ({
    name,
    ours: {
      module: `${folder}${moduleOf(path)}`,
      type: type.charAt(0).toUpperCase() + type.slice(1),
    },
    theirs: { module: `${folder}theirs/${moduleOf(path)}`, type },
  }))
}

/** The name of an answer's type, as the document has it. */
function typeOf(text: string): string {
  const operation = parse(text).definitions.find(
    (node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION,
  )
  const kind = operation?.operation === "mutation" ? "Mutation" : "Query"
  return `${operation?.name?.value}${kind}`
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
