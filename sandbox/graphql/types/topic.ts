import type { Repository } from "../../tables/index.js"
import { address, type Field, type Fields, list } from "../field/index.js"

interface Topic {
  kind: "Topic"
  name: string
}

interface RepositoryTopic {
  kind: "RepositoryTopic"
  repositoryId: number
  name: string
}

const base64 = (text: string): string => Buffer.from(text).toString("base64url")

export const repositoryTopics: Field<Repository> = list(({ id, topics }: Repository) =>
  topics.map((name): RepositoryTopic => ({ kind: "RepositoryTopic", repositoryId: id, name })),
)

export const repositoryTopicFields: Fields<RepositoryTopic> = {
  id: ({ repositoryId, name }) => `RT_${base64(`${repositoryId}:${name}`)}`,
  topic: ({ name }): Topic => ({ kind: "Topic", name }),
  ...address<RepositoryTopic>("", ({ name }) => `/topics/${name}`),
}

export const topicFields: Fields<Topic> = {
  id: ({ name }) => `T_${base64(name)}`,
  name: ({ name }) => name,
}
