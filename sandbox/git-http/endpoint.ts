import { gunzipSync } from "node:zlib"
import { type Answer, answer, type Caller, isAnonymous } from "../http/index.js"
import type { LoggedRequest } from "../public/index.js"
import {
  authorize,
  canSee,
  mayRead,
  Refusal,
  type Session,
  sessionOf,
  type Viewer,
} from "../state/index.js"
import type { Repository, Store } from "../tables/index.js"
import { exportRepository, type GitFolder } from "./bare-repository.js"
import { FLUSH, packet } from "./packets.js"
import { announceRefs, receivePack } from "./receive.js"
import { NoGit, runGit } from "./run-git.js"

export interface GitSite {
  /** Replaced by a reset. */
  readonly store: Store
  readonly gitFolder: GitFolder
}

const PATH =
  /^\/([^/]+)\/([^/]+?)(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack|info\/lfs\/.*)$/

/**
 * Answers git over HTTP: https://git-scm.com/docs/http-protocol
 *
 * A fetch is git's own `upload-pack` on an exported bare repository. A push becomes changes of the state.
 */
export async function answerGit(
  site: GitSite,
  { viewer }: Caller,
  logged: LoggedRequest,
  body: Buffer,
): Promise<Answer> {
  const [, owner = "", name = "", page = ""] = PATH.exec(decoded(logged.path)) ?? []
  if (page.startsWith("info/lfs/")) return text(501, "The sandbox does not model Git LFS.")
  const service = page === "info/refs" ? logged.query.service : page
  if (service !== "git-upload-pack" && service !== "git-receive-pack") {
    return text(
      403,
      "Please upgrade your git client.\nGitHub.com no longer supports git over dumb-http.",
    )
  }
  const current = () => accessTo(site.store, viewer, owner, name, service)
  const access = current()
  if ("status" in access) return access
  const { store, repository } = access
  const fullName = store.nameWithOwner(repository)
  if (page === "info/refs" && fullName.toLowerCase() !== `${owner}/${name}`.toLowerCase()) {
    const location = `/${fullName}.git/info/refs?service=${service}`
    return answer(301, "", { ...PLAIN, location })
  }
  try {
    const path = exportRepository(site.gitFolder, store, repository)
    const given = logged.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body
    const version = logged.headers["git-protocol"] ?? ""
    if (service === "git-upload-pack") return await uploadPack(path, page, given, version)
    if (page === "info/refs") return packets(`${service}-advertisement`, announceRefs(repository))
    const now = () => {
      const later = current()
      return "status" in later ? access : later
    }
    return packets(`${service}-result`, await receivePack({ path, body: given, current: now }))
  } catch (error) {
    if (!(error instanceof NoGit)) throw error
    return text(501, "The sandbox serves git over HTTP by the program `git`, which is not in PATH.")
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return ""
  }
}

async function uploadPack(
  path: string,
  page: string,
  body: Buffer,
  version: string,
): Promise<Answer> {
  const isAnnouncement = page === "info/refs"
  const args = ["--stateless-rpc", ...(isAnnouncement ? ["--advertise-refs"] : []), path]
  const { code, stdout, stderr } = await runGit(["upload-pack", ...args], body, {
    ...(/^[\w=:.-]+$/.test(version) && { GIT_PROTOCOL: version }),
  })
  if (stdout.length === 0 && code !== 0) return text(500, stderr)
  if (!isAnnouncement) return packets("git-upload-pack-result", stdout)
  const isSecond = version.split(":").includes("version=2")
  const head = isSecond ? [] : [packet("# service=git-upload-pack\n"), FLUSH]
  return packets("git-upload-pack-advertisement", Buffer.concat([...head, stdout]))
}

const PLAIN = { "content-type": "text/plain; charset=utf-8" }

/** git shows the text to the user. */
const text = (status: number, message: string, headers: Record<string, string> = {}): Answer =>
  answer(status, `${message}\n`, { ...PLAIN, ...headers })

const packets = (type: string, body: Buffer): Answer =>
  answer(200, body, { "content-type": `application/x-${type}`, "cache-control": "no-cache" })

const unauthorized = (message: string): Answer =>
  text(401, message, { "www-authenticate": 'Basic realm="GitHub"' })

interface Access {
  store: Session
  repository: Repository
}

/** The repository of the path, or GitHub's refusal. */
function accessTo(
  base: Store,
  viewer: Viewer | undefined,
  owner: string,
  name: string,
  service: "git-upload-pack" | "git-receive-pack",
): Access | Answer {
  if (!viewer) {
    return unauthorized(
      "Invalid username or token. Password authentication is not supported for Git operations.",
    )
  }
  const store = sessionOf(base, viewer)
  const repository = store.repositoryAt(owner, name)
  const isPush = service === "git-receive-pack"
  const isVisible = repository !== undefined && canSee(store, repository)
  if (isAnonymous(viewer) && (isPush || !isVisible)) return unauthorized("Repository not found.")
  if (!isVisible) return text(404, "Repository not found.")
  if (!mayRead(viewer, repository, "contents")) return text(403, NOT_GRANTED)
  const problem = isPush ? pushProblem(store, repository) : undefined
  return problem === undefined ? { store, repository } : text(403, problem)
}

const NOT_GRANTED = "Write access to repository not granted."

function pushProblem(store: Session, repository: Repository): string | undefined {
  try {
    authorize(store, repository, "contents", "WRITE")
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (repository.archivedAt !== null) return "This repository was archived so it is read-only."
    if (store.viewer.grant) return NOT_GRANTED
    const repositoryName = `${store.nameWithOwner(repository)}.git`
    return `Permission to ${repositoryName} denied to ${store.viewer.account.login}.`
  }
}
