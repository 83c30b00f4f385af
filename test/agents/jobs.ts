/** The jobs of both sets, as a model gets them. Written before any model ran. */
export const sets: Readonly<
  Record<1 | 2, { readonly jobs: readonly string[]; readonly answers: string }>
> = {
  1: {
    jobs: [
      "**ci**: Find which test failed in the newest failed run of the workflow `Nightly` on the branch `main`. File an issue titled `Nightly fails: TEST`, with TEST as the log names it, whose body contains the line of the log that begins with `AssertionError` (without indentation). Label it `bug` and `ci`, and assign it to yourself.",
      "**reviews**: For each open pull request of a person (not of a bot) into `main` that is no draft and has neither a review nor a requested reviewer: request a review from `ada`, or from `charles` if `ada` is its author.",
      "**board**: In the project `Orbit roadmap` of the organization `acme`, set the Status `Done` for each item whose issue is closed, or whose pull request is closed or merged. Add the open issues labelled `priority: high` that the project lacks, with the Status `Todo`. Leave all other items as they are.",
      "**stale**: For each open issue labelled `needs info` whose newest comment is by `ada`, `charles` or `grace`: close it as not planned, with the comment `Closed, as nobody answered.` (Some issues have more than 100 comments.)",
      "**discussions**: In the category `Q&A`, for each discussion without an answer that `ada` has commented with a text that begins with `Answer:`, mark that comment as its answer.",
      '**settings**: Set the repository\'s description to `Schedules & exports "orbits"`, its homepage to `https://orbit.acme.example`, its topics to exactly `cli`, `orbits` and `scheduling`. Delete branches after merges, disable the wiki, allow only squash merges. Set the Actions variable `RELEASE_CHANNEL` to `stable`, and delete the Actions variable `OLD_CHANNEL`.',
      "**dependencies**: Of the open pull requests of the bot `dependabot`: squash-merge those to a newer patch or minor version (the first number of the version stays) whose checks have all succeeded. Comment `Major update: a person decides.` on those to a newer major version. Leave the others.",
      "**release**: Publish the draft release `v1.8.0`, with the title `Orbit 1.8.0`. Its notes have a line `- TITLE (#NUMBER) @AUTHOR` for each merged pull request of the milestone `v1.8.0`, by ascending numbers. Close that milestone.",
    ],
    answers:
      '{ "ci": { "test": "…", "issue": NUMBER }, "board": { "done": HOW MANY ITEMS WERE SET TO DONE, "added": HOW MANY WERE ADDED }, "release": { "pull_requests": HOW MANY LINES, "url": "…" } }',
  },
  2: {
    jobs: [
      "**releases**: Which published releases (no drafts, no prereleases) have no asset named `checksums.txt`? Mark the release `v1.5.0` as a prerelease, and put the line `> **Broken:** use v1.5.1.` and an empty line before its notes, which otherwise stay as they are.",
      "**runs**: Of the newest 40 runs of the workflow `CI` on the branch `main`: in how many did each test file fail? The log of a failed job has a line `FAIL FILE` for each.",
      "**threads**: On pull request 220, resolve each unresolved review thread whose newest comment is by the pull request's author and begins with `Done`. Reply `@charles, please decide.` in each unresolved thread whose newest comment is by the pull request's author and ends with a question mark, without resolving it. How many threads of each file are unresolved afterwards?",
      "**labels**: Give `enhancement` to all issues and pull requests, open and closed, that are labelled `type: feature`. Then delete the label `type: feature`. All other labels stay.",
      "**milestones**: Move all open issues and pull requests of the milestone `v2.0 – beta` to the milestone `v2.0`; those that are closed stay. Close the milestone `v2.0 – beta`, and let `v2.0` be due on 2026-12-15.",
      "**files**: On a new branch `node-20` from `main`, in each `packages/*/package.json` whose `engines` require exactly `>=18` of `node`, write `>=20` there; every other byte stays. Open a pull request into `main` titled `Require Node 20`, with the body `Needed for #5.` and the label `dependencies`.",
      "**search**: How many open issues (no pull requests) of each repository of `acme` have the words `connection reset`, next to each other in this order, in their title or body (comments do not count)? And how many by each author?",
      "**sprints**: In the project `Sprints` of the organization `acme`: what is the sum of `Estimate` of the items in each Status? Then set the Status `Blocked` for each item with the Status `In progress` whose issue has no assignee. (The sums are those before this change.)",
    ],
    answers:
      '{ "releases": ["TAG", …], "runs": { "FILE": NUMBER, … }, "threads": { "FILE": NUMBER, … }, "search": { "OWNER/REPO": NUMBER, … }, "search_authors": { "LOGIN": NUMBER, … }, "sprints": { "STATUS": SUM, … } }',
  },
}
