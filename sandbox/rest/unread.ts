import { notModelled } from "../http/index.js"
import type { LoggedRequest } from "../public/index.js"
import { HttpRefusal, type RestRequest, type Unread } from "./route/index.js"

/** Refuses unread query parameters, body fields and formats, where GitHub would silently ignore them. */
export function requireAllRead({ query, body, media }: RestRequest, refuse: Refuse): void {
  refuse.format(media.unread())
  refuse.parameters(query.unread())
  refuse.fields(body.unread())
}

export interface Strictness {
  /** Ignores parameters that no route reads. */
  readonly lenient: boolean
  /** Tells once that something is ignored. */
  readonly warn: (what: string) => void
}

/** How unread parameters are refused. */
export interface Refuse {
  format: (format: string | undefined) => void
  parameters: (unread: readonly Unread[]) => void
  fields: (unread: readonly Unread[]) => void
}

/** Refuses what is not read or, in a lenient sandbox, lists it. */
export function refuseUnread(
  operation: string,
  logged: LoggedRequest,
  { lenient, warn }: Strictness,
): Refuse {
  const refuse = (what: string) => (unread: readonly Unread[]) => {
    const [first] = unread
    if (!first) return
    const { name, suggestion } = first
    const meant = suggestion === undefined ? "" : ` (did you mean \`${suggestion}\`?)`
    const which = `the ${what} \`${name}\` of \`${operation}\`${meant}`
    if (lenient) {
      logged.ignored = [...logged.ignored, ...unread.map((one) => one.name)]
      warn(which)
      return
    }
    const options = '`lenient: true`, or `lenient: "list"` to be told'
    throw new HttpRefusal(notModelled(`${which}, and ignores it only with the option ${options}`))
  }
  return {
    format(format) {
      if (format === undefined) return
      // GitHub answers with JSON, unless it renders Markdown.
      if (lenient && !["full", "html", "text"].includes(format)) {
        logged.ignored = [...logged.ignored, `Accept: ${format}`]
        return warn(`the media type \`${format}\` of \`${operation}\``)
      }
      throw new HttpRefusal(notModelled(`the media type \`${format}\` of \`${operation}\``))
    },
    parameters: refuse("parameter"),
    fields: refuse("field"),
  }
}
