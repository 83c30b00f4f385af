import { gistFile, gistFileNames, gistView, type Item } from "../print/index.js"
import { address, type Commands, FILES, filling, nothing, printing, switches } from "./step.js"

const countOfFiles = ({ files }: Item): string => {
  const { length } = [files].flat()
  return `${length} ${length === 1 ? "file" : "files"}`
}

/** As in gh, a gist without a description is called like its first file. */
const nameOfGist = ({ description, files }: Item) => description || [files].flat()[0]

const matches = ({ description, files }: Item, pattern: string): boolean =>
  [description, ...[files].flat()].some((text) => new RegExp(pattern).test(String(text ?? "")))

/** The files of a gist, for a sender who is not at this machine. */
const withoutFiles = (verb: string) =>
  `Use ghx gist ${verb} --file '[{"name":"a.txt","content":"Text"}]'`

const raw = switches({ "-r raw": "Print the text; JSON output is unchanged." })

const description = filling("-d desc=description")

export const gists: Commands = {
  "gist create": {
    id: "gist.create",
    gathers: "files",
    // As in gh, which always sends one.
    usual: { description: "" },
    withoutFiles: withoutFiles("create"),
    flags: {
      ...description,
      ...filling("-p public:true", { "-f filename=": "File name for the content of stdin." }),
    },
    prints: address,
  },
  "gist list": {
    id: "gist.list",
    usual: { first: 10 },
    refuses: (_, { filter = "" }) => {
      try {
        new RegExp(String([filter].flat().at(-1)))
        return undefined
      } catch (error) {
        return `--filter: ${error instanceof Error ? error.message : error}`
      }
    },
    flags: {
      ...filling("public=privacy:PUBLIC", "secret=privacy:SECRET"),
      filter: {
        keeps: matches,
        help: "Only gists whose description or file names match this regular expression.",
      },
    },
    prints: [
      "id",
      nameOfGist,
      countOfFiles,
      ({ public: isPublic }) => (isPublic ? "public" : "secret"),
      "updated_at",
    ],
  },
  "gist view": [
    { id: "gist.view", without: ["files", "filename"], flags: raw, prints: gistView },
    {
      id: "gist.view",
      given: ["filename"],
      without: ["files"],
      flags: { ...raw, ...filling("-f filename") },
      prints: gistFile,
    },
    {
      id: "gist.view",
      given: ["files"],
      flags: switches({ files: "Print the names of the files." }),
      prints: gistFileNames,
      isWhole: true,
    },
  ],
  "gist edit": printing(
    nothing,
    {
      id: "gist.update",
      given: ["desc", "add", "remove"],
      without: [FILES],
      withoutFiles: withoutFiles("update"),
      flags: {
        ...description,
        ...filling({
          "-a add=files@added": "Add this file.",
          "-r remove=files@removed": "Remove the file of this name.",
        }),
      },
    },
    {
      id: "gist.update",
      given: [FILES],
      replaces: "files",
      withoutFiles: withoutFiles("update"),
      flags: {
        ...description,
        ...filling({
          "-f filename=": "File of the gist that gets the content (default: same name).",
        }),
      },
    },
  ),
  "gist rename": {
    id: "gist.update",
    further: {
      names: ["old-name", "new-name"],
      input: ([name, new_name]) => ({ files: [{ name, new_name }] }),
    },
    prints: nothing,
  },
  "gist delete": { id: "gist.delete", prints: nothing },
}
