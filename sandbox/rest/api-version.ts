import { notModelled } from "../http/index.js"
import { HttpRefusal, refuse } from "./route/index.js"

/** The API version of the pinned description, and GitHub's default. */
export const API_VERSION = "2022-11-28"

/** GitHub's other versions, whose answers have other shapes. */
const OTHERS = new Set(["2026-03-10"])

/** Refuses a version that GitHub does not have, and one that the sandbox does not model. */
export function requireVersion(version: string | undefined): void {
  if (!version || version === API_VERSION) return
  if (OTHERS.has(version)) throw new HttpRefusal(notModelled(`the API version ${version}`))
  throw refuse(400, "Bad Request", {
    errors: `The version you specified in the "X-GitHub-API-Version" request header, "${version}", is not a supported version. The following versions are currently supported: "${API_VERSION}" (most recent).`,
  })
}
