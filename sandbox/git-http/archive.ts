import { type Answer, answer, archivePath, decodedPath, MISSING } from "../http/index.js"
import { commitBy } from "../state/index.js"
import { exportRepository } from "./bare-repository.js"
import type { GitSite } from "./endpoint.js"
import { NoGit, runGit } from "./run-git.js"

/** Answers the host of archives with those of `git archive`, whose files are in one folder. */
export async function answerArchive(
  { store, gitFolder }: GitSite,
  { path, query }: { path: string; query: Record<string, string> },
): Promise<Answer> {
  const [, owner = "", name = "", form = "", ...rest] = decodedPath(path)
  const [repository, ref] = [store.repositoryByName(owner, name), rest.join("/")]
  const oid = repository && commitBy(store, repository, ref)
  if (!repository || oid === undefined) return MISSING
  const { token } = query
  const signed = new URLSearchParams(archivePath(store, { repository, form, ref }).split("?")[1])
  if (repository.isPrivate && token !== signed.get("token")) return MISSING
  const short = ref.replace(/^refs\/(?:heads|tags)\//, "").replaceAll("/", "-")
  const folder = form.startsWith("legacy.")
    ? `${store.nameWithOwner(repository).replace("/", "-")}-${oid.slice(0, 7)}`
    : `${repository.name}-${short.replace(/^v(?=\d)/, "")}`
  const type = form.replace("legacy.", "")
  try {
    const bare = exportRepository(gitFolder, store, repository)
    const args = ["archive", `--format=${type}`, `--prefix=${folder}/`, oid]
    const { code, stdout, stderr } = await runGit(["-C", bare, ...args], Buffer.alloc(0))
    if (code !== 0) throw new Error(`git archive: ${stderr}`)
    return answer(200, stdout, {
      "content-type": type === "zip" ? "application/zip" : "application/x-gzip",
      "content-disposition": `attachment; filename=${folder}.${type}`,
    })
  } catch (error) {
    if (!(error instanceof NoGit)) throw error
    return answer(501, "The sandbox makes archives by the program `git`, which is not in PATH.\n", {
      "content-type": "text/plain; charset=utf-8",
    })
  }
}
