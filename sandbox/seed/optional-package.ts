/** Loads a package that not everybody who installs ghx needs, or says what to install. */
export async function withPackage<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!isMissing(error, name)) throw error
    const message = `ghx/sandbox needs the package ${name}. Install it: npm install --save-dev ${name}`
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
