import { ACTIONS_APP } from "../../state/index.js"
import { constants, type Fields } from "../field/index.js"

/** The only App that acts in the sandbox. */
export const actionsApp = { kind: "App" } as const

export const appFields: Fields<typeof actionsApp> = {
  ...constants(ACTIONS_APP),
  logoUrl: (_app, args: { size?: number | null }) =>
    `https://avatars.githubusercontent.com/in/${ACTIONS_APP.databaseId}?${args.size ? `s=${args.size}&` : ""}v=4`,
}
