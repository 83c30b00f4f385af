import { createHash } from "node:crypto"
import { find, type Store } from "../tables/index.js"
import { type Answer, answer } from "./answer.js"

/** The host that logs come from, in the store where the API is at `api.github.com`. */
export const RESULTS_HOST = "results-receiver.actions.githubusercontent.com"

const signature = (jobId: number): string =>
  createHash("sha256").update(`log of job ${jobId}`).digest("hex")

export const downloadPath = (jobId: number): string =>
  `/rest/runs/jobs/${jobId}/log.txt?sig=${signature(jobId)}`

/**
 * The log behind a signed URL. Like the storage behind GitHub, it accepts no second credential: a client
 * that sends its token here leaks it, and is refused.
 */
export function answerDownload(
  store: Store,
  request: { path: string; query: Record<string, string> },
  hasCredential: boolean,
): Answer {
  const text = (status: number, body: string, type: string) =>
    answer(status, body, { "content-type": `${type}; charset=utf-8` })
  if (hasCredential) {
    const message = "Only one authentication type is allowed"
    return text(
      400,
      `<?xml version="1.0"?><Error><Code>InvalidAuthenticationInfo</Code><Message>${message}</Message></Error>`,
      "application/xml",
    )
  }
  const [, id] = /^\/rest\/runs\/jobs\/(\d+)\/log\.txt$/.exec(request.path) ?? []
  const job = find(store, "workflowJobs", Number(id))
  if (!job || request.query.sig !== signature(job.id)) {
    return text(
      403,
      `<?xml version="1.0"?><Error><Code>AuthenticationFailed</Code></Error>`,
      "application/xml",
    )
  }
  return text(200, job.log, "text/plain")
}
