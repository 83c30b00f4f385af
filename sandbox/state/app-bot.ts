import { type Account, accountByLogin, insert, type World } from "../tables/index.js"

const LOGIN = "ghx-sandbox[bot]"

/** Whom installations act as. It comes with the first token: a world without Apps has no such account. */
export function botOfApp(world: World): Account {
  const known = accountByLogin(world, LOGIN)
  if (known) return known
  const createdAt = world.clock.last()
  return insert(world, "accounts", {
    kind: "Bot",
    login: LOGIN,
    name: null,
    email: `${LOGIN}@users.noreply.github.com`,
    bio: null,
    company: null,
    location: null,
    websiteUrl: null,
    twitterUsername: null,
    pronouns: null,
    isSiteAdmin: false,
    isHireable: false,
    emptyLists: [],
    members: new Map(),
    following: new Set(),
    createdAt,
    updatedAt: createdAt,
  })
}
