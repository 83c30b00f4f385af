/** REST endpoints and commands of gh. */
import { type Problem, problem, warning } from "../diagnostics/index.js"

const endpoint = (message: string, help?: string): Problem => ({ code: "GHX1601", message, help })

export const optionalPart = () =>
  endpoint("only the path of a GET can have an optional part in brackets, and only one")

export const noPath = (path: string, help: string | undefined) =>
  endpoint(`GitHub has no path \`${path}\``, help)

export const noMethod = (path: string, method: string, methods: readonly string[]) =>
  endpoint(`\`${path}\` does not support ${method}`, `it supports ${methods.join(", ")}`)

const request = (message: string, help: string): Problem => ({ code: "GHX1604", message, help })

export const header = (name: string, isKnown: boolean) =>
  request(
    isKnown ? `\`${name}\` is set by ghx` : `\`${name}\` is not a valid header name`,
    isKnown
      ? "remove it: `accept` sets the media type, and the client sends the token"
      : "header names are written in lower case: `if-match`",
  )

export const pollingOfWrite = (key: string) =>
  request(
    `\`${key}\` needs a GET: a write is never repeated`,
    "read the state with another endpoint",
  )

export const pollingOnce = (every: string, atMost: string) =>
  request(
    `the request would be sent only once: \`every\` is ${every}, \`at_most\` is ${atMost}`,
    "make `at_most` longer than `every`",
  )

export const pollingWithoutReason = (key: string) =>
  request(`\`${key}\` needs \`until\``, "add a condition: `until: status == 'completed'`")

export const uploadNeeded = (asked: string) =>
  endpoint(`${asked} takes a file`, "add an input for its bytes, and send it: `upload: content`")

export const textBody = (asked: string, types: readonly string[]) =>
  endpoint(
    `${asked} takes plain text (${types.map((type) => `\`${type}\``).join(", ")}), which a card cannot send`,
    "send it with `ghx.request`; cards send JSON or a file",
  )

export const noUpload = (asked: string) =>
  request(`${asked} takes no file`, "remove `upload`: `body` is sent as JSON")

export const noBytes = (request: string, offered: readonly string[]) =>
  problem(
    "GHX1603",
    `${request} is not a download: its response is JSON or empty`,
    offered.length > 0 ? `set \`accept\` to ${offered.join(" or ")}` : "remove `bytes`",
  )

export const noJson = (request: string, offered: readonly string[]) =>
  problem(
    "GHX1603",
    `${request} does not return JSON`,
    offered.length > 0
      ? `add \`accept: ${offered.join("` or `")}\``
      : "add `bytes: true`, or for a text such as a log `accept: text/plain`",
  )

export const bytesNotDeclared = (accept: string) =>
  problem("GHX1603", `\`${accept}\` is a binary media type`, "add `bytes: true`")

export const otherAnswer = (request: string, accept: string, offered: readonly string[]) =>
  problem(
    "GHX1603",
    `${request} does not offer \`${accept}\``,
    offered.length > 0
      ? `it offers ${offered.map((type) => `\`${type}\``).join(", ")}, or JSON without \`accept\``
      : "it returns JSON: remove `accept`",
  )

const command = (message: string, help?: string): Problem => ({ code: "GHX1602", message, help })

export const noCommand = (name: string, help: string | undefined) =>
  command(`gh has no command \`gh ${name}\``, help)

export const jsonBeforeThen = () =>
  command("`jsonFields` must be in `then`, whose output is the result")

/** @param fitting - the inputs that would be the arguments, if there is no doubt */
export const argumentCount = (
  name: string,
  usage: string | undefined,
  found: number,
  fitting: readonly string[] | undefined,
) =>
  command(
    `\`gh ${name}\` ${usage === undefined ? "takes no arguments" : `takes \`${usage}\``}, found ${found}`,
    usage === undefined
      ? "remove them"
      : fitting
        ? `add \`arguments: [${fitting.join(", ")}]\``
        : "name the inputs under `arguments`",
  )

export const noFlag = (name: string, flag: string, help: string | undefined) =>
  command(`\`gh ${name}\` takes no \`--${flag}\``, help)

export const refusedFlag = (name: string, flag: string, instead: string) =>
  command(`\`gh ${name}\` cannot use \`--${flag}\` here`, instead)

export const printsNoJson = (name: string) => command(`\`gh ${name}\` has no \`--json\``)

export const noJsonField = (name: string, field: string, help: string | undefined) =>
  command(`\`gh ${name} --json\` has no field \`${field}\``, help)

export const fieldNotDescribed = (field: string) =>
  command(
    `the type of \`${field}\` in gh's output is not described`,
    "describe it in generator/pin/describe-gh.ts, then run `make pin ARGS=--gh`",
  )

export const apiWithParameters = () =>
  command(
    "`gh api` takes the path of a GET without parameters, as a literal",
    "for anything else, use the REST route",
  )

export const askedForAndUnused = (field: string) =>
  warning("GHX1212", `\`${field}\` is requested but never used`)
