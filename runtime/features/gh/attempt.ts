import type { CliCommand, CliLookup, CliRoute, EarlierOutput } from "../../definition/index.js"
import type { ResultWarning } from "../../envelope/index.js"
import {
  type Failure,
  permanent,
  reasonOf,
  serverFailed,
  unreadable,
  unsupported,
} from "../../errors/index.js"
import { undecodable } from "../../http/index.js"
import {
  type Attempt,
  type Call,
  type Found,
  featureOf,
  findAll,
  notFound,
  unansweredLookup,
} from "../../routes/index.js"
import { parseJson } from "../../text/index.js"
import { retrying } from "../../timing/index.js"
import { argvOf, repositoriesIn } from "./argv.js"
import { classifyGh } from "./classify.js"
import { type GhResult, ghEnvironment, mostOutput, runGh } from "./process.js"

const reading = { writes: false, repeatable: true } as const

type Printed =
  | { ok: true; value: unknown; warnings: ResultWarning[]; bytes?: Uint8Array | undefined }
  | { ok: false; failure: Failure }

/** Runs the command, then the command that reads its result, and maps the output. */
export async function attempt<T>(call: Call<T>): Promise<Attempt<T>> {
  const { definition, input, client } = call
  const route = definition.cli
  if (!route) return { ok: false, failure: unsupported(`${definition.id} has no cli route`) }
  const token = await client.gh.token()
  if (!token.ok) return { ok: false, failure: token.failure }

  const found = await findAll(route.lookups ?? {}, input, (lookup) =>
    find(lookup, call, token.value),
  )
  if (!found.ok) return found
  const lookups = found.values
  const write = definition.effect !== "read"
  const kind = { writes: write, repeatable: !write || definition.idempotent }
  const first = await run(route, call, token.value, kind, { lookups, first: "" })
  if (!first.ok) return first
  const earlier = { lookups, first: typeof first.value === "string" ? first.value : "" }
  const last = route.then ? await run(route.then, call, token.value, reading, earlier) : first
  const fail = (failure: Failure): Attempt<T> => ({
    ok: false,
    failure: write
      ? featureOf(definition.parts, "writes").partlyApplied(failure, definition, false)
      : failure,
  })
  if (!last.ok) return fail(last.failure)
  try {
    const data = route.output(last.value, input, earlier)
    if (data === null || data === undefined) return fail(notFound(definition, input, route.result))
    const warnings = last === first ? first.warnings : [...first.warnings, ...last.warnings]
    const { bytes } = last
    return { ok: true, data, ...(warnings.length > 0 && { warnings }), ...(bytes && { bytes }) }
  } catch (error) {
    return fail(unreadable(reasonOf(error)))
  }
}

/** The output of a lookup's command. */
async function find(
  lookup: CliLookup<unknown>,
  call: Call<unknown>,
  token: string | undefined,
): Promise<Found> {
  const printed = await run(lookup, call, token, reading, { lookups: {}, first: "" })
  if (!printed.ok) return unansweredLookup(printed.failure)
  const value = lookup.result(printed.value) ?? null
  if (value !== null) return { kind: "found", value }
  const name = (lookup.arguments?.(call.input, {}) ?? []).join(" ")
  return { kind: "missing", name, message: `Found no ${lookup.subject} ${name}.` }
}

async function run(
  command: CliCommand<unknown> | CliRoute<unknown, unknown>,
  { input, client, scope, misdirected }: Call<unknown>,
  token: string | undefined,
  kind: { readonly writes: boolean; readonly repeatable: boolean },
  earlier: EarlierOutput,
): Promise<Printed> {
  const { endpoint, gh } = client
  const built = argvOf(command, input, gh.env.GH_HOST ?? endpoint.host, earlier)
  if (!built.ok) return { ok: false, failure: refusedArguments(command, built.problem) }
  const stray = repositoriesIn(built.argv)
    .map((repository) => misdirected?.(`/repos/${repository}`))
    .find(Boolean)
  if (stray) return { ok: false, failure: stray }
  if (gh.note) return { ok: false, failure: gh.note(built.argv) }
  const runScheduled = (): Promise<Printed> =>
    client.traffic.schedule<Printed>(
      {
        sending: { channel: "gh", writes: kind.writes },
        resource: undefined,
        scope,
        verdict: (printed) => ({ failure: printed.ok ? undefined : printed.failure }),
        refused: (failure) => ({ ok: false, failure }),
      },
      once,
    )
  const once = async (): Promise<Printed> => {
    const result = await runGh({
      path: gh.path,
      argv: built.argv,
      env: ghEnvironment(endpoint.host, token, gh.env),
      cwd: gh.cwd,
      timeout_ms: client.timeout_ms,
      signal: scope.signal,
    })
    const failure = classifyGh(result, built.argv)
    if (failure) return { ok: false, failure }
    return result.started ? read(command, result) : unreadableOutput("nothing")
  }
  const { result, uncertain } = await retrying(
    runScheduled,
    (printed) => (printed.ok ? undefined : printed.failure),
    { policy: client.retry, scope, repeatable: kind.repeatable },
  )
  if (result.ok || !uncertain) return result
  return { ok: false, failure: { ...result.failure, outcome: "unknown" } }
}

/**
 * `--json` and `gh api` print JSON, other commands print text. An HTML page is an error, and does not come from
 * GitHub.
 */
function read(
  command: CliCommand<unknown>,
  { stdout, truncated, undecoded: bytes }: GhResult & { started: true },
): Printed {
  if (/^\s*<(?:!doctype\s+)?html\b/i.test(stdout)) {
    return { ok: false, failure: serverFailed("GitHub returned a web page to gh", {}) }
  }
  const json = command.jsonFields !== undefined || command.command[0] === "api"
  const message = `gh printed more than ${mostOutput} bytes; the rest is cut off`
  const warnings: ResultWarning[] = truncated ? [{ code: "INCOMPLETE", message }] : []
  if (!json) {
    if (bytes) warnings.push(undecodable("gh's output"))
    return { ok: true, value: stdout, warnings, bytes }
  }
  if (truncated) {
    const failure = unsupported(`gh printed more than ${mostOutput} bytes of JSON`)
    return { ok: false, failure: { ...failure, outcome: "unknown" } }
  }
  try {
    return { ok: true, value: stdout.trim() === "" ? null : parseJson(stdout), warnings }
  } catch {
    return unreadableOutput("no JSON")
  }
}

function unreadableOutput(what: string): Printed {
  const failure = unsupported(`gh printed ${what}, expected JSON`)
  return { ok: false, failure: { ...failure, outcome: "unknown" } }
}

function refusedArguments({ command }: CliCommand<never>, problem: string): Failure {
  const message = `gh ${command.join(" ")} cannot be run: ${problem}`
  return permanent("VALIDATION", "not_sent", message)
}
