import type { Viewer } from "../state/index.js"

/**
 * The viewer of requests without a token: an account that is in no table and owns nothing, so that the general rules
 * show it only public data.
 */
export const ANONYMOUS: Viewer = {
  account: {
    kind: "User",
    id: 0,
    login: "",
    name: null,
    email: "",
    bio: null,
    company: null,
    location: null,
    websiteUrl: null,
    twitterUsername: null,
    pronouns: null,
    isSiteAdmin: false,
    isHireable: false,
    emptyLists: [],
    secrets: new Map(),
    variables: new Map(),
    members: new Map(),
    following: new Set(),
    publicMembers: new Set(),
    seenThreads: new Map(),
    createdAt: "",
    updatedAt: "",
  },
  scopes: new Set(),
}

export const isAnonymous = (viewer: Viewer): boolean => viewer === ANONYMOUS
