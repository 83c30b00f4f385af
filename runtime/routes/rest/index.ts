export { bytesReader as restBytes, textReader as restTexts } from "../../http/index.js"
export { restLookups } from "./lookups.js"
export { restPages } from "./pages.js"
export { restRoute } from "./route.js"
