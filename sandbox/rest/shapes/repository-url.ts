import type { Repository } from "../../tables/index.js"
import type { View } from "../route/index.js"

export const repositoryUrl = ({ store, apiUrl }: View, repository: Repository): string =>
  `${apiUrl}/repos/${store.nameWithOwner(repository)}`
