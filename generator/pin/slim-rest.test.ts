import { describe, expect, test } from "vitest"
import { permissionsIn } from "./slim-rest.js"

describe("permissionsIn", () => {
  test.each([
    [
      "Sets it.\n\nOAuth tokens and personal access tokens (classic) need the `repo` scope to use this endpoint.",
      { scopes: ["repo"] },
    ],
    [
      "OAuth app tokens and personal access tokens (classic) need the `repo` or `security_events` scope to use this endpoint.",
      { scopes: ["repo", "security_events"] },
    ],
    [
      "OAuth app tokens and personal access tokens (classic) need the `read:packages` and `delete:packages` scopes to use this endpoint.",
      { scopes: ["read:packages", "delete:packages"], all: true },
    ],
    [
      "Anyone with read access can use it.\n\nIf the repository is private, OAuth tokens and personal access tokens (classic) need the `repo` scope to use this endpoint.",
      { private_scopes: ["repo"] },
    ],
    [
      "OAuth app tokens need the `repo` scope to use this endpoint with private or public repositories, or the `public_repo` scope to use this endpoint with only public repositories.",
      { scopes: ["repo", "public_repo"] },
    ],
    [
      "OAuth app tokens and personal access tokens (classic) need the `read:packages` scope to use this endpoint. If the repository is private, the `repo` scope is also required.",
      { scopes: ["read:packages"], private_scopes: ["repo"] },
    ],
    [
      'Fine-grained access tokens require the "Metadata" repository permission (read).',
      { fine_grained: ["Metadata (repository): read"] },
    ],
    [
      "OAuth app tokens need the `public_repo` or `repo` scope to create a public repository, and `repo` scope to create a private repository.",
      undefined,
    ],
    [
      'Where it changes a workflow, fine-grained access tokens also need the "Workflows" repository permission (write).',
      undefined,
    ],
    ["Any user with pull access to a repository can create an issue.", undefined],
    ["The scope of `main` is wide.", undefined],
  ])("returns the permissions in: %j", (description, needed) => {
    expect(permissionsIn(description)).toEqual(needed)
  })
})
