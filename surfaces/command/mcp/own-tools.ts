/** The tools of every server, independent of its capabilities. */
import type { JsonSchema } from "../../../runtime/index.js"
import type { McpTool, ObjectSchema } from "../../tools/index.js"

/** Part of every request of every model: `docs/agents.md` counts the tokens. */
export interface OwnTool extends McpTool {
  readonly inputSchema: ObjectSchema & JsonSchema
}

const text = { type: "string" } as const
const texts = { type: "array", items: text } as const

/**
 * @param read_only - whether nothing can be changed here
 * @param program - whether there is a tool that runs programs
 * @param commands - whether one tool takes commands in place of tasks
 */
export function ownTools(read_only: boolean, program: boolean, commands: boolean): OwnTool[] {
  const changes = { readOnlyHint: read_only, destructiveHint: !read_only, openWorldHint: true }
  if (commands) return [commandTool(changes), ...(program ? [programTool(changes)] : [])]
  const tells = { readOnlyHint: true, openWorldHint: false }
  return [
    {
      name: "execute",
      description:
        "Run one task on GitHub; a list for a number or an id: once for each. fields: only these, of each item of a list; names null, empty and left_out ones, too.",
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
        'Run tasks in few requests; a failed one does not stop the others. {"$from":"x","path":"items[0].id"} in an input is of the result of the task with as: x. each: such a list, for a call per item, with {"$item":"id"} of it.',
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

function commandTool(annotations: OwnTool["annotations"]): OwnTool {
  return {
    name: "gh",
    description:
      "Run commands of gh on GitHub, joined by &&, without a shell: issue edit 3 5 --add-label bug. Flags and output are gh's; several numbers are one chain. Beyond gh: pr threads list 7; pr thread reply ID… -b Done --resolve; pr review 7 -r -b No --inline src/a.js:1=Why?; explain 'close duplicates': what there is for it.",
    inputSchema: object(["line"], { line: text }),
    annotations,
  }
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
