import { gistAssociation, gistCommentsOf, gistText, languageOf, webUrl } from "../../state/index.js"
import { type Gist, type GistComment, type GistRevision, nodeId } from "../../tables/index.js"
import type { View } from "../route/index.js"
import { ids, times } from "./common.js"
import { simpleUser } from "./user.js"

/** A gist in a list. */
export function gistShape(view: View, gist: Gist) {
  const url = `${view.apiUrl}/gists/${gist.name}`
  const page = webUrl(view.store, gist)
  return {
    url,
    forks_url: `${url}/forks`,
    commits_url: `${url}/commits`,
    id: gist.name,
    node_id: nodeId(gist),
    git_pull_url: `${page}.git`,
    git_push_url: `${page}.git`,
    html_url: page,
    files: Object.fromEntries(
      [...gist.files.keys()].slice(0, MOST).map((name) => [name, fileShape(view, gist, name)]),
    ),
    public: gist.isPublic,
    ...times(gist),
    description: gist.description,
    comments: gistCommentsOf(view.store, gist).length,
    comments_enabled: true,
    user: null,
    comments_url: `${url}/comments`,
    owner: simpleUser(view, view.store.get("accounts", gist.ownerId)),
    truncated: gist.files.size > MOST,
  }
}

/** https://docs.github.com/rest/gists/gists#truncation */
const [MOST, MEGABYTE] = [300, 1024 * 1024]

/** A single gist: with the content of its files, and its revisions, newest first. */
export function fullGistShape(view: View, gist: Gist) {
  const shape = gistShape(view, gist)
  return {
    ...shape,
    files: Object.fromEntries(
      Object.entries(shape.files).map(([name, file]) => {
        const whole = Buffer.from(gistText(view.store, gist, name))
        const content = whole.subarray(0, MEGABYTE).toString()
        return [name, { ...file, truncated: whole.length > MEGABYTE, content, encoding: "utf-8" }]
      }),
    ),
    forks: [],
    history: gist.revisions.toReversed().map((one) => gistRevisionShape(view, gist, one)),
  }
}

export function gistRevisionShape(view: View, gist: Gist, revision: GistRevision) {
  const { version, committedAt, additions, deletions } = revision
  return {
    user: simpleUser(view, view.store.get("accounts", gist.ownerId)),
    version,
    committed_at: committedAt,
    change_status: { total: additions + deletions, additions, deletions },
    url: `${view.apiUrl}/gists/${gist.name}/${version}`,
  }
}

export function gistCommentShape(view: View, comment: GistComment) {
  const gist = view.store.get("gists", comment.gistId)
  return {
    ...ids(comment),
    url: `${view.apiUrl}/gists/${gist.name}/comments/${comment.id}`,
    body: comment.body,
    user: simpleUser(view, view.store.get("accounts", comment.authorId)),
    author_association: gistAssociation(view.store, comment),
    ...times(comment),
  }
}

function fileShape(view: View, gist: Gist, name: string) {
  const raw = `${webUrl(view.store, gist)}/raw/${gist.files.get(name)}/${encodeURIComponent(name)}`
  return {
    filename: name,
    type: TYPES[name.split(".").at(-1) ?? ""] ?? "text/plain",
    language: languageOf(name)?.name,
    raw_url: raw,
    size: Buffer.byteLength(gistText(view.store, gist, name)),
  }
}

const TYPES: Readonly<Record<string, string>> = {
  js: "application/javascript",
  json: "application/json",
  md: "text/markdown",
  sh: "application/x-sh",
}
