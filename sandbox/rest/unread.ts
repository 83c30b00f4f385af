import { HttpRefusal, notModelled, type RestRequest, type Unread } from "./route/index.js"

/**
 * Refuses what was given and not looked at: parameters of the query, fields of the body, a format
 * of the answer. GitHub would overlook what it does not know either, and a slip with it.
 */
export function requireAllRead({ query, body, media }: RestRequest, refuse: Refuse): void {
  refuse.format(media.unread())
  refuse.parameters(query.unread())
  refuse.fields(body.unread())
}

/** What becomes of what nobody has read. */
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
        `the ${what} \`${name}\` of \`${operation}\`${meant}, and overlooks it only when it is started with \`lenient: true\``,
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
