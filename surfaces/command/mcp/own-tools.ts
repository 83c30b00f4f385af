/** The tools that every server has, whichever capabilities there are. */
import type { JsonSchema } from "../../../runtime/index.js"
import type { McpTool, ObjectSchema } from "../../tools/index.js"

/** Part of every request of every model: `docs/agents.md` counts the tokens. */
interface OwnTool extends McpTool {
  readonly inputSchema: ObjectSchema & JsonSchema
}

const text = { type: "string" } as const
const jq = { ...text, description: "jq expression to apply to the result." }
const fields = {
  type: "array",
  items: text,
  minItems: 1,
  description: "Only these fields of the result (of each item, for a list).",
} as const

/**
 * @param read_only - whether nothing can be changed here
 * @param program - whether there is a tool that runs programs
 */
export function ownTools(read_only: boolean, program: boolean): OwnTool[] {
  const changes = { readOnlyHint: read_only, destructiveHint: !read_only, openWorldHint: true }
  const tells = { readOnlyHint: true, openWorldHint: false }
  return [
    {
      name: "execute",
      description:
        "Run one task on GitHub; with a list for a number or an id, for each of them. Results omit null and empty fields, lists also those named in left_out: request them with fields.",
      inputSchema: object(["task", "input"], {
        task: { ...text, description: "E.g. issue.view." },
        input: { type: "object" },
        fields,
        jq,
      }),
      annotations: changes,
    },
    {
      name: "chain",
      description:
        'Run several tasks in few requests, as execute does; a failed one does not stop the others. Anywhere in an input, {"$from":"name","path":"items[0].id"} refers to the result of the earlier task with "as":"name".',
      inputSchema: object(["tasks"], {
        tasks: {
          type: "array",
          minItems: 1,
          items: object(["task", "input"], {
            task: text,
            input: { type: "object" },
            as: text,
            after: {
              type: "array",
              items: text,
              description: "Tasks that must finish first.",
            },
            each: {
              type: "object",
              description:
                'A reference to a list: one call for each of its items, in which {"$item":"id"} is of the item.',
            },
            fields: { type: "array", items: text, minItems: 1 },
          }),
        },
        jq,
      }),
      annotations: changes,
    },
    ...(program ? [programTool(changes)] : []),
    {
      name: "explain",
      description:
        "Inputs and outputs of tasks, or the tasks of a domain or for a phrase. Inputs with ? are optional; those without a type are strings.",
      inputSchema: object(["tasks"], {
        tasks: { type: "array", items: text, minItems: 1, maxItems: 20 },
      }),
      annotations: tells,
    },
    {
      name: "list_capabilities",
      description: "List the available tasks, one per line.",
      inputSchema: object([], {
        domain: { ...text, description: "E.g. issue or pr.thread." },
        search: { ...text, description: "What you want to do." },
      }),
      annotations: tells,
    },
  ]
}

function programTool(annotations: OwnTool["annotations"]): OwnTool {
  return {
    name: "program",
    description:
      "Run the body of an async function over ghx: return (await ghx.issue.view(input)).title. A task gives its bare data or throws { code, message }; those of Promise.all share requests. Nothing else is in reach.",
    inputSchema: object(["code"], { code: { ...text, description: "JavaScript." } }),
    annotations,
  }
}

function object(
  required: readonly string[],
  properties: Readonly<Record<string, JsonSchema>>,
): OwnTool["inputSchema"] {
  return { type: "object", required, additionalProperties: false, properties }
}
