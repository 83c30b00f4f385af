/** `api` for a model over MCP, or a program: it only reads, and has no files. */
import { parseArgs } from "node:util"
import { isOperation } from "../../runtime/index.js"
import { api } from "./api.js"
import type { Remote } from "./gh-calls.js"
import { defaultPlace, refuseOption, unmarked, usualHost } from "./input/index.js"
import { UsageError } from "./output/index.js"
import type { Terminal } from "./terminal/index.js"

const text = { type: "string" } as const
const texts = { ...text, multiple: true } as const
const options = {
  method: { ...text, short: "X" },
  jq: { ...text, short: "q" },
  field: { ...texts, short: "F" },
  "raw-field": { ...texts, short: "f" },
  header: { ...texts, short: "H" },
  repo: { ...texts, short: "R" },
  paginate: { type: "boolean" },
  slurp: { type: "boolean" },
  "allow-escape-sequences": { type: "boolean" },
} as const

/** @param words - those after `api` */
export async function remoteApi(
  words: readonly string[],
  { client, repository, host }: Remote,
  terminal: Terminal,
): Promise<number> {
  const { values, positionals } = unmarked(parsed(words))
  const [endpoint, ...others] = positionals
  refuseOption(others)
  if (endpoint === undefined || others.length > 0) {
    throw new UsageError("expected one path", "For example: api repos/{owner}/{repo}/milestones")
  }
  const { "raw-field": rawField, repo: repos = [], ...asked } = values
  if (new Set(repos).size > 1) throw new UsageError("-R: use one command for each repository")
  const given = [...(asked.field ?? []), ...(rawField ?? [])]
  if (given.some((one) => /^[^=]*=@/.test(one))) throw new UsageError("api reads no files here")
  const query = given.flatMap((one) => /^query=(.*)$/s.exec(one)?.[1] ?? [])
  if (endpoint === "graphql" && !query.every(isOperation)) {
    throw new UsageError("api graphql needs a document", "-f query='query { viewer { login } }'")
  }
  const isOpen = [endpoint, ...given].some((one) => /\{(?:owner|repo)\}/.test(one))
  const repo = repos[0] ?? repository ?? (isOpen ? await around(host) : undefined)
  const place = { client, host, ...(repo !== undefined && { repo }) }
  return api(
    endpoint,
    { ...asked, ...place, ...(rawField && { rawField }), readsOnly: true },
    terminal,
  )
}

/** The repository of the environment or the clone. */
async function around(host = usualHost()): Promise<string> {
  const place = await defaultPlace(undefined, host)().catch(() => ({}))
  const { owner, repo }: { owner?: string; repo?: string } = place
  if (owner !== undefined) return `${owner}/${repo}`
  throw new UsageError("which repository?", "Name it in the path, or with -R OWNER/REPO")
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true })
  } catch (error) {
    // Words of a program may be values, which are marked.
    const message = unmarked(String(Object(error).message)).replace(/\. To specify .*/s, "")
    throw new UsageError(
      `api: ${message}`,
      "It takes -X GET, -f, -F, -H, -q, --paginate and --slurp here",
    )
  }
}
