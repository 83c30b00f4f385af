/** GitHub Actions, the App that every workflow's checks belong to, as GitHub describes it. */
export const ACTIONS_APP = {
  id: "MDM6QXBwMTUzNjg=",
  databaseId: 15368,
  slug: "github-actions",
  name: "GitHub Actions",
  description: "Automate your workflow from idea to production",
  url: "https://github.com/apps/github-actions",
  createdAt: "2018-07-30T09:30:17Z",
  updatedAt: "2024-04-10T20:33:16Z",
} as const
