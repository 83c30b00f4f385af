import type { CodeMatch } from "../../search/index.js"
import { webUrl } from "../../state/index.js"
import type { RestRequest } from "../route/index.js"
import { repositoryUrl } from "./common.js"
import { simpleRepository } from "./repository.js"

const FRAGMENT_CONTEXT_CHARS = 60

export function codeShape(request: RestRequest, match: CodeMatch, withMatches: boolean) {
  const base = repositoryUrl(request, match.repository)
  const path = match.path.split("/").map(encodeURIComponent).join("/")
  const url = `${base}/contents/${path}?ref=${match.commitOid}`
  return {
    name: match.path.split("/").at(-1) ?? match.path,
    path: match.path,
    sha: match.oid,
    url,
    git_url: `${base}/git/blobs/${match.oid}`,
    html_url: `${webUrl(request.store, match.repository)}/blob/${match.commitOid}/${path}`,
    repository: simpleRepository(request, match.repository),
    ...(withMatches && { text_matches: textMatches(match, url) }),
  }
}

/** The places of each word, with the text around its first occurrence. */
const textMatches = ({ text, words }: CodeMatch, url: string) =>
  words.flatMap((word) => {
    const at = text.toLowerCase().indexOf(word.toLowerCase())
    if (at < 0) return []
    const start = Math.max(0, at - FRAGMENT_CONTEXT_CHARS)
    const fragment = text.slice(start, at + word.length + FRAGMENT_CONTEXT_CHARS)
    const from = at - start
    return [
      {
        object_url: url,
        object_type: "FileContent",
        property: "content",
        fragment,
        matches: [
          { text: fragment.slice(from, from + word.length), indices: [from, from + word.length] },
        ],
      },
    ]
  })
