import { type Static, Type } from "typebox"
import type { Signature } from "../../git/index.js"
import { given } from "../../tables/index.js"
import { NotModelled } from "./errors.js"

/** Git's separators cannot be part of names. */
const text = Type.String({ pattern: "^[^<>\\n\\0]*[^<>\\s\\0][^<>\\n\\0]*$" })

/** The author, committer or tagger of a Git object. */
export const person = Type.Object({
  name: text,
  email: text,
  date: Type.Optional(Type.String({ format: "date-time" })),
})

export const signatureIn = ({
  name,
  email,
  date,
}: Partial<Static<typeof person>>): Partial<Signature> => ({
  ...given({ name, email }),
  ...(date !== undefined && { date: wholeSeconds(date), ...offsetIn(date) }),
})

/** Git stores whole seconds since 1970. */
function wholeSeconds(date: string): string {
  const time = Date.parse(date)
  if (!(time >= 0 && time <= Date.parse("9999-12-31T23:59:59Z"))) {
    throw new NotModelled(`the date ${date}: only dates from 1970 to 9999`)
  }
  return `${new Date(time).toISOString().slice(0, "2025-01-01T00:00:00".length)}Z`
}

function offsetIn(date: string): Pick<Signature, "offset"> {
  const [offset] = /[+-]\d\d:\d\d$/.exec(date) ?? []
  return offset === undefined ? {} : { offset }
}
