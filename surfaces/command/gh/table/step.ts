/** The form of gh's commands as data. */
import type { Column, Item, Printed } from "../print/index.js"

/** A flag of gh's that is not called like the input that it fills. */
export interface Flag {
  readonly short?: string
  /** The input that it fills; without one it only chooses the step. */
  readonly input?: string
  /** The value of a flag that takes none. */
  readonly value?: unknown
  /** Its value is a file with the text, `name=value` or `path:line=text`; of the last two there can be several. */
  readonly as?: "file" | "pairs" | "lines" | "template"
  /** Only `--name=false` is taken; what to do in place of `--name`. */
  readonly onlyOff?: string
  /** Help for the flag, if the input's description does not fit. */
  readonly says?: string
  /** Values that mean something else to gh than the same value does to GitHub. */
  readonly means?: Readonly<Record<string, unknown>>
}

/** One capability of a command. */
export interface Step {
  readonly id: string
  /** Selected by one of these flags … */
  readonly given?: readonly string[]
  /** … together with this one, … */
  readonly and?: string
  /** … and where none of these is. */
  readonly without?: readonly string[]
  /** Chosen only if lines are printed in a pipe, or only if they are not. */
  readonly isLines?: boolean
  readonly flags?: Readonly<Record<string, Flag>>
  /** The input that the arguments give, where the contract does not require it. */
  readonly about?: string
  /** The input that the last argument gives, if the first names the subject. */
  readonly last?: string
  /** The text of `query`: each part with a name in braces only where there is such a flag, or a usual value. */
  readonly query?: readonly string[]
  /** Only one word is taken; why, or what to do for more. */
  readonly alone?: string
  /** Inputs that gh has a usual value for. */
  readonly usual?: Readonly<Record<string, unknown>>
  /** Inputs that are always so. The step has no other options than its flags. */
  readonly fixed?: Readonly<Record<string, unknown>>
  /** It is done for each argument after the first, a file. */
  readonly isForFiles?: boolean
  /** The input that gets the names and texts of the files, which all arguments are. */
  readonly gathers?: string
  /** It is done for each item of an earlier step's list. */
  readonly each?: EachOf
  /** The capability of an earlier step that has to have succeeded. */
  readonly after?: string
  /** Its flag confirms what it destroys. */
  readonly isConfirmed?: boolean
  /** The step does not fail if its object does not exist. */
  readonly mayMiss?: boolean
  /** Combines the results of all steps; by default into one object, or the last result. */
  readonly combines?: (results: readonly unknown[]) => unknown
  /** The part of the result that is written to files instead of being printed. */
  readonly saves?: "artifacts" | "assets"
  /** Its result is an archive of logs, which are printed. */
  readonly isLog?: boolean
  /** Fetches all items unless a limit is given. */
  readonly all?: boolean
  /** The exit code if the command consists of this step alone. */
  readonly exitCode?: (data: unknown) => number
  /** It counts only with this flag. */
  readonly exitCodeWith?: string
  /** What is printed in a pipe, as gh prints it; JSON unless given. */
  readonly prints?: Printed
  /** Fields of gh's that are computed from those of the contract. */
  readonly computed?: ComputedFields
  /** Its list is these fields of gh's of the thing that the other steps are about: chosen if `--json` names one. */
  readonly lists?: ListedFields
  /** Fields whose values gh has in lower case, where `--json` asks for them. */
  readonly lower?: readonly string[]
}

/** Fields of gh's that a contract has not, by name. */
export type ComputedFields = Readonly<Record<string, Computed>>

/** The members of an item as gh has them: a field of the contract, or what is computed from an item. */
export type Members = Readonly<Record<string, Column>>

/** Fields of gh's that are lists, by name. */
export type ListedFields = Readonly<Record<string, ListedField>>

interface ListedField {
  readonly members: Members
  /** Those items that gh has; all by default. */
  readonly of?: (items: readonly Item[]) => readonly Item[]
}

interface Computed {
  /** The fields of the contract that it takes. */
  readonly from: readonly string[]
  readonly value: (item: Item) => unknown
}

/** A member of the result of an earlier step. */
export class ResultOf {
  readonly id: string
  readonly path: string

  /** @param id - the capability of the step */
  constructor(id: string, path: string) {
    this.id = id
    this.path = path
  }
}

/** Items of the list that an earlier step has returned. */
export interface EachOf {
  readonly id: string
  /** The member of an item that has to be the name of one of the files. */
  readonly named: string
  /** By inputs the members of an item that they are. */
  readonly inputs: Readonly<Record<string, string>>
}

/** In place of a flag: an argument that names the subject. */
export const NAMED = "<name>"

/** In place of a flag: arguments after the first, which are files. */
export const FILES = "<files>"

/** In place of a flag: what gh prints in a pipe is wanted, not data. */
export const LINES = "<lines>"

/** In place of a flag: several labels that must all match, where GitHub's lists accept any. */
export const LABELS = "<labels>"

/** In place of a flag: `--json` names this field. */
export const jsonField = (name: string) => `<json ${name}>`

/** A placeholder in a search: `{label}`, or with a default `{state=open}`. */
export const PLACE = /\{(\w+)(?:=(\w+))?\}/

/** The default repository, and the arguments of a command, as parts of a search. */
export const AROUND = "repo:{repository}"
export const WORDS = "{words}"

export type GhCommand = readonly Step[]

/** A flag that only chooses a step. */
export const on = { value: true }

/** What gh prints of a change: nothing, or the address. */
export const nothing: Printed = []
export const address: Printed = ["url"]
