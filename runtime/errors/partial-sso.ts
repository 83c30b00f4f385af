import type { ResultWarning } from "../envelope/index.js"
import { header, type ResponseHeaders } from "./transient.js"

/** The warning of an answer without the results of organizations whose single sign-on the token has not passed. */
export function partialBySso(headers: ResponseHeaders): ResultWarning | undefined {
  const [isPartial, ids] =
    /^partial-results\b(?:.*\borganizations=([\d,]+))?/.exec(
      header(headers, "x-github-sso") ?? "",
    ) ?? []
  if (isPartial === undefined) return undefined
  const which = ids === undefined ? "" : ` with the ids ${ids.replaceAll(",", ", ")}`
  return {
    code: "INCOMPLETE",
    message: `GitHub leaves out results of organizations${which}, which require single sign-on`,
    fix: "Authorize the token for them at https://github.com/settings/tokens",
  }
}
