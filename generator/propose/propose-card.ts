/** `make gen ARGS="new …"`: a card and a document derived from the schema, which already pass. */
import { join } from "node:path"
import { Document, isMap, visit } from "yaml"
import { generate } from "../compile/index.js"
import { readSchema } from "../parse/index.js"
import { type Inputs, readInputs, requireWithin } from "../read/index.js"
import { formatDiagnostics } from "../report/index.js"
import { replaceFile } from "../write/index.js"
import { proposeMutation } from "./mutation.js"
import { type Proposal, ProposalError } from "./proposal.js"
import { proposeQuery } from "./query.js"

export interface ProposeOptions {
  mutation?: string
  query?: string
}

/** Writes a card and a document for a new capability; returns the exit code. */
export function proposeCard(project: string, id: string, options: ProposeOptions): number {
  const inputs = readInputs(project)
  try {
    const files = proposedFiles(inputs, id, options)
    for (const path of files.keys()) requireWithin(project, path)
    for (const [path, text] of files) {
      replaceFile(join(project, path), text)
      process.stdout.write(`wrote ${path}\n`)
    }
    process.stdout.write("Trim both to what callers decide on, then run `make gen`.\n")
    return 0
  } catch (error) {
    if (!(error instanceof ProposalError)) throw error
    process.stderr.write(`${error.message}\n`)
    return 1
  }
}

/** The texts of a proposed card and document. Throws a `ProposalError` that says what to do instead. */
export function proposedFiles(
  inputs: Inputs,
  id: string,
  { mutation, query }: ProposeOptions,
): Map<string, string> {
  const cardPath = `cards/${id.split(".").join("/")}.yaml`
  const documentPath = `operations/${id.split(".").join("/")}.graphql`
  for (const path of [cardPath, documentPath]) {
    if (inputs.cards.has(path) || inputs.operations.has(path)) {
      throw new ProposalError(`${path} exists already; remove it first, or choose another id.`)
    }
  }
  const schema = readSchema(inputs.schema)
  const proposal =
    mutation !== undefined
      ? proposeMutation(schema, id, mutation)
      : query !== undefined
        ? proposeQuery(schema, id, query)
        : undefined
  if (proposal === undefined) {
    throw new ProposalError(
      "Say what it is made of: --mutation addPullRequestReviewThreadReply, or --query repository.issue.",
    )
  }
  const card = cardText(id, documentPath, proposal)
  const { diagnostics } = generate({
    ...inputs,
    cards: new Map([...inputs.cards, [cardPath, card]]),
    operations: new Map([...inputs.operations, [documentPath, proposal.document]]),
  })
  const own = diagnostics.filter(({ file }) => file === cardPath || file === documentPath)
  const errors = own.filter(({ severity }) => severity === "error")
  if (errors.length > 0) {
    const sources = new Map([
      [cardPath, card],
      [documentPath, proposal.document],
    ])
    const report = formatDiagnostics(errors, "text", (path) => sources.get(path))
    throw new ProposalError(`No card can be derived for \`${id}\`:\n\n${report}`)
  }
  return new Map([
    [cardPath, card],
    [documentPath, proposal.document],
  ])
}

function cardText(id: string, documentPath: string, proposal: Proposal): string {
  const { result, pagination, variables, output } = proposal
  const document = new Document({
    capability_id: id,
    version: "1.0.0",
    description: proposal.description,
    effect: proposal.effect,
    idempotent: proposal.effect === "read",
    input_schema: proposal.input,
    output_schema: proposal.output_schema,
    routing: { preferred: "graphql", fallbacks: [] },
    graphql: {
      operationName: proposal.operationName,
      documentPath,
      ...(Object.keys(variables).length === 0 ? {} : { variables }),
      ...(pagination === undefined ? {} : { pagination }),
      ...(result === undefined ? {} : { result }),
      ...(Object.keys(output).length === 0 ? {} : { output }),
    },
  })
  // What fits on a line stands on one, as in the cards that people wrote.
  visit(document, {
    Map: (_, node) => {
      const isSmall = node.items.every(({ value }) => !isMap(value))
      if (isSmall && JSON.stringify(node.toJSON()).length < 70) node.flow = true
    },
    Seq: (_, node) => {
      node.flow = true
    },
  })
  return document.toString({ lineWidth: 100, flowCollectionPadding: true })
}
