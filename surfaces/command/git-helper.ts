/** The credential helper that starts this program, in the form that git takes. */
export function gitHelper(): string {
  const quoted = (word: string) =>
    /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
  const { execPath, execArgv, argv } = process
  const words = [execPath, ...execArgv, argv[1] ?? ""].map(quoted)
  return `!${words.join(" ")} auth git-credential`
}
