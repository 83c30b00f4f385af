/** Loads packages that not everybody who installs ghx needs, or says what to install. */
export async function withPackages<T>(
  names: readonly string[],
  load: () => Promise<T>,
): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!names.some((name) => isMissing(error, name))) throw error
    const [what, it] = names.length === 1 ? ["package", "it"] : ["packages", "them"]
    const message = `ghx/sandbox needs the ${what} ${names.join(" and ")}. Install ${it}: npm install --save-dev ${names.join(" ")}`
    throw new Error(message, { cause: error })
  }
}

/** The package itself, and not something that it lacks. */
function isMissing(error: unknown, name: string): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    error.code === "ERR_MODULE_NOT_FOUND" &&
    error.message.includes(`'${name}'`)
  )
}
