import { register } from "node:module"
register("data:text/javascript," + encodeURIComponent(`export async function load(url, ctx, next) { const r = await next(url, ctx); process._rawDebug(url.split("/node_modules/").pop(), String(r.source ?? "").length); return r }`))
