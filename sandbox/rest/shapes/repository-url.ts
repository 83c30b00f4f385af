import { nameWithOwner, type Repository } from "../../tables/index.js"
import type { View } from "../route/index.js"

export const repositoryUrl = ({ world, apiUrl }: View, repository: Repository): string =>
  `${apiUrl}/repos/${nameWithOwner(world, repository)}`
