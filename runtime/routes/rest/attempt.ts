import type { AnswerHeaders, PageInfoOf } from "../../definition/index.js"
import { type Failure, unsupported } from "../../errors/index.js"
import type { Attempt, Call } from "../route/index.js"
import { featureOf, notFound } from "../route/index.js"
import { ask } from "./ask.js"
import { callEndpoint, failed, type Progress, read } from "./endpoint.js"

/** Calls the endpoints in order, and maps the result. Loaded by the first call on this route. */
export async function attempt<T>(call: Call<T>): Promise<Attempt<T>> {
  const { definition, input } = call
  const route = definition.rest
  if (!route) return { ok: false, failure: unsupported(`${definition.id} has no REST route`) }
  const { restCursors, restSealing, tokenScopes } = definition.parts ?? {}
  const isList = route.endpoints.some(({ paged }) => paged)
  const pages = isList ? (restCursors ?? featureOf(definition.parts, "restPages")) : undefined
  const page = pages?.request(input)
  const hindrance = (await restSealing?.(definition.id)) ?? tokenScopes?.(route, call.client)
  if (hindrance) return { ok: false, failure: hindrance }
  const progress: Progress = {
    call,
    page,
    responses: {},
    warnings: [],
    headers: {},
    paged: {},
    applied: false,
  }
  const unfound = await findLookups(progress)
  if (unfound) return { ok: false, failure: unfound, headers: progress.headers }
  for (const endpoint of route.endpoints) {
    const failure = await callEndpoint(endpoint, progress)
    if (failure) return failure
  }
  const { dry, headers, warnings, bytes } = progress
  if (dry) return { ok: false, failure: dry, headers }
  const infoOf: PageInfoOf = (total, incomplete = false) =>
    pages && page
      ? pages.info(page, progress.paged, { total, incomplete }, (one) => warnings.push(one))
      : onlyPage
  const attempt = await mapResponses<T>(progress, infoOf)
  return {
    ...attempt,
    headers,
    ...(warnings.length > 0 && { warnings }),
    ...(bytes && route.endpoints.length === 1 && { bytes }),
  }
}

/** Runs the lookups; returns the failure, if any. */
async function findLookups(progress: Progress): Promise<Failure | undefined> {
  const { call } = progress
  const { parts, rest } = call.definition
  if (!rest?.lookups) return undefined
  const { find } = featureOf(parts, "restLookups")
  const found = await find(rest.lookups, call.input, async ({ path }, wanted) => {
    const answer = await ask({ method: "GET", path }, wanted, call)
    progress.headers = answer.headers
    return answer
  })
  if (!found.ok) return found.failure
  progress.responses.lookups = found.values
  return undefined
}

/** The page info of answers without pages. */
const onlyPage = { has_next_page: false, end_cursor: null }

async function mapResponses<T>(progress: Progress, pageInfo: PageInfoOf): Promise<Attempt<T>> {
  const { definition, input } = progress.call
  const { rest } = definition
  // Headers from `fetch` are strings.
  const headers = progress.headers as AnswerHeaders
  const map = (answers: unknown) => rest?.output(answers, input, pageInfo, headers) ?? null
  const mapped = await read(map, progress.responses, progress)
  if (!mapped.ok) return mapped
  // Without a card, null is an answer like any other.
  if (mapped.data === null && !definition.isDescribed)
    return failed(notFound(definition, input, rest?.result ?? ""), progress)
  return { ok: true, data: mapped.data as T }
}
