/** How a snapshot writes a value. Maps, and objects whose keys are data, are distinct from others. */
type Format =
  | "text"
  | "time"
  | "commit"
  | "number"
  | "flag"
  | "list"
  | "set"
  | "by number"
  | "by text"
  | "data"
  | "object"
  | "id"
  | "ids"

/** A column of a table: the type of its values, and how a snapshot writes them. */
export interface Column<Value = unknown, Target extends string = string> {
  readonly format: Format
  readonly isNullable: boolean
  /** The table that an id refers to. */
  readonly target?: Target
  /** Of the column `kind`: the prefixes of node ids. */
  readonly prefixes?: Readonly<Record<string, string>>
  /** Only a type. */
  readonly value?: Value
}

/** The row that has these columns. */
export type Row<Columns> = {
  readonly [Name in keyof Columns]: Columns[Name] extends Column<infer Value> ? Value : never
}

const column = <Value>(format: Format): Column<Value, never> => ({ format, isNullable: false })

export const text = column<string>("text")
export const time = column<string>("time")
/** The oid of a commit. */
export const commit = column<string>("commit")
export const number = column<number>("number")
export const flag = column<boolean>("flag")
export const oneOf = <Value extends string>() => column<Value>("text")
export const list = <Item>() => column<readonly Item[]>("list")
export const set = <Item>() => column<ReadonlySet<Item>>("set")
export const byNumber = <Item>() => column<ReadonlyMap<number, Item>>("by number")
export const byText = <Item>() => column<ReadonlyMap<string, Item>>("by text")
export const data = <Item>() => column<Readonly<Record<string, Item>>>("data")
export const object = <Value>() => column<Value>("object")

export const id = <const Target extends string>(target: Target): Column<number, Target> => ({
  ...column("id"),
  target,
})

export const ids = <const Target extends string>(
  target: Target,
): Column<readonly number[], Target> => ({ ...column("ids"), target })

export const nullable = <Value, Target extends string>(
  of: Column<Value, Target>,
): Column<Value | null, Target> => ({ ...of, isNullable: true })

/** The columns of every row: its GraphQL type, which determines its node id, and its database id. */
export const node = <const Prefixes extends Readonly<Record<string, string>>>(
  prefixes: Prefixes,
): { kind: Column<keyof Prefixes & string, never>; id: Column<number, never> } => ({
  kind: { ...column("text"), prefixes },
  id: number,
})

export const dated = { createdAt: time, updatedAt: time }
