import { ACTIONS_APP, OWN_APP } from "../../state/index.js"
import { type Fields, properties } from "../field/index.js"

export const actionsApp = { kind: "App", ...ACTIONS_APP } as const

/** The App that installation tokens are of. */
export const ownApp = { kind: "App", ...OWN_APP } as const

export const appFields: Fields<typeof actionsApp | typeof ownApp> = {
  ...properties<typeof actionsApp | typeof ownApp>(
    ...([
      "id",
      "databaseId",
      "slug",
      "name",
      "description",
      "url",
      "createdAt",
      "updatedAt",
    ] as const),
  ),
  logoUrl: (app, args: { size?: number | null }) =>
    `https://avatars.githubusercontent.com/in/${app.databaseId}?${args.size ? `s=${args.size}&` : ""}v=4`,
}
