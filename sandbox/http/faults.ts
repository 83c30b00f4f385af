import type { Fault, FaultMatch } from "../public/index.js"
import { ruleProblem } from "./rule-problems.js"

/** The properties that a rule matches. */
export type Described = { [Key in keyof FaultMatch]-?: string }

export interface Faults {
  /** Adds a rule and returns a function that removes it. @throws TypeError */
  add: (rule: Fault) => () => void
  /** The first rule that matches the request; this uses up one of its times. */
  take: (request: Described) => Fault | undefined
}

export function createFaults(): Faults {
  const rules: { rule: Fault; left: number; skip: number }[] = []
  return {
    add(rule) {
      const problem = ruleProblem(rule)
      if (problem !== undefined) throw new TypeError(`sandbox.injectFault: ${problem}.`)
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

const matches = (match: FaultMatch, request: Described): boolean =>
  (match.operation_name === undefined || match.operation_name === request.operation_name) &&
  (match.path === undefined || matchesPath(match.path, request.path)) &&
  (match.method === undefined || match.method.toUpperCase() === request.method) &&
  (match.body_includes === undefined || request.body_includes.includes(match.body_includes))

const matchesPath = (wanted: string | RegExp, path: string): boolean =>
  typeof wanted === "string" ? wanted === path : new RegExp(wanted).test(path)
