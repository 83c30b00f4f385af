const json = "application/vnd.github+json"

/** Whether an endpoint's answer is text: everything that is not JSON, GitHub's raw media types too. */
export function isText(accept: string | undefined): boolean {
  if (accept === undefined) return false
  return !accept.includes("json") || /\.(?:raw|diff|patch|sha)\b/.test(accept)
}

/** The header to send: GitHub refuses a media type that is neither its own nor JSON. */
export function acceptHeader(accept: string | undefined): string {
  if (accept === undefined) return json
  return /json|vnd\.github/.test(accept) ? accept : `${accept}, ${json};q=0.5`
}
