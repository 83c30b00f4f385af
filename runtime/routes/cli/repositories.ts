/**
 * The repositories that the arguments of a gh command name, also in the address of a page or in a path of the API.
 */
export function repositoriesIn(argv: readonly string[]): string[] {
  const end = argv.indexOf("--")
  const [flags, positionals] = end < 0 ? [argv, []] : [argv.slice(0, end), argv.slice(end + 1)]
  const given = flags.flatMap((flag) => {
    const [, name = "", value = ""] = /^--([^=]*)=(.*)$/s.exec(flag) ?? []
    return takesRepository.test(name) ? [value] : []
  })
  const [command = "", action = ""] = argv
  const taken = takingRepositories.test(`${command} ${action} `)
    ? positionals
    : positionals.filter(isPage)
  const paths = command === "api" ? positionals : []
  return [
    ...[...given, ...taken].flatMap((one) => repositoryOf(one) ?? []),
    ...paths.flatMap((path) => /^\/?repos\/([^/?]+\/[^/?]+)/.exec(path)?.[1] ?? []),
  ]
}

const takesRepository = /repo|^(?:source|template)$/

/** Positional arguments of other commands may be branches, whose names contain slashes. */
const takingRepositories = /^(?:repo |issue transfer |label clone )/

const isPage = (value: string) => /^https?:\/\//i.test(value)

/** `owner/name`, the same behind a host, or somewhere below the repository's page. */
function repositoryOf(value: string): string | undefined {
  if (isPage(value) && URL.canParse(value)) {
    const path = new URL(value).pathname.replace(/^\/(?:api\/v3\/)?repos\//, "/")
    return /^\/([^/]+\/[^/]+)/.exec(path)?.[1]
  }
  const parts = value.split("/")
  return parts.length === 2 || parts.length === 3 ? parts.slice(-2).join("/") : undefined
}
