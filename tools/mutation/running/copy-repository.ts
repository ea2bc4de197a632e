import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Cache directories that programs create in a `node_modules`. */
const caches = /\/node_modules\/\.(?:cache|vite|vite-temp|vitest)(?:\/|$)/

/**
 * Copies the repository as it is on disk, without what git ignores, into a new directory: the run
 * and further work in the repository do not disturb each other. The packages of the copy resolve to
 * one another; installed packages are shared.
 *
 * @returns the directory of the copy
 */
export async function copyRepository(repository: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'merchant-edge-mutation-'))
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  const files = listed.split('\0').filter((file) => file !== '')
  const folders = new Set<string>()
  for (const file of files) {
    const from = join(repository, file)
    if (!existsSync(from)) continue
    await mkdir(dirname(join(directory, file)), { recursive: true })
    await cp(from, join(directory, file), { recursive: true })
    if (file.endsWith('/package.json')) folders.add(dirname(file))
  }
  await symlink(join(repository, 'node_modules'), join(directory, 'node_modules'))
  for (const folder of folders) {
    const modules = join(repository, folder, 'node_modules')
    if (!existsSync(modules)) continue
    await cp(modules, join(directory, folder, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !caches.test(path),
    })
  }
  return directory
}
