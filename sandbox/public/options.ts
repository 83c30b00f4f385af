import type { LogLimit } from "./log.js"
import type { Seed } from "./seed.js"

export interface SandboxOptions {
  /** The world to start with, or the path of a JSON or YAML file that describes it. */
  seed?: Seed | string
  /**
   * The port on 127.0.0.1, 0 for a free one. A sandbox with a port is there for other processes: it keeps its
   * own alive until it is closed. Unless given, the port is a free one, and the process ends when it has
   * nothing else to do.
   */
  port?: number
  /** The time of changes. By default a clock that starts in 2025 and ticks once per change. */
  now?: () => Date
  /** How much of `requests` is kept; the oldest requests are dropped first. */
  logLimit?: LogLimit
  /**
   * Overlooks parameters and fields of REST requests that the sandbox does not read, as GitHub
   * overlooks what it does not know. By default they are refused, so that no slip goes unnoticed.
   */
  lenient?: boolean
  /**
   * Answers what the sandbox does not model, too, with values made up from GitHub's descriptions: of the
   * right types, and now and then null. Such an answer has the header `x-ghx-invented`, which says what of
   * it was made up, as `requests` do. The same requests get the same answers; another seed gives others.
   */
  invent?: boolean | Inventing
}

/** How answers are made up. */
export interface Inventing {
  seed?: number
  /**
   * What lists of GraphQL hold that are made up, by the fields that they are: `{ "Repository.discussionCategories":
   * [{ name: "Q&A" }] }`. What is not said of an item is made up; `__typename` says its type where there are several.
   */
  lists?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
}
