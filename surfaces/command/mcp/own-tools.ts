/** The tools of every server, independent of its capabilities. */
import type { JsonSchema } from "../../../runtime/index.js"
import type { McpTool, ObjectSchema } from "../../tools/index.js"
import type { Serving } from "./serving.js"

/** Part of every request of every model: `docs/agents.md` counts the tokens. */
export interface OwnTool extends McpTool {
  readonly inputSchema: ObjectSchema & JsonSchema
}

const text = { type: "string" } as const
const texts = { type: "array", items: text } as const

/**
 * @param read_only - whether nothing can be changed here
 * @param program - whether there is a tool that runs programs
 */
export function ownTools(
  kind: Serving["tools"],
  { read_only, program }: Pick<Serving, "read_only" | "program">,
): OwnTool[] {
  const changes = { readOnlyHint: read_only, destructiveHint: !read_only, openWorldHint: true }
  if (kind === "github") return [{ ...githubTool, annotations: changes }]
  const programs = program ? [{ ...programTool, annotations: changes }] : []
  if (kind === "gh") return [{ ...commandTool, annotations: changes }, ...programs]
  const readOnlyHints = { readOnlyHint: true, openWorldHint: false }
  return [
    {
      name: "execute",
      description:
        "Run one task on GitHub, or once for each of a list of numbers or ids. fields: return only these (of list items), even null, empty or left_out ones.",
      inputSchema: object(["task", "input"], {
        task: { ...text, description: "E.g. issue.view" },
        input: { type: "object" },
        fields: texts,
        jq: text,
      }),
      annotations: changes,
    },
    {
      name: "chain",
      description:
        'Run tasks in few requests; if one fails, the others continue. {"$from":"x","path":"items[0].id"} in an input is a value from the task with as: x. each: such a reference to a list; the task runs per item, with {"$item":"id"}.',
      inputSchema: object(["tasks"], {
        tasks: {
          type: "array",
          minItems: 1,
          items: object(["task", "input"], {
            task: text,
            input: { type: "object" },
            as: text,
            after: texts,
            each: { type: "object" },
            fields: texts,
          }),
        },
        jq: text,
      }),
      annotations: changes,
    },
    ...programs,
    {
      name: "explain",
      description:
        "Inputs and outputs of tasks by id, or tasks of a domain (pr.thread) or for a phrase (close duplicates). ? is optional; default type: string.",
      inputSchema: object([], {
        tasks: { type: "array", items: text, minItems: 1, maxItems: 20 },
      }),
      annotations: readOnlyHints,
    },
  ]
}

const githubTool = {
  name: "github",
  description:
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it describes templates
    "Runs JavaScript, the body of an async function that reads, decides and writes, or gh commands, one a line. gh`pr list --json number,reviews.state` gives data (JSON parsed) or throws; ${x} is one word, never an option, ${list} several, --label ${list} repeats it. Await Promise.all, not loops; promises and functions you return run together, failures told in place. Return counts; `last`: what the previous program returned. Never read writes back. `api` only reads. Beyond gh: pr edit 1 2; repo file view PATH (text); project item-add|item-edit PROJECT NUMBER… --status S; discussion list --json comments, answer mark ID; milestone edit TITLE; pr threads list N: id, path, isResolved, comments; pr thread reply ID… -b B, resolve ID…; explain PHRASE finds more.",
  inputSchema: object(["code"], {
    code: text,
    repo: { ...text, description: "owner/name, the default" },
  }),
}

const commandTool = {
  name: "gh",
  description:
    "Run gh commands on GitHub, joined by &&, without a shell: issue edit 3 5 --add-label bug. Flags and output are gh's; several numbers are one chain. Beyond gh: pr threads list 7; pr thread reply ID… -b Done --resolve; pr review 7 -r -b No --inline src/a.js:1=Why?; explain 'close duplicates' finds commands.",
  inputSchema: object(["line"], { line: text }),
}

const programTool = {
  name: "program",
  description:
    "Run the body of an async function over ghx: return (await ghx.issue.view(input)).title. A task returns its data or throws { code, message }; tasks in Promise.all share requests. Nothing else is available.",
  inputSchema: object(["code"], { code: { ...text, description: "JavaScript." } }),
}

function object(
  required: readonly string[],
  properties: Readonly<Record<string, JsonSchema>>,
): OwnTool["inputSchema"] {
  const needs = required.length > 0 ? { required } : {}
  return { type: "object", ...needs, additionalProperties: false, properties }
}
