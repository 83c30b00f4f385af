import { Type } from "typebox"
import { answer, isAnonymous, ok } from "../../http/index.js"
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
import { accountIn } from "./users.js"

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
    list(request, gistsOf(request.store, accountIn(request))),

  "POST /gists": (request) => {
    const body = request.read("Gist", newGist)
    const gist = createGist(request.store, {
      description: body.description ?? null,
      isPublic: body.public === true || body.public === "true",
      files: new Map(Object.entries(body.files).map(([name, { content }]) => [name, content])),
    })
    const shape = fullGistShape(request, gist)
    return answer(201, shape, { location: shape.url })
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

  "DELETE /gists/{gist_id}": (request) => {
    deleteGist(request.store, gistIn(request))
    return answer(204)
  },

  "GET /gists/{gist_id}/commits": (request) => {
    const gist = gistIn(request)
    return request.page(gist.revisions.toReversed(), (revision) =>
      gistRevisionShape(request, gist, revision),
    )
  },

  "GET /gists/{gist_id}/star": (request) => {
    const { stargazerIds } = gistIn(request)
    if (!stargazerIds.includes(request.viewer.account.id)) throw missing()
    return answer(204)
  },

  "PUT /gists/{gist_id}/star": (request) => star(request, true),

  "DELETE /gists/{gist_id}/star": (request) => star(request, false),

  "GET /gists/{gist_id}/comments": (request) =>
    request.page(gistCommentsOf(request.store, gistIn(request)), (comment) =>
      gistCommentShape(request, comment),
    ),

  "POST /gists/{gist_id}/comments": (request) => {
    const { body } = request.read("GistComment", commentText)
    const comment = addGistComment(request.store, gistIn(request), body)
    const shape = gistCommentShape(request, comment)
    return answer(201, shape, { location: shape.url })
  },

  "GET /gists/{gist_id}/comments/{comment_id}": (request) =>
    ok(gistCommentShape(request, commentIn(request))),

  "PATCH /gists/{gist_id}/comments/{comment_id}": (request) => {
    const comment = commentIn(request)
    const { body } = request.read("GistComment", commentText)
    updateGistComment(request.store, comment, body)
    return ok(gistCommentShape(request, comment))
  },

  "DELETE /gists/{gist_id}/comments/{comment_id}": (request) => {
    deleteGistComment(request.store, commentIn(request))
    return answer(204)
  },
})

function list(request: RestRequest, gists: readonly Gist[]) {
  const shown = isAnonymous(request.viewer) ? gists.filter(({ isPublic }) => isPublic) : gists
  const rows = shown.filter(request.isSince("Gist"))
  const newestFirst = sorted(rows, (row) => row.createdAt, "desc")
  return request.page(newestFirst, (gist) => gistShape(request, gist))
}

function gistIn({ store, params }: RestRequest): Gist {
  const gist = gistByName(store, params.gist_id ?? "")
  if (!gist) throw missing()
  return gist
}

function commentIn(request: RestRequest): GistComment {
  const id = Number(request.params.comment_id)
  const comment = gistCommentsOf(request.store, gistIn(request)).find((one) => one.id === id)
  if (!comment) throw missing()
  return comment
}

function star(request: RestRequest, starred: boolean) {
  setGistStarred(request.store, gistIn(request), starred)
  return answer(204)
}

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
