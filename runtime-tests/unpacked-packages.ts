import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const repository = join(import.meta.dirname, '..')
/** A path, because the commands of the repository may not be on the PATH, such as in an editor. */
const pnpm = join(repository, 'tools/package-manager/pnpm.js')
const packages = ['contract', 'signing', 'client', 'callback', 'oidc', 'reconcile']
/** Their dependencies, each with a package that has it installed. */
const dependencies = { valibot: 'contract', jose: 'oidc', oauth4webapi: 'oidc' }

/** A folder in which the packed packages are installed as npm would install them. */
export interface UnpackedPackages {
  readonly directory: string
  remove(): Promise<void>
}

/**
 * Packs the built packages and unpacks the tarballs below `node_modules`, so that the suite tests the packages as they
 * would be published, not their sources.
 */
export async function unpackPackages(): Promise<UnpackedPackages> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'merchant-edge-runtime-')))
  const modules = join(directory, 'node_modules')
  await mkdir(join(modules, '@merchant-edge'), { recursive: true })
  for (const name of packages) {
    const source = join(repository, 'packages', name)
    await run(process.execPath, [pnpm, 'pack', '--pack-destination', directory], { cwd: source })
  }
  for (const tarball of (await readdir(directory)).filter((file) => file.endsWith('.tgz'))) {
    const name = /^merchant-edge-(.+)-\d/.exec(tarball)?.[1] ?? ''
    const target = join(modules, '@merchant-edge', name)
    await mkdir(target)
    await run('tar', ['xzf', join(directory, tarball), '-C', target, '--strip-components=1'])
  }
  for (const [name, owner] of Object.entries(dependencies)) {
    const installed = join(repository, 'packages', owner, 'node_modules', name)
    await symlink(await realpath(installed), join(modules, name))
  }
  await copyFile(join(import.meta.dirname, 'suite.ts'), join(directory, 'suite.ts'))
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) }
}
