import { verify } from "node:crypto"
import type { App } from "../state/index.js"
import { type Answer, failure } from "./answer.js"

/** Ten minutes, plus a tolerance for different clocks. */
const LONGEST_SECONDS = 660

const JWT = /^bearer (([\w-]+)\.([\w-]+))\.([\w-]+)$/i

const UNREADABLE = "A JSON web token could not be decoded"

/**
 * The issuer of an App's JWT, or GitHub's refusal. Apps sign by the wall clock, not by the sandbox's.
 *
 * https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-json-web-token-jwt-for-a-github-app
 */
export function issuerOf(
  { id, publicKey }: App,
  authorization: string | undefined,
  now: Date,
): string | Answer {
  const [, signed = "", header = "", payload = "", signature = ""] =
    JWT.exec(authorization ?? "") ?? []
  const claims = decoded(payload)
  if (!claims) return failure(401, UNREADABLE)
  if (publicKey !== null) {
    const isSound =
      decoded(header)?.alg === "RS256" &&
      verify("RSA-SHA256", Buffer.from(signed), publicKey, Buffer.from(signature, "base64url"))
    if (!isSound) return failure(401, UNREADABLE)
  }
  const problem = claimProblem(claims, now.getTime() / 1000)
  if (problem !== undefined) return failure(401, problem)
  const issuer = String(claims.iss)
  const isOther = id !== null && /^\d+$/.test(issuer) && Number(issuer) !== id
  return isOther ? failure(404, "Integration not found") : issuer
}

function claimProblem({ iss, iat, exp }: Record<string, unknown>, seconds: number) {
  if (iss === undefined || iss === "") return "Missing 'issuer' claim ('iss') in assertion"
  if (typeof exp !== "number" || exp < seconds) {
    return "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires"
  }
  if (exp > seconds + LONGEST_SECONDS) {
    return "'Expiration time' claim ('exp') is too far in the future"
  }
  if (typeof iat !== "number" || iat > seconds + 60) {
    return "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued"
  }
  return undefined
}

function decoded(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString())
    return typeof value === "object" && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}
