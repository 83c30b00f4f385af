import type { Repository } from "../../tables/index.js"
import { connection, type Field, type Fields, type PageArgs } from "../field/index.js"

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

export const repositoryTopics: Field<Repository> = (repository, args: PageArgs, _context, info) =>
  connection(repository.topics, args, info, {
    node: (name): RepositoryTopic => ({
      kind: "RepositoryTopic",
      repositoryId: repository.id,
      name,
    }),
  })

export const repositoryTopicFields: Fields<RepositoryTopic> = {
  id: ({ repositoryId, name }) => `RT_${base64(`${repositoryId}:${name}`)}`,
  topic: ({ name }): Topic => ({ kind: "Topic", name }),
  resourcePath: ({ name }) => `/topics/${name}`,
  url: ({ name }, _, { store }) => `${store.webUrl}/topics/${name}`,
}

export const topicFields: Fields<Topic> = {
  id: ({ name }) => `T_${base64(name)}`,
  name: ({ name }) => name,
}
