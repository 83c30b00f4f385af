import type { Viewer } from "../state/index.js"

/**
 * Who asks without a token: an account that is in no table, owns nothing and belongs to nothing, so
 * that it sees what everybody sees, by the rules that hold for all.
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
    members: new Map(),
    following: new Set(),
    createdAt: "",
    updatedAt: "",
  },
  scopes: new Set(),
}

export const isAnonymous = (viewer: Viewer): boolean => viewer === ANONYMOUS
