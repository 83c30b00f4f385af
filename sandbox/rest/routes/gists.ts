import { Type } from "typebox"
import { isAnonymous, ok } from "../../http/index.js"
import {
  addGistComment,
  createGist,
  deleteGist,
  deleteGistComment,
  gistByName,
  gistCommentsOf,
  gistsOf,
  gistText,
  setGistStarred,
  updateGist,
  updateGistComment,
} from "../../state/index.js"
import type { Gist, GistComment } from "../../tables/index.js"
import { maybe, missing, type RestRequest, routesOf, sorted } from "../route/index.js"
import { fullGistShape, gistCommentShape, gistRevisionShape, gistShape } from "../shapes/index.js"

const newGist = Type.Object({
  description: maybe(Type.String()),
  public: maybe(Type.Union([Type.Boolean(), Type.Enum(["true", "false"])])),
  files: Type.Record(Type.String(), Type.Object({ content: Type.String() })),
  // gh sends timestamps for a new gist, which GitHub ignores.
  updated_at: maybe(Type.String()),
})

const changes = Type.Object({
  description: maybe(Type.String()),
  files: maybe(
    Type.Record(
      Type.String(),
      Type.Union([
        Type.Object({ content: maybe(Type.String()), filename: maybe(Type.String()) }),
        Type.Null(),
      ]),
    ),
  ),
})

const commentText = Type.Object({ body: Type.String() })

/** https://docs.github.com/rest/gists/gists */
export const gistRoutes = routesOf({
  // Without a token, lists the gists of all users.
  "GET /gists": (request) =>
    isAnonymous(request.viewer)
      ? list(request, request.store.tables.gists.values())
      : list(request, gistsOf(request.store, request.viewer.account)),

  "GET /users/{username}/gists": (request) =>
    list(request, gistsOf(request.store, request.account())),

  "POST /gists": (request) => {
    const body = request.read("Gist", newGist)
    const gist = createGist(request.store, {
      description: body.description ?? null,
      isPublic: body.public === true || body.public === "true",
      files: new Map(Object.entries(body.files).map(([name, { content }]) => [name, content])),
    })
    return request.created(fullGistShape(request, gist))
  },

  "GET /gists/{gist_id}": (request) => ok(fullGistShape(request, gistIn(request))),

  "PATCH /gists/{gist_id}": (request) => {
    const gist = gistIn(request)
    const { description, files } = request.read("Gist", changes)
    updateGist(request.store, gist, {
      ...(typeof description === "string" && { description }),
      ...(files && { files: changedFiles(request, gist, files) }),
    })
    return ok(fullGistShape(request, gist))
  },

  "DELETE /gists/{gist_id}": (request) => deleteGist(request.store, gistIn(request)),

  "GET /gists/{gist_id}/commits": (request) => {
    const gist = gistIn(request)
    return request.page(gist.revisions.toReversed(), (_, revision) =>
      gistRevisionShape(request, gist, revision),
    )
  },

  "GET /gists/{gist_id}/star": (request) => {
    const { stargazerIds } = gistIn(request)
    if (!stargazerIds.includes(request.viewer.account.id)) throw missing()
  },

  "PUT /gists/{gist_id}/star": (request) => setGistStarred(request.store, gistIn(request), true),

  "DELETE /gists/{gist_id}/star": (request) =>
    setGistStarred(request.store, gistIn(request), false),

  "GET /gists/{gist_id}/comments": (request) =>
    request.page(gistCommentsOf(request.store, gistIn(request)), gistCommentShape),

  "POST /gists/{gist_id}/comments": (request) => {
    const { body } = request.read("GistComment", commentText)
    const comment = addGistComment(request.store, gistIn(request), body)
    return request.created(gistCommentShape(request, comment))
  },

  "GET /gists/{gist_id}/comments/{comment_id}": (request) =>
    ok(gistCommentShape(request, commentIn(request))),

  "PATCH /gists/{gist_id}/comments/{comment_id}": (request) => {
    const comment = commentIn(request)
    const { body } = request.read("GistComment", commentText)
    updateGistComment(request.store, comment, body)
    return ok(gistCommentShape(request, comment))
  },

  "DELETE /gists/{gist_id}/comments/{comment_id}": (request) =>
    deleteGistComment(request.store, commentIn(request)),
})

function list(request: RestRequest, gists: readonly Gist[]) {
  const shown = isAnonymous(request.viewer) ? gists.filter(({ isPublic }) => isPublic) : gists
  const rows = shown.filter(request.isSince("Gist"))
  const newestFirst = sorted(rows, (row) => row.createdAt, "desc")
  return request.page(newestFirst, gistShape)
}

function gistIn({ store, params, orMissing }: RestRequest): Gist {
  return orMissing(gistByName(store, params.gist_id ?? ""))
}

const commentIn = (request: RestRequest): GistComment =>
  request.among(gistCommentsOf(request.store, gistIn(request)), "comment_id")

type Change = { content?: string | null; filename?: string | null } | null

/** A file is removed by null, and by a change that names neither its content nor its name. */
function changedFiles(
  { store }: RestRequest,
  gist: Gist,
  given: Readonly<Record<string, Change>>,
): Map<string, string> {
  const files = new Map([...gist.files.keys()].map((name) => [name, gistText(store, gist, name)]))
  for (const [name, change] of Object.entries(given)) {
    const before = files.get(name) ?? ""
    files.delete(name)
    const isKept = typeof change?.content === "string" || typeof change?.filename === "string"
    if (!change || change.filename === null || !isKept) continue
    files.set(change.filename ?? name, change.content ?? before)
  }
  return files
}
