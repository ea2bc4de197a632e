import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** What a check said when it held, and the content that it held for. */
interface Remembered {
  readonly digest: string
  readonly remarks: readonly string[]
}

/** Remembers for which content of the repository a check held. */
export interface RememberedChecks {
  /**
   * What the check said when it last held, if nothing that it reads has changed since.
   *
   * @param reads the paths whose content the check depends on
   */
  readonly recall: (name: string, reads: RegExp) => readonly string[] | undefined
  readonly remember: (name: string, reads: RegExp, remarks: readonly string[]) => Promise<void>
}

/**
 * Opens the memory of checks. Without git nothing is remembered: what git ignores is not part of the content.
 *
 * @param file where it is kept; one that cannot be read counts as empty
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

/** The content of every file that git knows or would take in, hashed, in the order of their paths. */
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
