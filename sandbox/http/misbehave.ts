import { ruleProblem } from "./rule-problems.js"

/** Which requests a rule is about; everything that is given must hold. */
export interface Match {
  operation_name?: string
  /** The path without the query; an expression may match a part of it. */
  path?: string | RegExp
  method?: string
  /** Text that the request's body contains. */
  body_includes?: string
}

interface RuleBase {
  match?: Match
  /** How often the rule acts before it is used up; for ever unless given. */
  times?: number
  /** How many matching requests it lets pass first. */
  skip?: number
}

/** Answers with a status of its own; `applied` carries the request out all the same. */
export interface StatusRule extends RuleBase {
  status: number
  body?: unknown
  headers?: Record<string, string>
  applied?: boolean
}

/** Holds the answer back; the request is carried out when the delay is over. */
export interface DelayRule extends RuleBase {
  delay_ms: number
}

/** Resets the connection, before or after the request was carried out. */
export interface DropRule extends RuleBase {
  drop: "before" | "after"
}

/** Carries the request out and breaks off in the middle of the answer. */
export interface TruncateRule extends RuleBase {
  truncate: true
}

/**
 * Answers HTTP 200 with a GraphQL error. With `partial` the request is carried out, the data at
 * the error's path becomes null, and the rest is kept; otherwise nothing is carried out.
 */
export interface GraphQLErrorRule extends RuleBase {
  graphql_error: {
    type?: string
    message: string
    path?: readonly (string | number)[]
    extensions?: Record<string, unknown>
  }
  partial?: boolean
  headers?: Record<string, string>
}

export type Rule = StatusRule | DelayRule | DropRule | TruncateRule | GraphQLErrorRule

/** What a rule is compared with. */
export type Described = { [Key in keyof Match]-?: string }

export interface Misbehaviour {
  /** Adds a rule and returns a function that takes it away again. @throws TypeError */
  add: (rule: Rule) => () => void
  /** The first rule that is about the request, used up by one. */
  take: (request: Described) => Rule | undefined
}

export function createMisbehaviour(): Misbehaviour {
  const rules: { rule: Rule; left: number; skip: number }[] = []
  return {
    add(rule) {
      const problem = ruleProblem(rule)
      if (problem !== undefined) throw new TypeError(`sandbox.misbehave: ${problem}.`)
      const entry = { rule, left: rule.times ?? Number.POSITIVE_INFINITY, skip: rule.skip ?? 0 }
      rules.push(entry)
      return () => {
        entry.left = 0
      }
    },
    take(request) {
      for (const entry of rules) {
        if (entry.left <= 0 || !matches(entry.rule.match ?? {}, request)) continue
        if (entry.skip > 0) {
          entry.skip--
          continue
        }
        entry.left--
        return entry.rule
      }
      return undefined
    },
  }
}

const matches = (match: Match, request: Described): boolean =>
  (match.operation_name === undefined || match.operation_name === request.operation_name) &&
  (match.path === undefined || matchesPath(match.path, request.path)) &&
  (match.method === undefined || match.method.toUpperCase() === request.method) &&
  (match.body_includes === undefined || request.body_includes.includes(match.body_includes))

const matchesPath = (wanted: string | RegExp, path: string): boolean =>
  typeof wanted === "string" ? wanted === path : new RegExp(wanted).test(path)
