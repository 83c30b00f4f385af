import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { deflateSync } from "node:zlib"
import { bytesOf } from "../git/index.js"
import { reachableObjects } from "../state/index.js"
import type { Repository, Store } from "../tables/index.js"

/** The folder of a sandbox with its bare repositories, made by its first request of git. */
export interface GitFolder {
  path?: string
}

const folders = new Set<string>()

function folderOf(folder: GitFolder): string {
  if (folder.path !== undefined) return folder.path
  // An open sandbox does not keep the process alive, so its folder is also removed when the process ends.
  if (folders.size === 0) {
    process.once("exit", () => {
      for (const path of folders) rmSync(path, { recursive: true, force: true })
    })
  }
  folder.path = mkdtempSync(join(tmpdir(), "sandbox-git-"))
  folders.add(folder.path)
  return folder.path
}

/** fetch may ask for any commit by its id, and for a part of the objects, as on GitHub. */
const CONFIG = `[core]
	repositoryformatversion = 0
	bare = true
[uploadpack]
	allowFilter = true
	allowAnySHA1InWant = true
`

/** Writes the references and the missing objects of a repository to a bare repository, and returns its path. */
export function exportRepository(folder: GitFolder, store: Store, repository: Repository): string {
  const path = join(folderOf(folder), `${repository.id}.git`)
  mkdirSync(join(path, "objects"), { recursive: true })
  mkdirSync(join(path, "refs"), { recursive: true })
  for (const oid of reachableObjects(store, repository)) {
    const file = join(path, "objects", oid.slice(0, 2), oid.slice(2))
    if (existsSync(file)) continue
    const { type, bytes } = bytesOf(store.git, oid)
    mkdirSync(dirname(file), { recursive: true })
    const header = Buffer.from(`${type} ${bytes.length}\0`)
    replaceFile(file, deflateSync(Buffer.concat([header, bytes]), { level: 1 }))
  }
  const refs = exportedRefs(store, repository).map(([name, oid]) => `${oid} ${name}\n`)
  replaceFile(join(path, "packed-refs"), refs.join(""))
  replaceFile(join(path, "config"), CONFIG)
  replaceFile(join(path, "HEAD"), `ref: refs/heads/${repository.defaultBranch}\n`)
  return path
}

/** The references in git's order, with the heads of pull requests. */
function exportedRefs(store: Store, repository: Repository): [string, string][] {
  const pulls = store.rowsBy("pullRequests", "repository", repository.id)
  const heads = pulls.map(({ number, headRefOid }): [string, string] => [
    `refs/pull/${number}/head`,
    headRefOid,
  ])
  return [...repository.refs, ...heads].sort(([a], [b]) =>
    Buffer.compare(Buffer.from(a), Buffer.from(b)),
  )
}

/** git never reads half a file, because the new one takes the place of the old one at once. */
function replaceFile(path: string, content: string | Buffer): void {
  const temporary = `${path}.new`
  writeFileSync(temporary, content)
  renameSync(temporary, path)
}
