/** The tools that every server has, whichever capabilities there are. */
import type { JsonSchema } from "../../../runtime/index.js"
import type { McpTool, ObjectSchema } from "../../tools/index.js"

/** Part of every request of every model: `docs/agents.md` counts the tokens. */
interface OwnTool extends McpTool {
  readonly inputSchema: ObjectSchema & JsonSchema
}

const text = { type: "string" } as const
const jq = { ...text, description: "jq expression on the result" }
const fields = {
  type: "array",
  items: text,
  minItems: 1,
  description: "Only these fields, of each item in a list",
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
        "Run one task on GitHub; a list for a number or an id: once for each. Null, empty and left_out fields come if fields names them.",
      inputSchema: object(["task", "input"], {
        task: { ...text, description: "E.g. issue.view" },
        input: { type: "object" },
        fields,
        jq,
      }),
      annotations: changes,
    },
    {
      name: "chain",
      description:
        'Run several tasks in few requests; a failed one does not stop the others. In an input, {"$from":"name","path":"items[0].id"} is of the result of the task with "as":"name".',
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
              description: "Run after these",
            },
            each: {
              type: "object",
              description: 'A reference to a list: one call per item, with {"$item":"id"} of it',
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
        "What tasks take and give; for a domain (pr.thread) or a phrase (close duplicates), which tasks there are. ? is optional; what has no type is a string.",
      inputSchema: object([], {
        tasks: { type: "array", items: text, minItems: 1, maxItems: 20 },
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
  const needs = required.length > 0 ? { required } : {}
  return { type: "object", ...needs, additionalProperties: false, properties }
}
