import { execFile } from 'node:child_process'
import { access, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { readPublicPackages, type PublicManifest } from './release/public-packages.ts'

/**
 * The steps of a release on the build machine. `pack` builds and packs every public package and
 * writes its bill of materials (CycloneDX) next to it. `publish` publishes these tarballs with npm,
 * except versions that npm has already. `publish --dry-run` only prints what it would do.
 */
const usage = 'usage: node tools/release.ts pack | publish [--dry-run]'
const run = promisify(execFile)
const repository = join(import.meta.dirname, '..')
const target = join(repository, '.release')

async function pnpm(args: readonly string[]): Promise<void> {
  await run('pnpm', args, { cwd: repository, maxBuffer: 2 ** 26 })
}

async function pack(): Promise<void> {
  await rm(target, { recursive: true, force: true })
  await mkdir(target)
  await pnpm(['run', 'app:build'])
  for (const { folder } of await readPublicPackages(repository)) {
    const only = ['--filter', `./packages/${folder}`]
    const ingredients = join(target, `${folder}.cdx.json`)
    await pnpm([...only, 'pack', '--pack-destination', target])
    await pnpm([
      ...only,
      'sbom',
      '--prod',
      '--lockfile-only',
      '--sbom-format=cyclonedx',
      `--out=${ingredients}`,
    ])
    console.log(`packed ${folder}`)
  }
}

async function tarballOf({ name, version }: PublicManifest): Promise<string> {
  const tarball = join(target, `${name.slice(1).replace('/', '-')}-${version}.tgz`)
  await access(tarball).catch((cause: unknown) => {
    throw new Error(`${tarball} is not there: run \`npm run release:pack\` first.`, { cause })
  })
  return tarball
}

async function isPublished({ name, version }: PublicManifest): Promise<boolean> {
  const found = await run('npm', ['view', `${name}@${version}`, 'version']).catch(
    (error: { stderr?: string }) => {
      // Any failure other than "not found" must stop the release: it is not known whether the
      // version is published.
      if (error.stderr?.includes('E404') === true) return undefined
      throw error
    },
  )
  return found !== undefined && found.stdout.trim() === version
}

async function publish({ dryRun }: { readonly dryRun: boolean }): Promise<void> {
  const packages = await readPublicPackages(repository)
  // All of them are looked up first: a missing one stops the release before anything is published.
  const packed = await Promise.all(
    packages.map(async ({ manifest }) => ({ manifest, tarball: await tarballOf(manifest) })),
  )
  for (const { manifest, tarball } of packed) {
    const label = `${manifest.name}@${manifest.version}`
    if (await isPublished(manifest)) {
      console.log(`${label} is published already`)
      continue
    }
    const options = ['--access', 'public', ...(dryRun ? ['--dry-run'] : ['--provenance'])]
    await run('npm', ['publish', tarball, ...options])
    console.log(dryRun ? `${label} would be published` : `published ${label}`)
  }
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean', default: false } },
})
if (positionals[0] === 'pack') await pack()
else if (positionals[0] === 'publish') await publish({ dryRun: values['dry-run'] })
else {
  console.error(usage)
  process.exitCode = 2
}
