/** The head and the base of a new pull request, and the pull request of a branch, as gh finds them in a clone. */
import {
  branchOfClone,
  mergeBaseOf,
  type RemoteBranch,
  type Repository,
  sameRepository,
} from "../../input/index.js"
import { UsageError } from "../../output/index.js"
import { type Ask, dataOf, defaultBranch, type Input, itemsOf } from "./lookups.js"

const nameOf = ({ owner, repo }: Input | Repository) => `${owner}/${repo}`

const baseOf = ({ owner, repo }: Input): Repository => ({
  owner: String(owner),
  repo: String(repo),
})

/** The head of a new pull request: the pushed branch of the clone, as `OWNER:BRANCH` if it is in a fork. */
export async function headOf(input: Input, ask: Ask): Promise<string> {
  const { name, pushed, repositories } = await cloneOf(input, ask)
  if (!pushed || !isOnServerOf(repositories, pushed, input)) {
    throw new UsageError(
      `the branch ${JSON.stringify(name)} is not pushed, or has commits that are not pushed`,
      "Run git push first, or name a branch that is on GitHub: --head BRANCH, or --head OWNER:BRANCH in a fork",
    )
  }
  return labelOf(pushed, input)
}

/** The base of a new pull request: the one configured for its head branch, or else the default branch. */
export async function baseBranch(head: unknown, input: Input, ask: Ask): Promise<unknown> {
  const local = await branchOfClone()
  const isOfBase = local?.repositories.some((one) => sameRepository(one, baseOf(input)))
  const [name] = typeof head === "string" ? head.split(":").reverse() : [local?.name]
  const configured = isOfBase && name ? await mergeBaseOf(name) : undefined
  return configured ?? defaultBranch(input, ask)
}

/** The branch of the clone, which must be one of the base repository or of a fork of it. */
async function cloneOf(input: Input, ask: Ask) {
  const local = await branchOfClone()
  const base = baseOf(input)
  const isOfBase = local?.repositories.some((one) => sameRepository(one, base))
  const fork = local?.pushed?.repository ?? local?.repositories[0]
  if (local && (isOfBase || (fork && (await isForkOf(fork, base, ask))))) return local
  throw new UsageError(
    `no branch given, and the current folder is not a clone of ${nameOf(base)} on a branch`,
    "For a new pull request, use --head BRANCH; for an existing one, pass its number or branch",
  )
}

async function isForkOf({ owner, repo }: Repository, base: Repository, ask: Ask): Promise<boolean> {
  const found = await ask("repo.view", { owner, repo })
  const { parent } = found.ok ? Object(found.data) : {}
  return Boolean(parent) && sameRepository(baseOf(parent), base)
}

/** Whether a branch is on the server of the base, if a remote leads to the base. */
function isOnServerOf(
  repositories: readonly Repository[],
  { repository }: RemoteBranch,
  input: Input,
): boolean {
  const base = repositories.find((one) => sameRepository(one, baseOf(input)))
  return base === undefined || base.host === repository.host
}

/** How GitHub names the head of a pull request into the base. */
function labelOf({ repository, name }: RemoteBranch, input: Input): string {
  const base = baseOf(input)
  if (sameRepository(repository, base)) return name
  if (!isOwnerOf(repository, input)) return `${repository.owner}:${name}`
  throw new UsageError(
    `${name} is in ${nameOf(repository)}, a fork with the owner of ${nameOf(base)}: OWNER:BRANCH would name the branch of ${nameOf(base)}`,
    `Use ghx api repos/${nameOf(base)}/pulls --allow-write -f head_repo=${repository.repo} -f head=${repository.owner}:${name} -f base=BRANCH -f title=TITLE`,
  )
}

/**
 * The open pull request of a branch, or else its newest one.
 *
 * @param given - `BRANCH` of the repository or `OWNER:BRANCH` of a fork; by default the branch of the clone
 */
export async function pullOf(given: string | undefined, input: Input, ask: Ask): Promise<unknown> {
  const own = given === undefined ? await branchIn(input, ask) : undefined
  if (own?.pull !== undefined) return own.pull
  const label = given ?? own?.label ?? ""
  const [head_ref = "", login] = label.split(":").reverse()
  const isHead = async ({ number, from_fork, head_owner }: Input) => {
    if (login === undefined) return from_fork === false
    if (String(head_owner).toLowerCase() !== login.toLowerCase()) return false
    return own?.sibling === undefined || isFrom(own.sibling, number, input, ask)
  }
  const [open, other] = await newest(2, { head_ref, states: ["OPEN"] }, isHead, input, ask)
  if (open && other)
    ask.note?.(
      `${label} is the branch of several open pull requests: #${open.number} is taken, not #${other.number}`,
    )
  if (open) return open.number
  const [ended] = await newest(1, { head_ref, states: ["CLOSED", "MERGED"] }, isHead, input, ask)
  // A pull request that once had the default branch as its head has nothing to do with the branch now.
  const isDefault = ended?.from_fork === false && head_ref === (await defaultBranch(input, ask))
  if (ended && !isDefault) return ended.number
  const { items } = Object(await dataOf(ask("pr.list", { ...placeOf(input), first: 30 })))
  const listed: readonly Input[] = items
  const heads = listed.map(({ number, head_ref: branch, from_fork, head_owner }) =>
    from_fork ? `#${number} ${head_owner}:${branch}` : `#${number} ${branch}`,
  )
  throw new UsageError(
    `${nameOf(input)} has no pull request for the branch ${JSON.stringify(label)}`,
    heads.length === 0 ? "None is open" : `Open: ${heads.join(", ")}`,
  )
}

/** The number or the head of the clone's pull request, and its repository if that is a fork with the owner of the base. */
async function branchIn(input: Input, ask: Ask) {
  const { name, pushed, target, pull, repositories } = await cloneOf(input, ask)
  const own = pushed ?? target
  if (pull !== undefined || !own || !isOnServerOf(repositories, own, input)) {
    return { label: name, pull }
  }
  const { repository } = own
  if (sameRepository(repository, baseOf(input))) return { label: own.name }
  const sibling = isOwnerOf(repository, input) ? repository : undefined
  return { label: `${repository.owner}:${own.name}`, sibling }
}

const isOwnerOf = ({ owner }: Repository, base: Input) =>
  owner.toLowerCase() === String(base.owner).toLowerCase()

/** Lists name only the owner of a head, which tells forks of one owner not apart. */
async function isFrom(fork: Repository, pull_number: unknown, input: Input, ask: Ask) {
  const pull = Object(await dataOf(ask("pr.view", { ...placeOf(input), pull_number })))
  return sameRepository(baseOf({ owner: pull.head_owner, repo: pull.head_repo }), fork)
}

async function newest(
  most: number,
  filter: object,
  isHead: (pull: Input) => Promise<boolean>,
  input: Input,
  ask: Ask,
): Promise<readonly Input[]> {
  const found: Input[] = []
  for await (const one of itemsOf("pr.list", { ...placeOf(input), ...filter }, ask)) {
    if (await isHead(one)) found.push(one)
    if (found.length === most) break
  }
  return found
}

const placeOf = ({ owner, repo }: Input) => ({ owner, repo })
