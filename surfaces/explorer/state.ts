/** The state of the sandbox, as the page shows it. */
import type { ServerResponse } from "node:http"
import type { LoggedRequest, Sandbox } from "../../sandbox/index.js"
import type { ArrivedLine, Item, State } from "./page/index.js"

/** Number of issues, pull requests and requests; the default seed has hundreds of issues. */
const MOST = 12

interface Row {
  readonly id: number
  readonly [column: string]: unknown
}

/** The tables of a snapshot that the page shows. */
type Rows = Readonly<
  Record<"accounts" | "repositories" | "labels" | "issues" | "pull_requests", readonly Row[]>
>

function stateOf(sandbox: Sandbox): State {
  const rows = sandbox.state.snapshot() as unknown as Rows
  const byId = (table: readonly Row[]) => new Map(table.map((row) => [row.id, row]))
  const [accounts, repositories, labels] = [rows.accounts, rows.repositories, rows.labels].map(byId)
  const item = ({ repository_id, number, title, state, label_ids }: Row): Item => {
    const repository = repositories?.get(Number(repository_id))
    const owner = accounts?.get(Number(repository?.owner_id))
    const names = (label_ids as number[]).map((id) => String(labels?.get(id)?.name))
    return {
      name: `${owner?.login}/${repository?.name}#${number}`,
      title: String(title),
      state: String(state).toLowerCase(),
      labels: names,
    }
  }
  const latest = (table: readonly Row[]) => ({
    total: table.length,
    items: table
      .toSorted((one, other) => String(other.updated_at).localeCompare(String(one.updated_at)))
      .slice(0, MOST)
      .map(item),
  })
  return {
    issues: latest(rows.issues),
    pulls: latest(rows.pull_requests),
    requests: sandbox.requests.slice(-MOST).map(lineOf).reverse(),
    environment: { GHX_BASE_URL: sandbox.url, GH_TOKEN: sandbox.token },
  }
}

export function lineOf(logged: LoggedRequest): ArrivedLine {
  const { number, method, path, status, operation_type: type, operation_name, response } = logged
  const errors = Object(response).errors ?? []
  return {
    number,
    method,
    path,
    operation: type && { type, name: operation_name ?? "" },
    status,
    failed: status === null || status >= 400 || errors.length > 0,
  }
}

/** Sends the state as server-sent events: at once, and after requests. */
export function follow(sandbox: Sandbox, response: ServerResponse): void {
  let before: string | undefined
  const look = () => {
    const { length } = sandbox.requests
    const last = sandbox.requests.at(-1)
    const now = `${length} ${last?.number} ${last?.at} ${last?.status} ${sandbox.applied.length}`
    if (now === before) return
    before = now
    response.write(`data: ${JSON.stringify(stateOf(sandbox))}\n\n`)
  }
  look()
  const timer = setInterval(look, 250)
  response.once("close", () => clearInterval(timer))
}
