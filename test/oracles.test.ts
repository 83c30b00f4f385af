import { parse } from "graphql"
import { describe, expect, it } from "vitest"
import { generate } from "../generator/compile/index.js"
import { readSchema } from "../generator/parse/index.js"
import { readInputs } from "../generator/read/index.js"
import { inputsOf, operationOf, samples } from "./documents/index.js"
import { compareTypes, type Pair, type Verdict } from "./oracles/comparison.js"
import {
  graphqlCodegenTypes,
  graphqlCodegenTypesOfAllMembers,
  readSchemaForCodegen,
  withoutTypeNames,
} from "./oracles/graphql-codegen.js"
import { jsonSchemaTypes } from "./oracles/json-schema-to-typescript.js"
import { ROOT } from "./projects.js"
import { createProjectFolder, writeFiles } from "./type-check.js"

const project = readInputs(ROOT)
const others = inputsOf(samples(readSchema(project.schema)))
const operations = new Map([...project.operations, ...others.operations])
const { files, contracts } = generate({
  ...project,
  cards: new Map([...project.cards, ...others.cards]),
  operations,
})

/**
 * Where the two differ as the documents stand, and why. When the plugin is mended, the test fails
 * and the exception goes.
 */
const DIFFERENCES_AS_WRITTEN = {
  "the plugin leaves out the members of a union to which no fragment applies": [
    "blame",
    "commit_on_branch",
    "custom_scalars",
    "depth_twelve",
    "depth_twenty",
    "discussion_poll",
    "gh_pr_status",
    "project_field_common",
    "project_field_value",
    "project_fields",
    "pull_request_timeline",
    "rulesets",
    "tree_and_blob",
    "unicode",
    "whole_input_objects",
  ],
  "more than twelve type names are any string here, the plugin lists them all": [
    "alias_object_prototype",
    "audit_log",
    "issue_timeline",
    "node_typename_only",
    "nodes_by_id",
  ],
  "the plugin forgets what a fragment with a directive selects, and claims null when that is all": [
    "directives_alone",
  ],
}

/** What is left when `__typename` is asked for everywhere and then left out of the comparison. */
const DIFFERENCES_OF_ALL_MEMBERS: Record<string, Verdict> = {
  // An alias of `__typename`, of which the plugin lists all names.
  "documents/alias_object_prototype": "ours has more",
  // The plugin forgets what a fragment with a directive selects.
  "documents/directives_alone": "ours has more",
  "documents/directives_on_fragments": "same",
  // The plugin has a property for `@include(if: false)`, and an optional one for `@skip(if: false)`.
  "documents/directives_on_fields": "theirs has more",
}

describe("types of operations and GraphQL Code Generator", () => {
  const schema = readSchemaForCodegen(project.schema)

  it("agree on the documents of other authors, with known differences", async () => {
    const verdicts = await compareOperations("as-written", others.operations, {
      theirs: (text) => graphqlCodegenTypes(schema, text),
      ours: (text) => text,
    })
    const expected = Object.values(DIFFERENCES_AS_WRITTEN)
      .flat()
      .map((name) => [`documents/${name}`, "ours has more"])
    expect(exceptions(verdicts, ["identical", "same"])).toEqual({
      ...Object.fromEntries(expected),
      "documents/directives_on_fields": "theirs has more",
    })
  })

  it("agree on every document property for property, members without fragments included", async () => {
    const verdicts = await compareOperations("all-members", operations, {
      theirs: (text) => graphqlCodegenTypesOfAllMembers(schema, text),
      ours: withoutTypeNames,
    })
    // A new capability must not need a change here, so one with such a fragment is let pass.
    const lenient = [...project.operations].filter(([, text]) => hasConditionalFragment(text))
    for (const pair of lenient.flatMap(pairsOf)) verdicts.delete(pair.name)
    expect(exceptions(verdicts, ["identical"])).toEqual(DIFFERENCES_OF_ALL_MEMBERS)
  })
})

describe("types of contracts and json-schema-to-typescript", () => {
  it("agree on every input and output", async () => {
    const folder = createProjectFolder("oracles-test/contracts")
    const pairs: Pair[] = []
    const theirs = new Map<string, string>()
    for (const [id, contract] of contracts) {
      for (const side of ["input", "output"] as const) {
        const module = `theirs/${id}.${side}`
        theirs.set(`${module}.ts`, await jsonSchemaTypes(contract[side], "Contract"))
        pairs.push({
          name: `${id} ${side}`,
          ours: { module: "generated/capability-map", type: `CapabilityMap["${id}"]["${side}"]` },
          theirs: { module, type: "Contract" },
        })
      }
    }
    writeFiles(folder, files)
    writeFiles(folder, theirs)
    const verdicts = compareTypes(folder, pairs)
    const empty = [...contracts].filter(
      ([, { input }]) => Object.keys(input.properties ?? {}).length === 0,
    )
    // An interface without properties takes anything; an input that takes nothing must not.
    const expected = empty.map(([id]) => [`${id} input`, "theirs has more"])
    expect(expected.length).toBeGreaterThan(0)
    expect(exceptions(verdicts, ["identical", "same"])).toEqual(Object.fromEntries(expected))
  })
})

/** Compares the types of answers and variables, in a folder of that name. */
async function compareOperations(
  name: string,
  documents: ReadonlyMap<string, string>,
  types: { theirs: (text: string) => Promise<string>; ours: (module: string) => string },
): Promise<Map<string, Verdict>> {
  const folder = createProjectFolder(`oracles-test/${name}`)
  const theirs = new Map<string, string>()
  for (const [path, text] of documents) theirs.set(theirPath(path), await types.theirs(text))
  const ours = [...files].filter(([path]) => path.startsWith("generated/operations/"))
  writeFiles(folder, theirs)
  writeFiles(folder, new Map(ours.map(([path, text]) => [path, types.ours(text)])))
  return compareTypes(folder, [...documents].flatMap(pairsOf))
}

function hasConditionalFragment(text: string): boolean {
  return /\.\.\.[^{}@]*@(include|skip)/.test(text)
}

/** `operations/issue/view.graphql` → `theirs/issue/view.ts` */
function theirPath(path: string): string {
  return path.replace(/^operations\//, "theirs/").replace(/\.graphql$/, ".ts")
}

/** The answer and the variables of an operation. */
function pairsOf([path, text]: [path: string, text: string]): Pair[] {
  const operation = operationOf(parse(text))
  const kind = operation.operation === "mutation" ? "Mutation" : "Query"
  const module = path.replace(/^operations\//, "").replace(/\.graphql$/, "")
  return ["", "Variables"].map((suffix) => {
    const type = `${operation.name?.value}${kind}${suffix}`
    const capital = type.charAt(0).toUpperCase() + type.slice(1)
    return {
      name: `${module}${suffix && " variables"}`,
      ours: { module: `generated/operations/${module}`, type: capital },
      theirs: { module: `theirs/${module}`, type },
    }
  })
}

function exceptions(
  verdicts: ReadonlyMap<string, Verdict>,
  agreement: readonly Verdict[],
): Record<string, Verdict> {
  return Object.fromEntries([...verdicts].filter(([, verdict]) => !agreement.includes(verdict)))
}
