import { notFound } from "../../state/index.js"
import type { EmptyList, Store } from "../../tables/index.js"
import { alike, type Field, NotModelled } from "../field/index.js"

interface Home {
  readonly emptyLists: readonly EmptyList[]
}

/** The answer for a list that is not modelled. It is only given if the seed declares the list empty. */
export const own = <Row extends Home>(key: EmptyList, answer: Field<Row>): Field<Row> =>
  ifEmpty(key, (row) => row, answer)

/** The same for lists of the row's repository. */
export const ofRepository = <Row extends { readonly repositoryId: number }>(
  key: EmptyList,
  answer: Field<Row>,
): Field<Row> => ifEmpty(key, (row, store) => store.get("repositories", row.repositoryId), answer)

const ifEmpty = <Row>(
  key: EmptyList,
  homeOf: (row: Row, store: Store) => Home,
  answer: Field<Row>,
): Field<Row> =>
  alike(`nothing, if the seed says \`${key}: []\``, (row: Row, args, context, info) => {
    if (homeOf(row, context.store).emptyLists.includes(key)) return answer(row, args, context, info)
    throw new NotModelled(`${info.parentType.name}.${info.fieldName}`, key)
  })

/** The answer while the repository has no protected branch. */
export const unlessProtected = <Row>(
  repositoryIdOf: (row: Row) => number,
  answer: Field<Row>,
): Field<Row> =>
  alike("nothing, while no branch is protected", (row: Row, args, context, info) => {
    const { length } = context.store.rowsBy("branchProtections", "repository", repositoryIdOf(row))
    if (length === 0) return answer(row, args, context, info)
    throw new NotModelled(`${info.parentType.name}.${info.fieldName} of protected branches`)
  })

// GitHub's errors for missing objects; each message differs.

export const noEnvironment: Field<unknown> = (_row, args: { name: string }) => {
  throw notFound(`Could not resolve to an Environment with the name ${args.name}.`)
}
