/** The form of gh's commands as data. */
import type { CapabilityMap } from "../../../../generated/capability-map.js"
import type { Column, Item, Printed } from "../print/index.js"

export type Id = keyof CapabilityMap

/** A flag of gh whose name differs from the input that it fills. */
export interface Flag {
  readonly short?: string | undefined
  /** The input that it fills; absent if the flag only selects the step. */
  readonly input?: string | undefined
  /** The value of the input, for a flag without a value. */
  readonly value?: unknown
  /** The value of the input for `--name=false`, which otherwise leaves the input absent. */
  readonly off?: unknown
  /**
   * The notation of its value: a file with the text, or `name=value` or `path:line=text`, which may be repeated. `fields`
   * are pairs in which the value `@file` stands for the content of the file. `added`
   * and `removed` are a file to add to a gist, and the name of one to remove. `plus` and `minus` are items to add to
   * the present list, and to remove from it. `color` may begin with `#`. `since` is the tag that the notes of a release
   * start from. `team` may begin with its organization, which is then the owner.
   */
  readonly as?: Notation | undefined
  /** The flag that an empty value stands for. */
  readonly emptied?: string
  /** The capability and its field with the present list. */
  readonly of?: readonly [id: Id, field: string]
  /** If set, only `--name=false` is accepted; the text is the alternative to `--name`. */
  readonly onlyOff?: string
  /** Help for the flag, if the input's description does not fit. */
  readonly help?: string | undefined
  /** Items that the list keeps if the flag is given. Up to the limit, more pages are read in their place. */
  readonly keeps?: (item: Item, value: string) => boolean
  /** Values with another meaning in gh than on GitHub. */
  readonly means?: Readonly<Record<string, unknown>>
}

export type Flags = Readonly<Record<string, Flag>>

const notations = [
  ...(["file", "pairs", "fields", "lines", "template", "since", "color"] as const),
  ...(["added", "removed", "plus", "minus", "team"] as const),
]

type Notation = (typeof notations)[number]

export interface Step {
  readonly id: Id
  /** Selected by one of these flags. */
  readonly given?: readonly string[]
  /** Selected only together with these flags. */
  readonly and?: readonly string[]
  /** Selected if none of these flags is given. */
  readonly without?: readonly string[]
  /** Selected only if a flag other than these is given. */
  readonly unlessOnly?: readonly string[]
  readonly flags?: Flags
  /** The input that the arguments fill, if the contract does not require it. */
  readonly about?: string
  /** The input that the last argument fills, if the first one names the subject. */
  readonly last?: string
  /**
   * The parts of the search text `query`; `author` is short for `author:{author}`. A part with a name in braces is only
   * used if that flag is given, or has a default. What fills a part in parentheses keeps them if an OR in it would split
   * the search.
   */
  readonly query?: string
  /** The search if only options such as `--limit` are given. */
  readonly whole?: string
  /** Inputs that gh requires, although the contract does not. */
  readonly requires?: readonly string[]
  /** The reason why gh refuses the options and arguments; undefined if it does not. */
  readonly refuses?: Refusal
  /** The question that gh asks before it; where nobody can be asked, gh wants `--yes`. */
  readonly asks?: (given: Readonly<Record<string, unknown>>) => string | undefined
  /** The branch of the clone does not stand for its pull request. */
  readonly wantsArgument?: boolean
  /** If set, only one argument is accepted; the text is the reason or the alternative. */
  readonly alone?: string
  /**
   * The default owner, if the capability requires one without a repository. A `--repo` without an owner is that of
   * `--owner`.
   */
  readonly ownedBy?: string
  /** Default inputs of gh. */
  readonly usual?: Readonly<Record<string, unknown>>
  /** Fixed inputs. The step has no arguments, and no options besides its flags. */
  readonly fixed?: Readonly<Record<string, unknown>>
  /** The step has no options besides its flags. */
  readonly isBare?: boolean
  /** Executed for each argument after the first; these are files. */
  readonly isForFiles?: boolean
  /** The alternative if the files of this machine cannot be reached. */
  readonly withoutFiles?: string
  /** The input for the names and contents of the files, if all arguments are files. */
  readonly gathers?: string
  /** The input for the contents of the files that arguments after the first name. */
  readonly replaces?: string
  /** The input that is read from stdin, without its last line breaks, if no option gives it and stdin is no terminal. */
  readonly piped?: string
  /** `--json` without fields reads the values of `--raw-field` from stdin, as JSON. */
  readonly readsJson?: boolean
  /** What the arguments after the first are, and the input that they give. */
  readonly further?: {
    readonly names: readonly string[]
    readonly input: (words: readonly string[]) => Readonly<Record<string, unknown>>
  }
  /** Executed for each item of an earlier step's list. */
  readonly each?: EachOf
  /** The capability of an earlier step that must have succeeded. */
  readonly after?: Id
  /**
   * The command is refused if this capability finds something with some inputs of the step: a message and a fix.
   * Otherwise GitHub would refuse a later step.
   */
  readonly unless?: {
    readonly id: Id
    readonly by: readonly string[]
    readonly refused: (found: Item) => readonly [message: string, fix: string]
  }
  /** The advice if it fails after that. */
  readonly cure?: (input: Item) => string
  /** Whether the command, or the flag that adds this step, also confirms its destructive operation, as with gh. */
  readonly isConfirmed?: boolean
  /** The step does not fail if its object does not exist, or if what it decides by cannot be read. */
  readonly mayMiss?: boolean
  /** The step's result is shown only if no other step has one. */
  readonly isAside?: boolean
  /** Combines the results of all steps; by default into one object, or the last result. */
  readonly combines?: (results: readonly unknown[]) => unknown
  /** The part of the result that is written to files instead of being printed. */
  readonly saves?: "artifacts" | "assets"
  /** Whether its result is a log archive, whose logs are printed. */
  readonly isLog?: boolean
  /** Neither the clone nor `GH_REPO` names its repository: a script's variable may be unset. */
  readonly isNamed?: boolean
  /** What a program gets of a command that gh lacks, as `--json` takes it. */
  readonly data?: string
  /** Fetches all items unless a limit is given. */
  readonly all?: boolean
  /** Selects the items that are shown, from those of all pages. */
  readonly selects?: (items: readonly Item[]) => readonly Item[]
  readonly empty?: string
  /** Whether the text has everything that it shows, even if GitHub cuts a content. */
  readonly isWhole?: true
  /** The exit code if the command consists of this step alone. */
  readonly exitCode?: (data: unknown) => number
  /** The flag that makes the exit code count. */
  readonly exitCodeWith?: string
  /** What another capability adds to a result whose exit code is 0, if this flag is given. */
  readonly adds?: {
    readonly with: string
    readonly id: Id
    readonly fields: readonly string[]
    readonly to: (data: Item, other: Item) => unknown
  }
  /**
   * Executed before the others: its result, with all items of a list, decides which of them follow. `me` returns the
   * login of the token's user.
   */
  readonly decides?: (
    state: Item,
    names: ReadonlySet<string>,
    me: () => Promise<unknown>,
  ) => Decision | Promise<Decision>
  /** Whether GitHub is still computing what `decides` needs, so that the state is read again. */
  readonly isComputing?: (state: Item, names: ReadonlySet<string>) => boolean
  /** The result of another step decides whether it follows. */
  readonly isDecided?: boolean
  /** The output in a pipe, like gh's; JSON by default. */
  readonly prints?: Printed
  /** The fields that `prints` reads, if requesting only them saves requests. */
  readonly reads?: readonly string[]
  /** The document that gh prints with `--format json`, computed from the result. */
  readonly exports?: (data: Item) => unknown
  /** Fields of gh's that are computed from those of the contract. */
  readonly computed?: ComputedFields
  /** The member of the result whose items have the fields of `--json`. */
  readonly items?: string
  /** gh's fields that the step's list provides. The step is selected if `--json` names one of them. */
  readonly lists?: Readonly<Record<string, ListedField>>
  /** Fields whose values gh prints in lower case, for `--json`. */
  readonly lower?: readonly string[]
}

type Refusal = (
  names: ReadonlySet<string>,
  given: Readonly<Record<string, unknown>>,
  words: readonly string[],
) => string | undefined

export const atMostOne =
  (...options: readonly string[]): Refusal =>
  (names, given) => {
    const [one, other] = options.filter((name) => names.has(name) || given[name] === true)
    return other === undefined ? undefined : `Use --${one} or --${other}, not both`
  }

/** The first reason of several refusals. */
export const refusing =
  (...refusals: readonly Refusal[]): Refusal =>
  (...given) => {
    for (const refuses of refusals) {
      const reason = refuses(...given)
      if (reason !== undefined) return reason
    }
    return undefined
  }

/** Refuses options that the page which `--web` opens has no place for. */
export const notOnPage =
  (...options: readonly string[]): Refusal =>
  (names, { web, dryRun }) => {
    const one = web ? (dryRun ? "dry-run" : options.find((name) => names.has(name))) : undefined
    return one === undefined ? undefined : `Use --${one} or --web, not both`
  }

/**
 * The options to go on with, and the arguments if they are others; a note if nothing is left to do; or why the
 * command is refused.
 */
export type Decision =
  | {
      readonly names: ReadonlySet<string>
      readonly note?: string
      readonly words?: readonly string[]
    }
  | { readonly done: string }
  | { readonly refused: string; readonly fix: string }

export const without = (names: ReadonlySet<string>, ...others: readonly string[]) =>
  new Set([...names].filter((name) => !others.includes(name)))

/** Fields of gh that a contract lacks, by name. */
export type ComputedFields = Readonly<Record<string, Computed>>

/** The members of an item under gh's names: a field of the contract, or a function of the item. */
export type Members = Readonly<Record<string, Column>>

/** A field of gh's that is a list. */
export interface ListedField {
  readonly members: Members
  /** Selects the items that gh prints; all by default. */
  readonly of?: (items: readonly Item[]) => readonly Item[]
  /** The result is one object instead of a list. */
  readonly isOne?: boolean
}

/** A value, and the fields that it is computed from, if it does not read these itself. */
type Computed =
  | Column
  | { readonly from: readonly string[]; readonly value: (item: Item) => unknown }

/** gh has an empty text in place of null. */
const textIn =
  (field: string): Column =>
  (item) =>
    item[field] ?? ""

/** `first-name` and `first_name` as `firstName`. */
export const camelCase = (name: string): string =>
  name.replaceAll(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase())

/**
 * Fields of a contract under gh's names: the same in camelCase, or others, as in `oid=sha`. A field with a question mark
 * has an empty text in place of null.
 */
export const named = (fields: string): Members =>
  Object.fromEntries(
    fields.split(" ").map((one) => {
      const [name = "", field = name] = one.replace("?", "").split("=")
      return [field === name ? camelCase(name) : name, one.endsWith("?") ? textIn(field) : field]
    }),
  )

/** A member of the result of an earlier step. */
export class ResultOf {
  constructor(
    /** The capability of the step. */
    readonly id: Id,
    readonly path: string,
    /** Whether the step fails if the member is null. */
    readonly isRequired = false,
  ) {}
}

/** Items of the list that an earlier step has returned. */
interface EachOf {
  readonly id: Id
  /** The member of an item that must be the name of one of the files. */
  readonly named: string
  /** For each input, the member of an item that fills it. */
  readonly inputs: Readonly<Record<string, string>>
}

/** Not a flag: an argument that names the subject. */
export const NAMED = "<name>"

/** In place of a flag: `--format json` asks for the document that gh prints. */
export const FORMAT = "<format>"

/** In place of a flag: arguments after the first, which are files. */
export const FILES = "<files>"

/** In place of a flag: set if gh would print lines in a pipe rather than data. */
export const LINES = "<lines>"

/** In place of a flag: set if the output is to be read rather than data. */
export const TEXT = "<text>"

/** In place of a flag: the pull request is merged through a merge queue. */
export const QUEUE = "<queue>"

/** In place of a flag: several labels that must all match, where GitHub's lists accept any. */
export const LABELS = "<labels>"

/** Whether it stands for arguments, the form of the output or a state, without an option of its own. */
export const isStandIn = (name: string): boolean =>
  [NAMED, FORMAT, FILES, LINES, QUEUE, TEXT].includes(name)

/** Whether the step reads the state of an object, or is chosen by it. */
export const isOfState = ({ decides, isDecided = false }: Step) =>
  decides !== undefined || isDecided

/** In place of a flag: `--json` names this field. */
export const jsonField = (name: string) => `<json ${name}>`

/** A step that `--json` selects by one of its fields. */
export const ofFields = (id: Id, computed: ComputedFields): Step => ({
  id,
  given: Object.keys(computed).map(jsonField),
  computed,
})

export const isOfField = ({ given = [] }: Step) => given.some((name) => name.startsWith("<json "))

export const partsOf = (query: string): readonly string[] =>
  query.split(" ").map((part) => (/^[\w-]+$/.test(part) ? `${part}:{${part}}` : part))

/** A placeholder in a search: `{label}`, or with a default `{state=open}`. */
export const PLACE = /\{([\w-]+)(?:=([@\w]+))?\}/

/** The default repository, and the arguments of a command, as parts of a search. */
export const AROUND = "repo:{repository}"
export const WORDS = "{words}"

export type GhCommand = readonly Step[]

/** Commands by the words after `gh`: their step, or steps in order, which are one chain. */
export type Commands = Readonly<Record<string, Step | GhCommand>>

/** `usual`, or `instead` if one of the flags is given. */
export const chosenBy = (flags: readonly string[], usual: Step, instead: Step): GhCommand => [
  { ...usual, without: flags },
  { ...instead, given: flags },
]

/**
 * `-m merge=method:MERGE`: the letter, the flag, the input, which may have the flag's name or be none, and its value.
 * `-F body-file=body@file` has a notation. Behind `|` is the value for `--name=false`.
 */
const USAGE = /^(?:-(\w) )?([\w-]+)(?:=(\w*))?(?::(\w+)(?:\|(\w+))?)?(?:@(\w+))?$/

function flagIn(usage: string, help: string): [string, Flag] {
  const [, short, name = "", input = name.replaceAll("-", "_"), text, offText, form] =
    USAGE.exec(usage) ?? []
  // A search consists of texts.
  const [value, off] = [text, offText].map((one) =>
    input !== "" && /^(?:true|false)$/.test(one ?? "") ? one === "true" : one,
  )
  const as = notations.find((one) => one === form)
  return [name, { short, input: input || undefined, value, off, as, help: help || undefined }]
}

type Usages = Readonly<Record<string, string>>

/** Flags that fill inputs, such as `-t title=name`, with or without a help of their own. */
export const filling = (...usages: readonly (string | Usages)[]): Flags =>
  Object.fromEntries(
    usages
      .flatMap((one) => Object.entries(typeof one === "string" ? { [one]: "" } : one))
      .map(([usage, help]) => flagIn(usage, help)),
  )

/** Flags without a value that only select steps, such as `-c comments`, and their help. */
export const switches = (usages: Usages): Flags =>
  Object.fromEntries(
    Object.entries(usages).map(([usage, help]) => {
      const [name, { input: _, ...flag }] = flagIn(usage, help)
      return [name, { ...flag, value: true }]
    }),
  )

type Rest = Omit<Step, "id">

export const by = (flags: Flags, id: Id, rest: Rest = {}): Step => ({
  id,
  given: Object.keys(flags),
  flags,
  ...rest,
})

/** gh's output for a change: nothing, or the address. */
export const nothing: Printed = []
export const address: Printed = ["url"]

/** Steps that print this unless they say otherwise. */
export const printing = (prints: Printed, ...steps: GhCommand): GhCommand =>
  steps.map((step) => ({ prints, ...step }))

/** Commands of one step that print this: the capability of each, and its other settings. */
export const changes = (prints: Printed, rows: Readonly<Record<string, Id | Step>>): Commands =>
  Object.fromEntries(
    Object.entries(rows).map(([words, row]) => [
      words,
      { prints, ...(typeof row === "string" ? { id: row } : row) },
    ]),
  )

/** Parts of each search for issues or pull requests. */
export const qualifiers = 'label:"{label}" author assignee'

/** gh's polling interval in seconds. */
export const interval = filling({ "-i interval=": "Ignored: ghx chooses the interval." })
