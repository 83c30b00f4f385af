/** The cost of merging, compared with merging through a parser. */
import { type DocumentNode, Kind, type OperationDefinitionNode, parse, print, visit } from "graphql"
import { source } from "../../runtime/capability/index.js"
import type { GraphqlOperation } from "../../runtime/definition/index.js"
import { mergeOperations } from "../../runtime/graphql/index.js"

/** Ten steps like those of an agent: five writes of different kinds, twice. */
async function tenOperations(): Promise<GraphqlOperation[]> {
  const { ghx } = await import("ghx")
  const capabilities = [
    ghx.pr.thread.reply,
    ghx.pr.thread.resolve,
    ghx.issue.labels.update,
    ghx.issue.comments.create,
    ghx.issue.assignees.update,
  ]
  const definitions = await Promise.all(capabilities.map((each) => each[source].load()))
  const operations = definitions.flatMap(({ graphql }) => graphql?.operation ?? [])
  return [...operations, ...operations]
}

const variables = { id: "I_1", body: "Done." }
const headers = {}

/** An answer to the merged document: one object for each alias. */
function answerTo(document: string): Record<string, unknown> {
  const aliases = document.match(/\bs\d+_\w+(?=: )/g) ?? []
  return Object.fromEntries(aliases.map((alias) => [alias, { thread: { id: "T_1" } }]))
}

function withOffsets(operations: readonly GraphqlOperation[]) {
  const items = operations.map((operation) => ({ operation, variables }))
  const merged = mergeOperations("mutation", items)
  const body = JSON.stringify({ query: merged.operation.document, variables: merged.variables })
  return { body, split: (data: unknown) => merged.split({ ok: true, data, errors: [], headers }) }
}

/** The same with graphql-js: rename in the syntax tree, print, and map the aliases back. */
function withTrees(documents: readonly DocumentNode[]) {
  const merged: Record<string, unknown> = {}
  const operations: OperationDefinitionNode[] = []
  documents.forEach((document, index) => {
    const prefix = `s${index}_`
    const renamed = visit(document, {
      Variable: (node) => ({ ...node, name: { ...node.name, value: prefix + node.name.value } }),
      OperationDefinition: (node) => ({
        ...node,
        selectionSet: {
          ...node.selectionSet,
          selections: node.selectionSet.selections.map((field) =>
            field.kind === Kind.FIELD
              ? { ...field, alias: { kind: Kind.NAME, value: prefix + field.name.value } }
              : field,
          ),
        },
      }),
    })
    for (const node of renamed.definitions) {
      if (node.kind === Kind.OPERATION_DEFINITION) operations.push(node)
    }
    for (const [name, value] of Object.entries(variables)) merged[prefix + name] = value
  })
  const [first] = operations
  if (!first) throw new Error("There is nothing to merge")
  const query = print({
    ...first,
    variableDefinitions: operations.flatMap((one) => one.variableDefinitions ?? []),
    selectionSet: {
      ...first.selectionSet,
      selections: operations.flatMap((one) => one.selectionSet.selections),
    },
  })
  const split = (data: Record<string, unknown>) =>
    documents.map((_, index) => {
      const prefix = `s${index}_`
      const own = Object.entries(data).filter(([alias]) => alias.startsWith(prefix))
      return Object.fromEntries(own.map(([alias, value]) => [alias.slice(prefix.length), value]))
    })
  return { body: JSON.stringify({ query, variables: merged }), split }
}

/** Median microseconds of one run. */
function measure(run: () => unknown): number {
  const samples: number[] = []
  for (let round = 0; round < 2500; round += 1) {
    const start = performance.now()
    run()
    if (round >= 500) samples.push(performance.now() - start)
  }
  return (samples.sort((a, b) => a - b)[samples.length / 2] ?? 0) * 1000
}

/** A Markdown table about building the request for ten steps and splitting its answer. */
export async function mergeTable(): Promise<string> {
  const operations = await tenOperations()
  const documents = operations.map(({ document }) => document)
  const trees = documents.map((document) => parse(document))
  const data = answerTo(withOffsets(operations).body)
  const both = (made: { split(data: Record<string, unknown>): unknown }) => made.split(data)
  const ours = measure(() => both(withOffsets(operations)))
  const rows = [
    ["ghx", ours],
    ["graphql-js: visit, print", measure(() => both(withTrees(trees)))],
    [
      "graphql-js: parse, visit, print",
      measure(() => both(withTrees(documents.map((document) => parse(document))))),
    ],
  ] as const
  return [
    `| ${operations.length} operations into a document, and its answer back into ${operations.length} | microseconds | ratio |`,
    "|---|---|---|",
    ...rows.map(([name, us]) => `| ${name} | ${us.toFixed(0)} | ${(us / ours).toFixed(1)} |`),
  ].join("\n")
}
