import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** The output of a check that passed, and the content for which it passed. */
interface Remembered {
  readonly digest: string
  readonly remarks: readonly string[]
}

/** A cache of the checks that passed, by the content of the files that they read. */
export interface RememberedChecks {
  /**
   * The output of the check when it last passed, if no file that it reads has changed since.
   *
   * @param reads the paths whose content the check depends on
   */
  readonly recall: (name: string, reads: RegExp) => readonly string[] | undefined
  readonly remember: (name: string, reads: RegExp, remarks: readonly string[]) => Promise<void>
}

/**
 * Opens the cache of checks. Without git nothing is cached, because files that git ignores are not
 * part of the content.
 *
 * @param file the file of the cache; if it cannot be read, the cache is empty
 */
export async function openRememberedChecks(
  repository: string,
  file: string,
): Promise<RememberedChecks> {
  const contents = await hashFiles(repository)
  const known = await readFile(file, 'utf8')
    .then((text): Record<string, Remembered> => JSON.parse(text))
    .catch((): Record<string, Remembered> => ({}))

  function digestOf(reads: RegExp): string {
    const hash = createHash('sha256')
    for (const [path, content] of contents)
      if (reads.test(path)) hash.update(`${path}\0${content}\0`)
    return hash.digest('hex')
  }

  return {
    recall(name, reads) {
      const found = known[name]
      return contents.size > 0 && found?.digest === digestOf(reads) ? found.remarks : undefined
    },
    async remember(name, reads, remarks) {
      known[name] = { digest: digestOf(reads), remarks }
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, JSON.stringify(known))
    },
  }
}

/** The hashes of all files that git tracks or would add, in the order of their paths. */
async function hashFiles(repository: string): Promise<ReadonlyMap<string, string>> {
  const command = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const listed = await promisify(execFile)('git', command, {
    cwd: repository,
    maxBuffer: 1 << 26,
  }).catch(() => ({ stdout: '' }))
  const paths = [...new Set(listed.stdout.split('\0'))].filter((path) => path !== '').toSorted()
  const hashes = await Promise.all(
    paths.map(async (path) => {
      const content = await readFile(join(repository, path)).catch(() => 'deleted')
      return [path, createHash('sha256').update(content).digest('hex')] as const
    }),
  )
  return new Map(hashes)
}
