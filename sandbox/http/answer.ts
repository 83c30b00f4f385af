/** What goes back over the wire. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: unknown
}

const DOCUMENTATION = "https://docs.github.com/graphql"

const json = (status: number, body: unknown): Answer => ({ status, headers: {}, body })

export const badCredentials = (): Answer =>
  json(401, {
    message: "Bad credentials",
    documentation_url: DOCUMENTATION,
    status: "401",
  })

export const malformedJson = (): Answer =>
  json(400, { message: "Problems parsing JSON", documentation_url: DOCUMENTATION, status: "400" })

export const notAnEndpoint = (): Answer =>
  json(404, {
    message: "Not Found",
    documentation_url: "https://docs.github.com/rest",
    status: "404",
  })

export const queryMissing = (): Answer =>
  json(200, { errors: [{ message: "A query attribute must be specified and must be a string." }] })

export const ok = (body: unknown): Answer => json(200, body)
