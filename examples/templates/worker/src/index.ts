import { createGhx } from "ghx"

export interface Env {
  readonly GITHUB_TOKEN: string
  readonly WEBHOOK_SECRET: string
  /** Another server than github.com. */
  readonly GITHUB_API_URL?: string
}

/** Adds the label that a comment of a maintainer names: `/label bug`. */
export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const text = await request.text()
    const signature = request.headers.get("x-hub-signature-256") ?? ""
    if (!(await isSigned(text, signature, env.WEBHOOK_SECRET))) {
      return new Response("The signature is wrong", { status: 401 })
    }
    const { action, comment, issue, repository } = JSON.parse(text)
    const [, label] = /^\/label +(\S.*?)\s*$/m.exec(comment?.body ?? "") ?? []
    const mayLabel = /^(?:OWNER|MEMBER|COLLABORATOR)$/.test(comment?.author_association)
    if (action !== "created" || label === undefined || !mayLabel) return new Response("Ignored")
    const { GITHUB_TOKEN: token, GITHUB_API_URL: base_url } = env
    const ghx = createGhx({ token, ...(base_url && { base_url }) })
    const place = {
      owner: repository.owner.login,
      repo: repository.name,
      issue_number: issue.number,
    }
    const added = await ghx.issue.labels.add({ ...place, labels: [label] })
    if (added.ok) return new Response("Labelled")
    const { message, details } = added.error
    const body = [message, details?.fix].filter(Boolean).join(" ")
    const told = await ghx.issue.comments.create({ ...place, body })
    return new Response(body, { status: told.ok ? 200 : 502 })
  },
}

async function isSigned(text: string, signature: string, secret: string): Promise<boolean> {
  const algorithm = { name: "HMAC", hash: "SHA-256" }
  const bytes = new TextEncoder()
  const key = await crypto.subtle.importKey("raw", bytes.encode(secret), algorithm, false, [
    "verify",
  ])
  const hex = signature.replace("sha256=", "").match(/[\da-f]{2}/g) ?? []
  const given = Uint8Array.from(hex, (pair) => Number.parseInt(pair, 16))
  return crypto.subtle.verify("HMAC", key, given, bytes.encode(text))
}
