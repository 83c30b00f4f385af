/** `ghx api --unchecked`: sends a REST request that GitHub's description lacks, or describes otherwise. */
import { restContent } from "../../runtime/index.js"
import { parseJson, tried } from "../../runtime/text/index.js"
import type { Exchanges } from "./api-exchange.js"
import { withClient } from "./client.js"
import { nextPage, sendRaw } from "./gh-rest.js"
import { readFrom, usualHost } from "./input/index.js"
import { givenBy, mayWrite, type OperationFlags, textIn } from "./operation.js"
import {
  exitCodeOf,
  exitCodes,
  printError,
  printerFor,
  printNote,
  UsageError,
} from "./output/index.js"
import type { Terminal } from "./terminal/index.js"

interface UncheckedFlags extends OperationFlags {
  readonly paginate?: boolean
  readonly headers: Readonly<Record<string, string>>
}

export async function unchecked(
  method: string,
  path: string,
  flags: UncheckedFlags,
  exchanges: Exchanges,
  terminal: Terminal,
): Promise<number> {
  const writes = !/^(?:GET|HEAD)$/.test(method)
  if (flags.record !== undefined)
    throw new UsageError("--record cannot record what --unchecked sends")
  if (writes && !mayWrite(flags)) {
    throw new UsageError(
      `${method} ${path} is a write`,
      "Add --allow-write, or set GHX_API_WRITES=allow",
    )
  }
  const print = await printerFor(flags, undefined, terminal)
  const { body, query } = await contentOf(flags, writes, terminal)
  return withClient({ ...flags, host: flags.host ?? usualHost() }, terminal, async (client) => {
    const { rest } = client.endpoint
    let url: string | undefined = addressOf(rest, path, query)
    if (flags.dryRun) {
      await print([{ method, url: url.slice(rest.length), ...(body !== undefined && { body }) }])
      return exitCodes.ok
    }
    const pages: unknown[] = []
    while (url !== undefined) {
      const { headers } = flags
      const request = { method, url, body, headers, expect: restContent }
      const answer = await sendRaw(client, terminal.interrupted, request)
      if (!answer.ok) {
        const { failure } = answer
        const isShown = exchanges.printRefusal()
        printError(isShown ? exchanges.named(failure) : failure, terminal)
        return isShown ? exitCodes.failed : exitCodeOf({ ...failure, retryable: false })
      }
      pages.push(parsed(answer.body))
      const next = nextPage(client, answer.headers)
      url = flags.paginate ? next : undefined
      if (next !== undefined && !flags.paginate) printNote("use --paginate for more", terminal)
    }
    if (flags.silent) return exitCodes.ok
    // As gh does: lists become one, objects stay apart.
    const isList = pages.every(Array.isArray)
    for (const page of flags.slurp ? [pages] : isList ? [pages.flat()] : pages)
      await print(page, () => textIn(page))
    return exitCodes.ok
  })
}

/** The address of a path, which stays within the API. */
function addressOf(rest: string, path: string, query: string): string {
  const url = new URL(`${rest}/${path.replace(/^\//, "")}`)
  if (!url.href.startsWith(`${rest}/`) || /^[a-z]+:/i.test(path)) {
    throw new UsageError(`${path} is not a path of ${rest}`, "Write the path without a host")
  }
  if (query !== "") url.search = [url.search.slice(1), query].filter(Boolean).join("&")
  return url.href
}

/** What is sent: values of a read are its query, those of a write its JSON; a whole body may have any form. */
async function contentOf(
  { input, ...fields }: UncheckedFlags,
  writes: boolean,
  terminal: Terminal,
) {
  const given = await givenBy(fields, {}, false, terminal)
  const isGiven = Object.keys(given).length > 0
  if (writes && input === undefined) return { query: "", body: isGiven ? given : undefined }
  const pairs = Object.entries(given).flatMap(([name, value]): [string, string][] =>
    [value].flat().map((one) => [Array.isArray(value) ? `${name}[]` : name, String(one)]),
  )
  const query = new URLSearchParams(pairs).toString()
  return {
    query,
    body: input === undefined ? undefined : await readFrom("--input", input, terminal),
  }
}

const parsed = (body: unknown): unknown =>
  typeof body === "string" ? tried(() => parseJson(body), body) : (body ?? "")
