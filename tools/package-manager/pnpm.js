// Runs pnpm: the version and the content that package-lock.json beside this file names. `npm ci`
// puts it here on the first run and refuses any other content, whatever the registry answers. Plain
// JavaScript, because the Node that runs this may be any from 20 on, and nothing is installed yet.
import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))
const modules = join(folder, 'node_modules')

/** The hash of pnpm in a lock of npm; `undefined` where there is no such file. */
function lockedHash(lock) {
  try {
    return JSON.parse(readFileSync(lock, 'utf8')).packages['node_modules/pnpm'].integrity
  } catch {
    return undefined
  }
}

function isInstalled() {
  const present = lockedHash(join(modules, '.package-lock.json'))
  return present !== undefined && present === lockedHash(join(folder, 'package-lock.json'))
}

function runNpm(directory) {
  const options = ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
  const ours = process.env.npm_execpath?.endsWith('npm-cli.js')
  const [program, ...first] = ours ? [process.execPath, process.env.npm_execpath] : ['npm']
  const { status } = spawnSync(program, [...first, ...options, '--loglevel=error'], {
    cwd: directory,
    stdio: ['ignore', 2, 2],
    shell: !ours && process.platform === 'win32',
  })
  return status === 0
}

/** Installs beside the place that pnpm is run from, where nobody can meet a half of it. */
function install() {
  const draft = mkdtempSync(join(folder, 'node_modules-'))
  try {
    for (const name of ['package.json', 'package-lock.json']) {
      copyFileSync(join(folder, name), join(draft, name))
    }
    if (!runNpm(draft)) return
    // Another process that started at the same time may have been faster.
    if (isInstalled()) return
    rmSync(modules, { recursive: true, force: true })
    renameSync(join(draft, 'node_modules'), modules)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

async function run() {
  const wrapper = join(modules, 'pnpm')
  const { resolveInstalledBinary } = await import(pathToFileURL(join(wrapper, 'native-binary.mjs')))
  const binary = resolveInstalledBinary()
  // Where no binary is pinned, the wrapper fetches one and takes it only with the signature of the
  // registry.
  const [program, ...first] = binary ? [binary] : [process.execPath, join(wrapper, 'bin/pnpm.mjs')]
  const child = spawn(program, [...first, ...process.argv.slice(2)], {
    stdio: 'inherit',
    // What one Node has compiled, TypeScript without its types among it, the next one reads again.
    env: {
      NODE_COMPILE_CACHE: join(modules, '.compiled'),
      // On one or two cores workerd may hang for ever without it: decision 134.
      MINIFLARE_WORKERD_V8_FLAGS: '--single-threaded-gc',
      ...process.env,
      PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter),
    },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // A terminal sends Ctrl-C to pnpm by itself.
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal))
  }
  if (process.env.npm_lifecycle_event !== undefined) {
    // npm passes a signal to its shell only: the shell ends, and this process gets another parent.
    const shell = process.ppid
    const watch = setInterval(() => {
      if (process.ppid === shell) return
      clearInterval(watch)
      child.kill('SIGTERM')
    }, 250).unref()
  }
  child.once('error', (error) => {
    console.error(`pnpm cannot be run: ${error.message}`)
    process.exitCode = 1
  })
  child.once('exit', (code, signal) => {
    process.exitCode = signal === null ? code : 128 + constants.signals[signal]
  })
}

if (!isInstalled()) install()
if (isInstalled()) await run()
else {
  console.error(
    'pnpm is not run: npm could not install the content that tools/package-manager/package-lock.json names. ' +
      'Its own words are above; EINTEGRITY means that the registry offers other content under this version.',
  )
  process.exitCode = 1
}
