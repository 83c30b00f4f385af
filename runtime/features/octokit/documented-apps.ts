import type { Documented } from "../../errors/index.js"

const denied = [401, 403] as const

/** Messages with which GitHub refuses the JWT of an App. Without spreads, like those of writes. */
// biome-ignore format: a table is read by its columns
export const documentedOfApps: readonly Documented[] = [
  { statuses: denied, code: "AUTH", pattern: /^A JSON web token could not be decoded/,
    fix: "Pass the App's id and a private key of the same App, in the PEM format of GitHub" },
  { statuses: denied, code: "AUTH", pattern: /^'Issuer' claim|^Missing 'issuer' claim|^Integration not found/,
    fix: "Set `appId` to the App ID or client ID on the App's settings page" },
  { statuses: denied, code: "AUTH", pattern: /^'(?:Expiration time|Issued at)' claim|^Missing '(?:expiration time|issued at)' claim/,
    fix: "Correct this machine's clock: an App's JWT is valid for minutes only" },
]
