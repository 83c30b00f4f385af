/**
 * The site of docs/. Of VitePress 1.6.4 and Starlight 0.42 (November 2026): 102 and 184 MB of packages, and Starlight
 * needs Node 22.12 and a title in the front matter of each page, which GitHub would show.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type DefaultTheme, defineConfig } from "vitepress"
import llms from "vitepress-plugin-llms"

const PAGES = join(import.meta.dirname, "../pages")
const readJson = (path: string) => JSON.parse(readFileSync(join(PAGES, path), "utf8"))
const domains: { domain: string; ids: string[] }[] = readJson("domains.json")
const api: DefaultTheme.SidebarItem[] = readJson("api/typedoc-sidebar.json")
/** Where the site is served, such as `/ghx/` for a project page. */
const base = process.env.SITE_BASE ?? "/"
/** Where the sources are; set by `main.ts`. */
const { SITE_SOURCES } = process.env

const ICON = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#1f6feb"/><path d="M3 5l3 3-3 3M8 11h5" fill="none" stroke="#fff" stroke-width="2"/></svg>')}`

const of = (text: string, links: Record<string, string>, collapsed = false) => ({
  text,
  collapsed,
  items: Object.entries(links).map(([text, link]) => ({ text, link })),
})

export default defineConfig({
  title: "ghx",
  description:
    "Typed GitHub capabilities for agents, compiled from YAML cards and GraphQL documents",
  base,
  head: [["link", { rel: "icon", href: ICON }]],
  srcDir: "pages",
  outDir: "../../.cache/site",
  cacheDir: "../../.cache/vitepress",
  cleanUrls: true,
  // Files beside the pages, which are no pages.
  ignoreDeadLinks: [/^\/explorer\//, /localhost/],
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    // Braces of cards and GitHub Actions are text, and no expressions of Vue.
    config: (md) => {
      const { code_inline: code, text } = md.renderer.rules
      const literal = (html = "") => html.replaceAll("{{", "&#123;&#123;")
      md.renderer.rules.code_inline = (...given) => literal(code?.(...given))
      md.renderer.rules.text = (...given) => literal(text?.(...given))
    },
  },
  vite: { plugins: [llms({ domain: base.replace(/\/$/, ""), ignoreFiles: ["decisions/*"] })] },
  themeConfig: {
    search: {
      provider: "local",
      options: {
        miniSearch: {
          // The API names every capability in the types of its options.
          searchOptions: { boostDocument: (id) => (id.startsWith("/api/") ? 0.1 : 1) },
        },
      },
    },
    outline: [2, 3],
    ...(SITE_SOURCES && { editLink: { pattern: `${SITE_SOURCES}/edit/main/docs/:path` } }),
    nav: [
      { text: "Guide", link: "/tutorial" },
      { text: "Recipes", link: "/recipes/" },
      { text: "Capabilities", link: "/capabilities/" },
      { text: "API", link: "/api/" },
      { text: "Explorer", link: "/explorer/index.html", target: "_self" },
    ],
    sidebar: {
      // The sidebar is part of each page, so each domain lists only its own.
      ...Object.fromEntries(
        domains.map(({ domain, ids }) => [
          `/capabilities/${domain}/`,
          [
            { text: "All domains", link: "/capabilities/" },
            {
              text: domain,
              items: ids.map((id) => ({
                text: id,
                link: `/capabilities/${id.replace(".", "/")}`,
              })),
            },
          ],
        ]),
      ),
      "/capabilities/": domains.map(({ domain }) => ({
        text: domain,
        link: `/capabilities/#${domain}`,
      })),
      "/api/": api,
      "/": [
        of("Start", {
          "What it is": "/readme",
          Tutorial: "/tutorial",
          Install: "/guides/install",
          "From Octokit": "/guides/coming-from-octokit",
          "From gh": "/guides/coming-from-gh",
          "From MCP servers": "/guides/coming-from-mcp",
          Questions: "/faq",
          Troubleshooting: "/troubleshooting",
          Glossary: "/glossary",
        }),
        of("Recipes", {
          All: "/recipes/",
          "Stale issues": "/recipes/stale-bot",
          "Triage with a model": "/recipes/triage",
          "A board by labels": "/recipes/board",
          "Dependency updates": "/recipes/dependency-updates",
          "Review threads": "/recipes/review-threads",
          "Waiting for checks": "/recipes/wait-for-checks",
          "Release notes": "/recipes/release-notes",
          "Weekly report": "/recipes/weekly-report",
          "Many repositories": "/recipes/many-repositories",
          Audit: "/recipes/audit",
          "Resuming after a crash": "/recipes/resume",
        }),
        of("Calls", {
          "Calls and results": "/runtime",
          "Routes, retries, traffic": "/routes",
          "Client options": "/client-options",
          "Environment variables": "/environment",
          Errors: "/guides/errors",
          Chains: "/chains",
          "Writes applied once": "/guides/once",
          "Any operation": "/any-operation",
        }),
        of("Agents", {
          "Skill, MCP, SDKs": "/agents",
          "What they cost": "/agent-costs",
          "Bounding an agent": "/guides/bounding-an-agent",
          "Security model": "/security",
          Permissions: "/permissions",
          Plans: "/plans",
          "Issue chains": "/issue-chains",
        }),
        of("Tests", {
          Sandbox: "/sandbox",
          "Seeds and snapshots": "/sandbox-seeds",
          "Rules and differences": "/sandbox-model",
          Mocking: "/guides/mocking",
          "Testing an agent": "/guides/testing-your-agent",
          "Every operation": "/sandbox-coverage",
        }),
        of("Operation", {
          Production: "/guides/production",
          "Durable runs": "/durable",
          Interceptors: "/guides/interceptors",
          Scale: "/scale",
          "Small bundles": "/core",
          "GitHub Apps": "/guides/github-app",
          "GitHub Actions": "/guides/github-actions",
          "Enterprise Server": "/guides/enterprise",
        }),
        of("Command", { ghx: "/command", "As in gh": "/gh", Explorer: "/explorer" }),
        of("Cards", {
          "Your own cards": "/your-own-cards",
          "Card language": "/cards",
          "Routes of a card": "/cards-routes",
          "Promises of a card": "/cards-promises",
          Diagnostics: "/diagnostics/",
          "10xx: cards": "/diagnostics/10xx",
          "11xx: schemas": "/diagnostics/11xx",
          "12xx: documents": "/diagnostics/12xx",
          "13xx: mappings": "/diagnostics/13xx",
          "14xx: released contracts": "/diagnostics/14xx",
          "15xx: pins": "/diagnostics/15xx",
          "16xx: endpoints, gh": "/diagnostics/16xx",
          "17xx: shared definitions": "/diagnostics/17xx",
        }),
        of(
          "Inside",
          {
            Architecture: "/architecture",
            Decisions: "/decisions/",
            Contributing: "/contributing",
            Results: "/results",
            "Compared with other tools": "/coverage",
            Changelog: "/changelog",
            Stability: "/overview",
          },
          true,
        ),
      ],
    },
  },
})
