/** A card and a document that are attacked: hostile strings, and the places where a card takes strings. */
import { stringify } from "yaml"

/** The sources of a project with one capability. */
export interface Sources {
  readonly cards: ReadonlyMap<string, string>
  readonly operations: ReadonlyMap<string, string>
}

export const CARD_PATH = "cards/issue/view.yaml"
const DOCUMENT_PATH = "operations/issue/view.graphql"
const LOOKUP_PATH = "operations/lookup/repository_id.graphql"

const document = `query IssueView($owner: String!, $repo: String!, $issue_number: Int!) {
  repository(owner: $owner, name: $repo) {
    issue(number: $issue_number) { id title }
  }
}
`
const lookup = `query RepositoryId($owner: String!, $repo: String!) {
  repository(owner: $owner, name: $repo) { id }
}
`
const graphql = {
  operationName: "IssueView",
  documentPath: DOCUMENT_PATH,
  result: "repository.issue",
}
const input = { owner: "octocat", repo: "hello-world", issue_number: 1 }

/** A correct card and document, with some of the card's keys replaced. */
export function sources(keys: Readonly<Record<string, unknown>>, text = document): Sources {
  const card = {
    capability_id: "issue.view",
    version: "1.0.0",
    description: "Show one issue.",
    effect: "read",
    idempotent: true,
    input_schema: inputs({ type: "string" }),
    output_schema: output({ type: "string" }),
    routing: { preferred: "graphql", fallbacks: [] },
    graphql,
    ...keys,
  }
  return {
    cards: new Map([[CARD_PATH, stringify(card)]]),
    operations: new Map([
      [DOCUMENT_PATH, text],
      [LOOKUP_PATH, lookup],
    ]),
  }
}

export function withOutput(title: string): Sources {
  return sources({ graphql: { ...graphql, output: { title } } })
}

function inputs(repo: object) {
  return {
    type: "object",
    required: ["owner", "repo", "issue_number"],
    properties: { owner: { type: "string" }, repo, issue_number: { type: "integer" } },
  }
}

function output(title: object) {
  return {
    type: "object",
    required: ["id", "title"],
    properties: { id: { type: "string" }, title },
  }
}

const ISSUE = "/repos/{owner}/{repo}/issues/{issue_number}"

/** The card with a REST route, with some keys replaced. */
function withRest(keys: Readonly<Record<string, unknown>>, first: object = {}): Sources {
  return sources({
    routing: { preferred: "graphql", fallbacks: ["rest"] },
    rest: {
      endpoints: [
        { as: "before", method: "GET", path: ISSUE, ...first },
        { as: "issue", method: "GET", path: ISSUE },
      ],
      output: { id: "node_id" },
      ...keys,
    },
  })
}

/** The card with a cli route, some keys of which are replaced. */
function withCli(keys: Readonly<Record<string, unknown>>, routing: object = {}): Sources {
  return sources({
    routing: { preferred: "graphql", fallbacks: ["cli"], ...routing },
    cli: {
      command: "issue view",
      arguments: ["issue_number"],
      jsonFields: ["id", "title"],
      ...keys,
    },
  })
}

const literalOf = (text: string) => `'${text.replace(/'/g, "\\'")}'`

function withText(literal: string): Sources {
  const selection = `id title repository { object(expression: ${literal}) { id } }`
  return sources(
    {},
    document.replace("id title", () => selection),
  )
}

/** Each text sets a global variable if it escapes its place and is executed. */
export const payloads: Readonly<Record<string, string>> = {
  "end of a comment": "*/ globalThis.canary = 1 /*",
  "escaped end of a comment": "*\\/ */ globalThis.canary = 1 /*",
  "comment to the end of the line": "// globalThis.canary = 1",
  backtick: "`; globalThis.canary = 1; `",
  "escaped backtick": "\\`; globalThis.canary = 1; \\`",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what must not become a template
  substitution: "${globalThis.canary = 1}",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as above
  "escaped substitution": "\\${globalThis.canary = 1}",
  "double quote": '"; globalThis.canary = 1; "',
  "escaped double quote": '\\"; globalThis.canary = 1; \\"',
  "single quote": "'; globalThis.canary = 1; '",
  "line break": "x\nglobalThis.canary = 1\n",
  "carriage return": "x\rglobalThis.canary = 1\r",
  "line separator": "x\u2028globalThis.canary = 1\u2029",
  "right-to-left override": "x \u202eglobalThis.canary = 1",
  script: "</script><script>globalThis.canary = 1</script>",
  "end of a fence": "x\n```\n<script>globalThis.canary = 1</script>",
  "end of a type": "string } globalThis.canary = 1; type X = {",
  "name of a prototype": "__proto__",
}

/** The places where a card takes text, as functions from the text to the sources. */
export const places: Readonly<Record<string, (text: string) => Sources>> = {
  "the description": (text) => sources({ description: `Show ${text}.` }),
  "a note": (text) => sources({ routing: { preferred: "graphql", fallbacks: [], notes: [text] } }),
  since: (text) => sources({ since: text }),
  deprecated: (text) => sources({ deprecated: text }),
  "the version": (text) => sources({ version: text }),
  "the id": (text) => sources({ capability_id: text }),
  "the title of an example": (text) => sources({ examples: [{ title: text, input }] }),
  "the input of an example": (text) =>
    sources({ examples: [{ title: "Look", input: { ...input, owner: text } }] }),
  "the name of an example's input": (text) =>
    sources({ examples: [{ title: "Look", input: { ...input, [text]: 1 } }] }),
  "the description of a property": (text) =>
    sources({ output_schema: output({ type: "string", description: text }) }),
  "a default": (text) => sources({ input_schema: inputs({ type: "string", default: text }) }),
  "a value of an enum": (text) =>
    sources({ input_schema: inputs({ type: "string", enum: [text, "hello-world"] }) }),
  "a const": (text) => sources({ input_schema: inputs({ type: "string", const: text }) }),
  "a pattern": (text) => sources({ input_schema: inputs({ type: "string", pattern: text }) }),
  "raw TypeScript": (text) => sources({ output_schema: output({ type: "string", tsType: text }) }),
  "the name of a property": (text) =>
    sources({
      output_schema: { ...output({ type: "string" }), properties: { [text]: { type: "string" } } },
      graphql: { ...graphql, output: { [text]: "title" } },
    }),
  "the name of an input's property": (text) =>
    sources({
      input_schema: inputs({ type: "object", properties: { [text]: { type: "string" } } }),
    }),
  "a literal of an expression": (text) => withOutput(`title || ${literalOf(text)}`),
  "a JSON literal of an expression": (text) =>
    withOutput(`\`${JSON.stringify({ [text]: text }).replace(/`/g, "\\`")}\` && title`),
  "a key that an expression makes": (text) =>
    withOutput(`to_string({${JSON.stringify(text)}: title})`),
  "a quoted name in an expression": (text) => withOutput(JSON.stringify(text)),
  "a whole expression": (text) => withOutput(text),
  "a command of gh": (text) => withCli({ command: text }),
  "a literal argument of gh": (text) =>
    withCli({ arguments: [`to_string(issue_number) && ${literalOf(text)}`] }),
  "the name of a flag": (text) => withCli({ flags: { [text]: "title" } }),
  "a literal flag": (text) => withCli({ flags: { repo: `owner && repo && ${literalOf(text)}` } }),
  "a field that gh is asked for": (text) => withCli({ jsonFields: ["id", "title", text] }),
  "the name of a lookup of gh": (text) =>
    withCli({
      lookups: {
        [text]: {
          command: "issue view",
          arguments: ["issue_number"],
          jsonFields: ["url"],
          result: "url",
        },
      },
      output: { title: `$lookups.${JSON.stringify(text)} || title` },
    }),
  "the reason of a rule": (text) =>
    withCli({}, { suitability: [{ when: "always", reason: text, exclude: "cli" }] }),
  "a literal of a rule": (text) =>
    withCli(
      {},
      {
        suitability: [
          {
            when: "params",
            predicate: `params.repo == ${literalOf(text)}`,
            reason: "it is slow",
            exclude: "cli",
          },
        ],
      },
    ),
  "the name of the operation": (text) =>
    sources(
      { graphql: { ...graphql, operationName: text } },
      document.replace("IssueView", () => text),
    ),
  "the path of the document": (text) =>
    sources({ graphql: { ...graphql, documentPath: `operations/${text}.graphql` } }),
  "a comment of the document": (text) =>
    sources({}, `# ${text.replace(/[\r\n]/g, " ")}\n${document}`),
  "a text in the document": (text) => withText(JSON.stringify(text)),
  "a block text in the document": (text) => withText(`"""${text}"""`),
  "the name of a lookup": (text) =>
    sources({
      graphql: {
        ...graphql,
        lookups: {
          [text]: {
            operationName: "RepositoryId",
            documentPath: LOOKUP_PATH,
            result: "repository.id",
          },
        },
      },
    }),
  "the name of a lookup over REST": (text) =>
    withRest({ lookups: { [text]: { path: ISSUE, result: "id" } } }),
  "the item of a lookup over REST": (text) =>
    withRest({
      lookups: { ids: { path: ISSUE, foreach: "[repo]", as: text, result: "id" } },
    }),
  "the path of a lookup over REST": (text) =>
    withRest({ lookups: { id: { path: `/repos/{owner}/{repo}${text}`, result: "id" } } }),
  "the name of a response": (text) => withRest({}, { as: text }),
  "the item of an endpoint": (text) => withRest({}, { foreach: "[repo]", item: text }),
  "a media type": (text) => withRest({}, { accept: text }),
  "a value of a path": (text) =>
    withRest({}, { parameters: { repo: `join('/', [repo, '${text.replace(/'/g, "\\'")}'])` } }),
}
