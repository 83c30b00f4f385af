import type { GraphQLSchema } from "graphql"
import { Check, Errors } from "typebox/schema"
import { correctedRest } from "../../schema/lazy/index.js"
import type { SourceFile } from "../diagnostics/index.js"
import { GH_PATH, REST_PATH } from "../read/index.js"
import type { GhDescription } from "./gh-description.js"
import type { RestDescription } from "./rest-description.js"

/** The pinned API descriptions of GitHub, each read on first use. */
export interface Pins {
  readonly schema: () => GraphQLSchema
  readonly rest: () => RestDescription
  readonly gh: () => GhDescription
}

/** A pinned description is missing, or differs from its checksum. */
export class PinError extends Error {
  readonly file: SourceFile
  /** The command that pins it. */
  readonly cure: string

  constructor(file: SourceFile, cure: string, message: string) {
    super(message)
    this.file = file
    this.cure = cure
  }
}

/** Reads the pinned REST description, with its known errors corrected, once for the same text. @throws PinError */
export const readRest = pinReader<RestDescription>(
  REST_PATH,
  "make pin ARGS=--rest",
  {
    type: "object",
    required: ["paths", "schemas"],
    properties: {
      paths: { type: "object", additionalProperties: { type: "object" } },
      schemas: { type: "object" },
    },
  },
  correctedRest,
)

/** Reads the pinned description of gh's commands, once for the same text. @throws PinError */
export const readGh = pinReader<GhDescription>(GH_PATH, "make pin ARGS=--gh", {
  type: "object",
  required: ["commands", "types"],
  properties: {
    commands: {
      type: "object",
      additionalProperties: { type: "object", required: ["usage", "flags"] },
    },
    types: { type: "object" },
  },
})

function pinReader<T>(
  path: string,
  cure: string,
  form: object,
  corrected: (description: T) => T = (description) => description,
) {
  let latest: { text: string; description: T } | undefined
  return (text: string | undefined): T => {
    const fail = (message: string) => new PinError({ path, text: text ?? "" }, cure, message)
    if (text === undefined) throw fail("it is missing")
    if (latest?.text !== text) latest = { text, description: corrected(parse(text, form, fail)) }
    return latest.description
  }
}

function parse<T>(text: string, form: object, fail: (message: string) => PinError): T {
  const value = (() => {
    try {
      return JSON.parse(text)
    } catch (error) {
      throw fail(error instanceof Error ? error.message : String(error))
    }
  })()
  const isSound: boolean = Check(form, value)
  if (isSound) return value
  const [, [error]] = Errors(form, value)
  throw fail(`${error?.instancePath ?? ""} ${error?.message ?? ""}`)
}
