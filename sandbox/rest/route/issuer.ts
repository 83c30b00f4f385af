import { issuerOf } from "../../http/index.js"
import { HttpRefusal } from "./errors.js"
import type { RestRequest } from "./request.js"

/** The App that the request is from. @throws HttpRefusal without a valid JWT */
export function issuerIn({ app }: RestRequest): string {
  const issuer = issuerOf(app, app.authorization, new Date())
  if (typeof issuer !== "string") throw new HttpRefusal(issuer)
  return issuer
}
