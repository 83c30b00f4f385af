/**
 * Tests that every id or number which a capability takes is in the output of another one under that name, or that its
 * description names a source.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Contract, JsonSchema } from "ghx"
import { type FragmentDefinitionNode, Kind, parse, type SelectionSetNode, visit } from "graphql"
import { expect, it } from "vitest"
import { cards } from "./cards.js"
import { ROOT } from "./projects.js"

const contracts = cards.map(({ capability_id: id }) => {
  const path = join(ROOT, "generated/contracts", `${id}.json`)
  return JSON.parse(readFileSync(path, "utf8")) as Contract
})

/** The names of all fields of a schema, at any depth, with their descriptions. */
function fieldsIn(schema: JsonSchema): [name: string, description: string][] {
  const { items, properties = {}, anyOf = [], oneOf = [] } = schema
  const own = Object.entries(properties).map(([name, { description = "" }]): [string, string] => [
    name,
    description,
  ])
  const inner = [items, ...Object.values(properties), ...anyOf, ...oneOf]
  return [...own, ...inner.flatMap((one) => (one ? fieldsIn(one) : []))]
}

const outputFields = contracts.flatMap(({ id, output }) =>
  fieldsIn(output).map(([name, description]) => ({ by: id, name, description })),
)

/** `issue_number` is the `number` in the output of a capability about issues. */
function isInOutputs(input: string): boolean {
  const [, noun = "", kind = ""] = /^(\w+?)_(id|number)$/.exec(input) ?? []
  const domain = noun === "pull" ? "pr" : noun.replace(/^(?:sub_|blocker$)/, "") || "issue"
  return outputFields.some(
    ({ by, name, description }) =>
      name === input ||
      description.includes(input) ||
      (name === kind && by.split(".").some((part) => part.replace(/s$/, "") === domain)),
  )
}

/** No capability lists projects yet. */
const unlisted = ["project_number"]

const ids = contracts.flatMap(({ id, input }) =>
  Object.keys(input.properties ?? {})
    .filter((name) => /_(?:id|number)$/.test(name) && !unlisted.includes(name))
    .map((name) => [name, id] as const),
)

it.each([...new Map(ids)])(
  "the input `%s` of %s is in some output, or its description names a capability",
  (name, id) => {
    const { properties = {} } = contracts.find((one) => one.id === id)?.input ?? {}
    const { description = "" } = properties[name] ?? {}
    const named = cards.some(({ capability_id }) => description.includes(capability_id as string))
    expect(named || isInOutputs(name)).toBe(true)
  },
)

/** Fields of GraphQL whose issues and pull requests may be in another repository. */
const across =
  /^(associatedPullRequests|blockedBy|blocking|closedByPullRequestsReferences|closingIssuesReferences|parent|subIssues)$/

/** The names of the fields that a selection has, through fragments and `nodes`. */
function fieldsOf({ selections }: SelectionSetNode): string[] {
  return selections.flatMap((one) => {
    if (one.kind === Kind.FRAGMENT_SPREAD)
      return fieldsOf(fragmentNamed(one.name.value).selectionSet)
    if (one.kind === Kind.INLINE_FRAGMENT) return fieldsOf(one.selectionSet)
    const isNodes = one.name.value === "nodes" && one.selectionSet
    return isNodes ? fieldsOf(one.selectionSet) : [one.name.value]
  })
}

const operations = join(ROOT, "operations")
const documents = readdirSync(operations, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".graphql"))
  .map((path) => [path, parse(readFileSync(join(operations, path), "utf8"))] as const)

const fragments = documents.flatMap(([, { definitions }]) =>
  definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION),
)

function fragmentNamed(name: string): FragmentDefinitionNode {
  const found = fragments.find((one) => one.name.value === name)
  if (!found) throw new Error(`there is no fragment ${name}`)
  return found
}

it("a number that may be of another repository comes with its repository", () => {
  const bare: string[] = []
  for (const [path, document] of documents) {
    visit(document, {
      Field({ name, selectionSet }) {
        const fields = across.test(name.value) && selectionSet ? fieldsOf(selectionSet) : []
        if (fields.includes("number") && !fields.includes("repository"))
          bare.push(`${path}: ${name.value}`)
      },
    })
  }
  expect(bare).toEqual([])
})
