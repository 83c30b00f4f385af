/** Far above every card and document: the largest of the catalogue has 6,000 characters. */
const MOST_CHARACTERS = 200_000

/** The reason why a file is not read: beyond this size, even nearly linear work takes minutes. */
export function tooLargeToRead({ length }: string): string | undefined {
  if (length <= MOST_CHARACTERS) return undefined
  const [has, most] = [length, MOST_CHARACTERS].map((count) => count.toLocaleString("en"))
  return `the file has ${has} characters (at most ${most})`
}
