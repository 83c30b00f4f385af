/** The tools that every server has, whichever capabilities there are. */
import type { JsonSchema } from "../../runtime/index.js"
import type { McpTool, ObjectSchema } from "../../tools/index.js"

/** Paid for in every request of every model: `docs/agents.md` counts the tokens. */
interface OwnTool extends McpTool {
  readonly inputSchema: ObjectSchema & JsonSchema
}

const text = { type: "string" } as const
const jq = { ...text, description: "What this jq expression makes of the result." }
const fields = {
  type: "array",
  items: text,
  minItems: 1,
  description: "Only these fields of the result, of a list those of each item.",
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
        "Carry out one task on GitHub. Lists leave out what is null or empty, and what left_out names: fields brings it.",
      inputSchema: object(["task", "input"], {
        task: { ...text, description: "Such as issue.view." },
        input: { type: "object" },
        fields,
        jq,
      }),
      annotations: changes,
    },
    {
      name: "chain",
      description:
        'Carry out many tasks in few requests; one that fails stops no other. Anywhere in an input, {"$from":"name","path":"items[0].id"} is what an earlier task gives that has "as":"name".',
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
              description: "Tasks that have to be done before.",
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
        "What tasks take and give: inputs with ? are optional, those without a type are texts.",
      inputSchema: object(["tasks"], {
        tasks: { type: "array", items: text, minItems: 1, maxItems: 20 },
      }),
      annotations: tells,
    },
    {
      name: "list_capabilities",
      description: "The tasks that there are, a line each.",
      inputSchema: object([], {
        domain: { ...text, description: "Such as issue or pr.thread." },
        search: { ...text, description: "What is to be done." },
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
