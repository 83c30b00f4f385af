export * from "./compile-document.js"
export type { DocumentList } from "./paged-list.js"
