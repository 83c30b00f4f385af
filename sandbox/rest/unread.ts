import { notModelled } from "../http/index.js"
import { HttpRefusal, type RestRequest, type Unread } from "./route/index.js"

/** Refuses unread query parameters, body fields and formats, where GitHub would silently ignore them. */
export function requireAllRead({ query, body, media }: RestRequest, refuse: Refuse): void {
  refuse.format(media.unread())
  refuse.parameters(query.unread())
  refuse.fields(body.unread())
}

/** How unread parameters are refused. */
export interface Refuse {
  format: (format: string | undefined) => void
  parameters: (unread: readonly Unread[]) => void
  fields: (unread: readonly Unread[]) => void
}

export function refuseUnread(operation: string, lenient: boolean): Refuse {
  const refuse = (what: string) => (unread: readonly Unread[]) => {
    const [first] = unread
    if (!first || lenient) return
    const { name, suggestion } = first
    const meant = suggestion === undefined ? "" : ` (did you mean \`${suggestion}\`?)`
    throw new HttpRefusal(
      notModelled(
        `the ${what} \`${name}\` of \`${operation}\`${meant}, and ignores it only with the option \`lenient: true\``,
      ),
    )
  }
  return {
    format(format) {
      if (format === undefined) return
      throw new HttpRefusal(notModelled(`the media type \`${format}\` of \`${operation}\``))
    },
    parameters: refuse("parameter"),
    fields: refuse("field"),
  }
}
