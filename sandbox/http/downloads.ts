import { createHash } from "node:crypto"
import { logArchive } from "../state/index.js"
import { find, type Store } from "../tables/index.js"
import { type Answer, answer } from "./answer.js"

/** The host of log downloads if the API is at `api.github.com`. */
export const RESULTS_HOST = "results-receiver.actions.githubusercontent.com"

/** A file that GitHub stores on another host. */
export interface Download {
  readonly of: "job" | "run" | "artifact"
  readonly id: number
}

const signature = ({ of, id }: Download): string =>
  createHash("sha256").update(`log of ${of} ${id}`).digest("hex")

const NAMES = { job: "log.txt", run: "logs.zip", artifact: "archive.zip" } as const

export const downloadPath = (download: Download): string => {
  const { of, id } = download
  return `/rest/runs/${of}s/${id}/${NAMES[of]}?sig=${signature(download)}`
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
  const [, of, id, name] = /^\/rest\/runs\/(job|run|artifact)s\/(\d+)\/([\w.]+)$/.exec(path) ?? []
  const known = (["job", "run", "artifact"] as const).find((one) => one === of)
  return known && NAMES[known] === name ? { of: known, id: Number(id) } : undefined
}

function fileOf(store: Store, { of, id }: Download): string | Uint8Array | undefined {
  switch (of) {
    case "job":
      return find(store, "workflowJobs", id)?.log ?? undefined
    case "run": {
      const run = find(store, "workflowRuns", id)
      return run && logArchive(store, run)
    }
    case "artifact": {
      const artifact = find(store, "artifacts", id)
      return artifact && Buffer.from(artifact.content, "base64")
    }
  }
}
