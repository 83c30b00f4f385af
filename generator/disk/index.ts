export { cloneAround, isWithin, LinkError, refuseLinks } from "./links.js"
export { createFile, putFile, replaceFile } from "./write.js"
