import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

/**
 * A digest of everything that the check of packed packages depends on: the content of the tarballs,
 * the versions of the tools, and the check itself.
 */
export async function packedContentDigest(repository: string): Promise<string> {
  const files = [
    ...(await filesBelow(join(repository, 'packages'))),
    ...(await filesBelow(import.meta.dirname)),
    ...(await filesBelow(join(import.meta.dirname, '../../release'))),
    join(repository, 'pnpm-lock.yaml'),
    join(repository, 'pnpm-workspace.yaml'),
  ]
  const hash = createHash('sha256')
  for (const file of files.toSorted()) {
    hash.update(`${relative(repository, file)}\0`)
    hash.update(await readFile(file))
  }
  return hash.digest('hex')
}

const leftOut = /(^|\/)(node_modules|src|test|\.\w+)$|\.tsbuildinfo\w*$|\.test(-d)?\.(js|d\.ts)$/

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const found = await Promise.all(
    entries
      .filter(({ name }) => !leftOut.test(name))
      .map(async (entry) => {
        const path = join(folder, entry.name)
        return entry.isDirectory() ? filesBelow(path) : [path]
      }),
  )
  return found.flat()
}
