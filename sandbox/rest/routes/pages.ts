/** https://docs.github.com/rest/pages. Builds come from seeds. */
import { Type } from "typebox"
import { answer, ok } from "../../http/index.js"
import {
  createPages,
  deletePages,
  type PagesSettings,
  pagesBuildsOf,
  pagesOf,
  updatePages,
} from "../../state/index.js"
import { given, type Pages, type PagesBuild } from "../../tables/index.js"
import { maybe, type RestRequest, refuse, routesOf } from "../route/index.js"
import { pagesBuildShape, pagesShape } from "../shapes/index.js"

const PAGES = "/repos/{owner}/{repo}/pages"

const buildType = Type.Optional(Type.Enum(["legacy", "workflow"]))
const source = Type.Object({
  branch: Type.String(),
  path: Type.Optional(Type.Enum(["/", "/docs"])),
})

const newPages = Type.Object({ build_type: buildType, source: Type.Optional(source) })

const changes = Type.Object({
  cname: maybe(Type.String()),
  https_enforced: Type.Optional(Type.Boolean()),
  build_type: buildType,
  source: Type.Optional(
    Type.Union([source, Type.Enum(["gh-pages", "master", "master /docs"] as const)]),
  ),
})

export const pagesRoutes = routesOf({
  [`GET ${PAGES}`]: (request) => ok(pagesShape(request, pagesIn(request))),

  [`POST ${PAGES}`]: (request) => {
    const repository = request.repository()
    const body = request.read("Page", newPages)
    if (pagesOf(request.store, repository)) throw refuse(409, "GitHub Pages is already enabled.")
    if (!body.source && !body.build_type) throw refuse(422, "Invalid request.")
    const row = createPages(request.store, repository, settingsOf(body))
    return answer(201, pagesShape(request, row))
  },

  [`PUT ${PAGES}`]: (request) => {
    const row = pagesIn(request)
    const { cname, https_enforced, ...body } = request.read("Page", changes)
    updatePages(request.store, request.repository(), row, {
      ...settingsOf(body),
      ...given({ cname, isHttpsEnforced: https_enforced }),
    })
  },

  [`DELETE ${PAGES}`]: (request) => {
    const row = pagesIn(request)
    deletePages(request.store, request.repository(), row)
  },

  [`GET ${PAGES}/builds`]: (request) => request.page(buildsIn(request), pagesBuildShape),

  [`GET ${PAGES}/builds/latest`]: (request) => ok(pagesBuildShape(request, buildIn(request))),

  [`GET ${PAGES}/builds/{build_id}`]: (request) =>
    ok(pagesBuildShape(request, buildIn(request, request.number("build_id")))),
})

interface Given {
  readonly build_type?: Pages["buildType"]
  /** As text: the older form, `master /docs`. */
  readonly source?: { readonly branch: string; readonly path?: Pages["path"] } | string
}

function settingsOf({ build_type: buildType, source }: Given): PagesSettings {
  const [branch, folder] = typeof source === "string" ? source.split(" ") : [source?.branch]
  const path = typeof source === "object" ? source.path : folder && "/docs"
  return {
    ...(buildType && { buildType }),
    ...(branch !== undefined && { branch, path: path === "/docs" ? path : "/" }),
  }
}

/** @throws HttpRefusal if the repository has no site */
function pagesIn(request: RestRequest): Pages {
  return request.orMissing(pagesOf(request.store, request.repository()))
}

function buildsIn(request: RestRequest): PagesBuild[] {
  pagesIn(request)
  return pagesBuildsOf(request.store, request.repository())
}

/** The newest one unless an id is given. */
function buildIn(request: RestRequest, id?: number): PagesBuild {
  return request.orMissing(buildsIn(request).find((one) => id === undefined || one.id === id))
}
