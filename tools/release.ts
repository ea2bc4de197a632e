import { execFile } from 'node:child_process'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'

/**
 * The steps of a release on the build machine. `pack` builds and packs every public package and writes its bill of
 * materials (CycloneDX) next to it. `publish` publishes these tarballs with npm, except versions that npm has already.
 * `publish --dry-run` only prints what it would do.
 */
const usage = 'usage: node tools/release.ts pack | publish [--dry-run]'
const run = promisify(execFile)
const repository = join(import.meta.dirname, '..')
const target = join(repository, '.release')

interface Manifest {
  readonly name: string
  readonly version: string
}

async function pnpm(args: readonly string[]): Promise<void> {
  await run('pnpm', args, { cwd: repository, maxBuffer: 2 ** 26 })
}

async function pack(): Promise<void> {
  await rm(target, { recursive: true, force: true })
  await mkdir(target)
  await pnpm(['run', 'app:build'])
  const packages = await readdir(join(repository, 'packages'))
  for (const name of packages.toSorted()) {
    const only = ['--filter', `./packages/${name}`]
    const ingredients = join(target, `${name}.cdx.json`)
    await pnpm([...only, 'pack', '--pack-destination', target])
    await pnpm([
      ...only,
      'sbom',
      '--prod',
      '--lockfile-only',
      '--sbom-format=cyclonedx',
      `--out=${ingredients}`,
    ])
    console.log(`packed ${name}`)
  }
}

async function manifestOf(tarball: string): Promise<Manifest> {
  const { stdout } = await run('tar', ['xzOf', join(target, tarball), 'package/package.json'])
  const manifest: Manifest = JSON.parse(stdout)
  return manifest
}

async function isPublished({ name, version }: Manifest): Promise<boolean> {
  const found = await run('npm', ['view', `${name}@${version}`, 'version']).catch(
    (error: { stderr?: string }) => {
      // Any failure other than "not found" must stop the release: it is not known whether the version is published.
      if (error.stderr?.includes('E404') === true) return undefined
      throw error
    },
  )
  return found !== undefined && found.stdout.trim() === version
}

async function publish(dryRun: boolean): Promise<void> {
  const tarballs = (await readdir(target)).filter((file) => file.endsWith('.tgz'))
  if (tarballs.length === 0) throw new Error('Nothing is packed: run `npm run release:pack` first.')
  for (const tarball of tarballs.toSorted()) {
    const manifest = await manifestOf(tarball)
    const label = `${manifest.name}@${manifest.version}`
    if (await isPublished(manifest)) {
      console.log(`${label} is published already`)
      continue
    }
    const options = ['--access', 'public', ...(dryRun ? ['--dry-run'] : ['--provenance'])]
    await run('npm', ['publish', join(target, tarball), ...options])
    console.log(dryRun ? `${label} would be published` : `published ${label}`)
  }
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean', default: false } },
})
if (positionals[0] === 'pack') await pack()
else if (positionals[0] === 'publish') await publish(values['dry-run'])
else {
  console.error(usage)
  process.exitCode = 2
}
