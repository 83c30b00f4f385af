/** Runs tasks against a sandbox, one after the other, and reports the requests of each. */
import { parse } from "graphql"
import { createExecutor } from "../../generated/calls.js"
import type { LoggedRequest, Sandbox } from "../../sandbox/index.js"
import type { Arrived, Ran } from "./page/index.js"
import { lineOf } from "./state.js"

/** A task or a list of tasks, as for `executeTask` and `executeTasks`. */
type Tasks = Task | readonly Task[]

interface Task {
  readonly task: string
  readonly input: object
}

export interface Runner {
  run(tasks: Tasks, signal: AbortSignal): Promise<Ran>
  reset(): Promise<void>
}

/** Requests are assigned to runs by time, so each run waits for the previous one. */
export function runnerFor(sandbox: Sandbox): Runner {
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(act: () => T | Promise<T>): Promise<T> => {
    const acted = last.then(act)
    last = acted.catch(() => {})
    return acted
  }
  return {
    run: (tasks, signal) => inTurn(() => run(tasks, sandbox, signal)),
    reset: () => inTurn(sandbox.reset),
  }
}

async function run(tasks: Tasks, sandbox: Sandbox, signal: AbortSignal): Promise<Ran> {
  const before = sandbox.requests.at(-1)?.number ?? 0
  // Each run gets its own client, because clients remember limits and failures. gh is not among its routes, because
  // it could change a clone on this machine.
  const { executeTask, executeTasks } = createExecutor({
    base_url: sandbox.url,
    token: sandbox.token,
    routes: ["graphql", "rest"],
    retry: false,
    confirm: () => true,
  })
  const envelope = isList(tasks)
    ? await executeTasks(tasks, undefined, { signal, trace: true })
    : await executeTask(tasks, undefined, { signal, trace: true })
  const requests = sandbox.requests.filter(({ number }) => number > before)
  return { envelope, requests: requests.map(arrived) }
}

function isList(tasks: Tasks): tasks is readonly Task[] {
  return Array.isArray(tasks)
}

function arrived(logged: LoggedRequest): Arrived {
  const { route, cost, synthesized, body, response } = logged
  const line = lineOf(logged)
  const fields = line.operation ? rootFields(Object(body).query) : []
  return { ...line, route, fields, cost, synthesized, body, response }
}

function rootFields(document: string): string[] {
  return parse(document).definitions.flatMap((one) =>
    one.kind === "OperationDefinition"
      ? one.selectionSet.selections.flatMap((each) =>
          each.kind === "Field" ? each.name.value : [],
        )
      : [],
  )
}
