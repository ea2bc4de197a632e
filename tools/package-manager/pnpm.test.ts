import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const repository = join(import.meta.dirname, '../..')
const run = promisify(execFile)
const version = '12.21.0'

function sha512(content: Uint8Array): Buffer {
  return createHash('sha512').update(content).digest()
}

/** A package of the name `pnpm` that prints what it was asked to do. */
async function packOf(folder: string, words: string): Promise<Uint8Array> {
  const content = join(folder, 'package')
  await mkdir(join(content, 'bin'), { recursive: true })
  await writeFile(
    join(content, 'package.json'),
    JSON.stringify({ name: 'pnpm', version, type: 'module' }),
  )
  await writeFile(
    join(content, 'native-binary.mjs'),
    'export function resolveInstalledBinary() { return null }\n',
  )
  await writeFile(
    join(content, 'bin/pnpm.mjs'),
    `console.log(${JSON.stringify(words)}, ...process.argv.slice(2)); process.exitCode = 7\n`,
  )
  const tarball = join(folder, 'pnpm.tgz')
  await run('tar', ['czf', tarball, '-C', folder, 'package'])
  return readFile(tarball)
}

/** A registry that offers one tarball as this version of pnpm, with the hash that it has. */
async function startRegistry(tarball: Uint8Array): Promise<{ server: Server; address: string }> {
  const server = createServer((request, response) => {
    if (request.url?.endsWith('.tgz') === true) {
      response.end(tarball)
      return
    }
    const integrity = `sha512-${sha512(tarball).toString('base64')}`
    const dist = { tarball: `http://${request.headers.host}/pnpm/-/pnpm-${version}.tgz`, integrity }
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        name: 'pnpm',
        'dist-tags': { latest: version },
        versions: { [version]: { name: 'pnpm', version, dist } },
      }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The registry has no port.')
  return { server, address: `http://127.0.0.1:${address.port}/` }
}

interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

describe('pnpm', () => {
  let folder = ''
  let server: Server | undefined
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pinned-pnpm-'))
  })
  afterEach(async () => {
    await new Promise((resolve) => {
      if (server === undefined) resolve(undefined)
      else server.close(resolve)
    })
    server = undefined
    await rm(folder, { recursive: true, force: true })
  })

  /** Runs the launcher in a folder whose lock names `locked`, against a registry that offers `offered`. */
  async function launch(locked: Uint8Array, offered: Uint8Array): Promise<Outcome> {
    const place = join(folder, 'launcher')
    await mkdir(place)
    await cp(join(import.meta.dirname, 'pnpm.js'), join(place, 'pnpm.js'))
    const manifest = { name: 'launcher', type: 'module', dependencies: { pnpm: version } }
    await writeFile(join(place, 'package.json'), JSON.stringify(manifest))
    const integrity = `sha512-${sha512(locked).toString('base64')}`
    const lock = {
      name: 'launcher',
      lockfileVersion: 3,
      requires: true,
      packages: {
        '': { name: 'launcher', dependencies: { pnpm: version } },
        'node_modules/pnpm': { version, integrity },
      },
    }
    await writeFile(join(place, 'package-lock.json'), JSON.stringify(lock))
    const registry = await startRegistry(offered)
    server = registry.server
    const env = {
      PATH: process.env['PATH'],
      HOME: folder,
      npm_config_cache: join(folder, 'cache'),
      npm_config_registry: registry.address,
    }
    const launcher = join(place, 'pnpm.js')
    const outcome = await run(process.execPath, [launcher, 'run', 'x'], { env }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: Outcome) => error,
    )
    // Nothing but what npm has checked stays behind.
    expect((await readdir(place)).filter((name) => name.startsWith('node_modules-'))).toEqual([])
    return outcome
  }

  test('runs when its content has the locked hash, and passes on its exit code', async () => {
    const tarball = await packOf(folder, 'the right pnpm')
    const { code, stdout } = await launch(tarball, tarball)
    expect({ code, stdout }).toEqual({ code: 7, stdout: 'the right pnpm run x\n' })
  })

  test('does not run when the registry serves other content under the same version', async () => {
    const tarball = await packOf(folder, 'the right pnpm')
    const other = await packOf(join(folder, 'other'), 'another pnpm')
    const { code, stdout, stderr } = await launch(tarball, other)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('EINTEGRITY')
    expect(stderr).toContain('pnpm is not run')
  })
})

test('the wrapper ends its process when npm gets a signal, which npm passes to its shell only', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'npm-and-pnpm-'))
  const launcher = join(import.meta.dirname, 'pnpm.js')
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ scripts: { long: `node ${launcher} exec node long.js` } }),
  )
  await writeFile(
    join(folder, 'long.js'),
    "process.on('SIGTERM', () => { console.log('told to end'); process.exit() }); console.log('runs'); setInterval(() => {}, 1000)",
  )
  const npm = spawn('npm', ['run', '--silent', 'long'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  npm.stdout.on('data', (chunk) => {
    output += String(chunk)
    if (output.trim() === 'runs') npm.kill('SIGTERM')
  })
  // Whatever still runs holds the other end of the output.
  await new Promise((resolve) => npm.once('close', resolve))
  expect(output).toContain('told to end')
  await rm(folder, { recursive: true, force: true })
})

describe('the pins of pnpm', () => {
  const read = (path: string): Promise<string> => readFile(join(repository, path), 'utf8')

  test('name the same content for npm and for Corepack', async () => {
    const lock = JSON.parse(await read('tools/package-manager/package-lock.json'))
    const { version: locked, integrity } = lock.packages['node_modules/pnpm']
    const hash = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')
    const { packageManager } = JSON.parse(await read('package.json'))
    expect(packageManager).toBe(`pnpm@${locked}+sha512.${hash}`)
  })

  test('give every package of the lock a version and a SHA-512 hash', async () => {
    const lock = JSON.parse(await read('tools/package-manager/package-lock.json'))
    const { '': root, ...packages } = lock.packages
    expect(Object.keys(packages).length).toBeGreaterThan(1)
    for (const [name, entry] of Object.entries<{ version: string; integrity: string }>(packages)) {
      expect(entry.integrity, name).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/)
      const wanted = { ...root.dependencies, ...root.optionalDependencies }
      expect(wanted[name.replace('node_modules/', '')], name).toBe(entry.version)
    }
  })

  test('are used by every script of the repository and of the build machine', async () => {
    const { scripts } = JSON.parse(await read('package.json'))
    const workflows = await readdir(join(repository, '.github/workflows'))
    const texts = [
      ...Object.values<string>(scripts),
      await read('.ci/run'),
      ...(await Promise.all(workflows.map((name) => read(`.github/workflows/${name}`)))),
    ]
    for (const text of texts) expect(text).not.toMatch(/\bnpx\b|\bnpm (install|exec)|corepack/)
  })
})

test('engines of packages are compared with the Node that runs the tools, not with the one that starts pnpm', async () => {
  const settings = await readFile(join(repository, 'pnpm-workspace.yaml'), 'utf8')
  const [, pinned] = /^ {2}node: (\d.*)$/mu.exec(settings) ?? []
  expect(pinned).toMatch(/^\d+\.\d+\.\d+$/u)
  expect(settings).toContain(`\nnodeVersion: ${pinned}\n`)
})
