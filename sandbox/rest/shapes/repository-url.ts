import { nameWithOwner } from "../../state/lookup.js"
import type { Repository } from "../../state/rows.js"
import type { View } from "../request.js"

export const repositoryUrl = ({ world, apiUrl }: View, repository: Repository): string =>
  `${apiUrl}/repos/${nameWithOwner(world, repository)}`
