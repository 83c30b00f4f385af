import { createHash } from "node:crypto"
import { logArchive } from "../state/index.js"
import type { Store } from "../tables/index.js"
import { type Answer, answer } from "./answer.js"

/** The host of log downloads if the API is at `api.github.com`. */
export const RESULTS_HOST = "results-receiver.actions.githubusercontent.com"

/** A file that GitHub stores on another host. */
export interface Download {
  readonly of: "job" | "run" | "artifact"
  readonly id: number
  /** The attempt of the run. */
  readonly attempt?: number
}

const signature = (download: Download): string =>
  createHash("sha256")
    .update(`log of ${placeOf(download)}`)
    .digest("hex")

const placeOf = ({ of, id, attempt }: Download): string =>
  `${of}s/${id}${attempt === undefined ? "" : `/attempts/${attempt}`}`

const NAMES = { job: "log.txt", run: "logs.zip", artifact: "archive.zip" } as const

export const downloadPath = (download: Download): string => {
  return `/rest/runs/${placeOf(download)}/${NAMES[download.of]}?sig=${signature(download)}`
}

/**
 * The file behind a signed URL. Like GitHub's storage, it refuses a second credential: a client that sends its token
 * here leaks it.
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
  const download = downloadIn(request.path)
  const file =
    download && request.query.sig === signature(download) ? fileOf(store, download) : undefined
  if (file === undefined) {
    return text(
      403,
      `<?xml version="1.0"?><Error><Code>AuthenticationFailed</Code></Error>`,
      "application/xml",
    )
  }
  if (typeof file === "string") return text(200, file, "text/plain")
  return answer(200, file, { "content-type": "application/zip" })
}

function downloadIn(path: string): Download | undefined {
  const form = /^\/rest\/runs\/(job|run|artifact)s\/(\d+)(?:\/attempts\/(\d+))?\/([\w.]+)$/
  const [, of, id, attempt, name] = form.exec(path) ?? []
  const known = (["job", "run", "artifact"] as const).find((one) => one === of)
  if (!known || NAMES[known] !== name) return undefined
  return { of: known, id: Number(id), ...(attempt !== undefined && { attempt: Number(attempt) }) }
}

function fileOf(store: Store, { of, id, attempt }: Download): string | Uint8Array | undefined {
  switch (of) {
    case "job":
      return store.find("workflowJobs", id)?.log ?? undefined
    case "run": {
      const run = store.find("workflowRuns", id)
      return run && logArchive(store, run, attempt)
    }
    case "artifact": {
      const artifact = store.find("artifacts", id)
      return artifact && Buffer.from(artifact.content, "base64")
    }
  }
}
