/** No card and no document comes near: the largest of the catalogue has 6,000 characters. */
const MOST_CHARACTERS = 200_000

/** Why a text is not read: beyond this, work that is nearly linear takes minutes all the same. */
export function tooLargeToRead({ length }: string): string | undefined {
  if (length <= MOST_CHARACTERS) return undefined
  const [has, most] = [length, MOST_CHARACTERS].map((count) => count.toLocaleString("en"))
  return `it has ${has} characters; at most ${most} are read`
}
