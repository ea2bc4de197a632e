import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Packs every public package as it would be published, and lets publint and attw look at the tarball. */
const run = promisify(execFile)
const repository = join(import.meta.dirname, '../..')
const target = await mkdtemp(join(tmpdir(), 'merchant-edge-pack-'))
const problems: string[] = []

async function attempt(name: string, command: readonly [string, ...string[]]): Promise<void> {
  const [program, ...rest] = command
  try {
    await run(join(repository, 'tools/node_modules/.bin', program), rest)
  } catch (error) {
    const output = error instanceof Error && 'stdout' in error ? error.stdout : error
    problems.push(`${name}: ${program}\n${String(output)}`)
  }
}

try {
  const folders = await readdir(join(repository, 'packages'))
  for (const folder of folders) {
    await run('pnpm', ['pack', '--pack-destination', target], {
      cwd: join(repository, 'packages', folder),
    })
  }
  const tarballs = await readdir(target)
  await Promise.all(
    tarballs.map(async (tarball) => {
      const file = join(target, tarball)
      await attempt(tarball, ['publint', file, '--strict'])
      await attempt(tarball, ['attw', file, '--profile', 'esm-only', '--no-color'])
    }),
  )
  console.log(`${tarballs.length} packages packed and looked at`)
} finally {
  await rm(target, { recursive: true, force: true })
}
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
