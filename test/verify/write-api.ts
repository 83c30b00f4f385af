/** `make api`: writes `test/api.md`. */
import { writeFileSync } from "node:fs"
import { readTexts } from "../../generator/read/index.js"
import { API_PATH, describeApi } from "./api.js"

writeFileSync(API_PATH, describeApi(process.cwd(), readTexts(process.cwd(), "generated")))
