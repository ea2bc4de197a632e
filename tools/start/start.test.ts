import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { consecutiveFreePorts, portsFrom, takenPort } from '../house/places/ports.ts'
import { portsOfHouse } from '../house/places/taken-place.js'

// Goal: a start that cannot succeed is reported before anything is installed or built, and Ctrl-C ends it without a stack
// trace at any moment. Method: the scripts of `npm start` run in their own process group, as in a terminal;
// Ctrl-C is a signal to the whole group.

const tools = join(import.meta.dirname, '..')

interface Started {
  readonly child: ChildProcess
  readonly output: () => string
  /** Resolves when the output contains the text. */
  says(text: string): Promise<void>
  /** The exit code. */
  readonly ended: Promise<number | null>
}

let state: string
let base: number
let started: Started | undefined
let server: Server | undefined

beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'merchant-edge-start-'))
  base = await consecutiveFreePorts()
})

afterEach(async () => {
  if (started?.child.exitCode === null) {
    started.child.kill('SIGTERM')
    await started.ended
  }
  started = undefined
  await new Promise((resolve) => (server === undefined ? resolve(0) : server.close(resolve)))
  server = undefined
  await rm(state, { recursive: true, force: true })
})

function start(
  script: string,
  env: Readonly<Record<string, string>> = {},
  options: readonly string[] = [],
): Started {
  const child = spawn(process.execPath, [join(tools, script), '--state', state, ...options], {
    // As npm does, wherever the tests run.
    cwd: join(tools, '..'),
    env: { ...process.env, PORT_BASE: String(base), ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const watchers = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += String(chunk)
      for (const watch of watchers) watch()
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  started = {
    child,
    output: () => output,
    ended,
    says: (text) =>
      new Promise((resolve, reject) => {
        const watch = () => output.includes(text) && resolve()
        watchers.add(watch)
        watch()
        void ended.then(() => reject(new Error(`ended without "${text}": ${output}`)))
      }),
  }
  return started
}

/** Ctrl-C in a terminal. */
function pressCtrlC({ child }: Started): void {
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT')
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  )
}

test('npm start runs the script that checks ports and folder before it installs', async () => {
  const manifest: unknown = JSON.parse(await readFile(join(tools, '../package.json'), 'utf8'))
  expect(manifest).toMatchObject({ scripts: { start: 'node tools/start/npm-start.js' } })
})

test('checks every port of a house', () => {
  const ports = Object.values(portsFrom(9000))
  expect(ports).toEqual(Array.from({ length: portsOfHouse }, (_, index) => 9000 + index))
})

test.each([0, portsOfHouse - 1])(
  'reports that port %i after the first is in use, before pnpm runs',
  async (offset) => {
    const taken = createServer()
    server = taken
    await new Promise<void>((resolve) => taken.listen(base + offset, '127.0.0.1', resolve))
    // Nothing can be installed or run without a PATH.
    const { ended, output } = start('start/npm-start.js', { PATH: '' })
    expect(await ended).toBe(1)
    expect(output()).toBe(
      `Port ${base + offset} is in use by another program. Stop that program, or choose other ports: PORT_BASE=9000 npm start\n`,
    )
  },
)

test.each([
  [['--wrong'], "Unknown option '--wrong'"],
  [['--demo', '--days', '99'], '--days must be a whole number from 3 to 31.'],
])('reports that %j is wrong, before it checks ports and before pnpm runs', async (given, says) => {
  const taken = createServer()
  server = taken
  await new Promise<void>((resolve) => taken.listen(base, '127.0.0.1', resolve))
  const { ended, output } = start('start/npm-start.js', { PATH: '' }, given)
  expect(await ended).toBe(2)
  expect(output()).toContain(says)
  expect(output()).toContain('Usage: npm start')
  expect(output()).not.toContain('in use')
})

test('reports that the folder is in use, before pnpm runs', async () => {
  await writeFile(join(state, 'house.pid'), `${process.ppid}\n`)
  const { ended, output } = start('start/npm-start.js', { PATH: '' })
  expect(await ended).toBe(1)
  expect(output()).toBe(
    `${state} is in use by process ${process.ppid}. Stop it, or choose another folder: npm start -- --state DIR\n` +
      `If no house is running, another program has got the process id of a killed one: remove ${join(state, 'house.pid')}.\n`,
  )
})

test.each([
  { script: 'start/npm-start.js', options: [] },
  { script: 'start/npm-start.js', options: ['--reset'] },
  { script: 'start.ts', options: ['--reset'] },
])('$script $options does not touch a folder with foreign files', async (run) => {
  await writeFile(join(state, 'thesis.txt'), 'the only copy')
  const { ended, output } = start(run.script, { PATH: '' }, run.options)
  expect(await ended).toBe(1)
  expect(output()).toBe(
    `${state} holds files that npm start has not made, such as thesis.txt. Choose an empty folder: npm start -- --state DIR\n`,
  )
  expect(await readFile(join(state, 'thesis.txt'), 'utf8')).toBe('the only copy')
  expect(await readdir(state)).toEqual(['thesis.txt'])
})

test('refuses an empty folder name', async () => {
  const { ended, output } = start('start/npm-start.js', { PATH: '' }, ['--state', ''])
  expect(await ended).toBe(2)
  expect(output()).toContain('--state must name a folder.')
})

test.each(['start/npm-start.js', 'start.ts'])(
  '%s reports in one sentence that a folder cannot be used',
  async (script) => {
    const file = join(state, 'house.pid')
    await writeFile(file, '')
    for (const place of [file, join(file, 'below')]) {
      const { ended, output } = start(script, { PATH: '' }, ['--state', place])
      expect(await ended).toBe(1)
      expect(output()).toContain(`${place} cannot be used: `)
      expect(output()).toContain('Choose another folder: npm start -- --state DIR')
      expect(output()).not.toMatch(/^ +at /mu)
    }
  },
)

test.each(['{"checkoutSecret": ', '', '{"checkoutSecret": 1}'])(
  'names the damaged file if secrets.json contains %s',
  async (content) => {
    const file = join(state, 'secrets.json')
    await writeFile(file, content)
    const { ended, output } = start('start.ts')
    expect(await ended).toBe(1)
    expect(output()).toContain(`${file} is damaged`)
    expect(output()).toContain('npm start -- --reset')
    expect(output()).not.toMatch(/^ +at /mu)
    expect(await readFile(file, 'utf8')).toBe(content)
  },
)

test.each(['start/npm-start.js', 'start.ts'])(
  '%s does not touch the folder when a port is in use',
  async (script) => {
    const taken = createServer()
    server = taken
    await new Promise<void>((resolve) => taken.listen(base, '127.0.0.1', resolve))
    expect(await start(script).ended).toBe(1)
    expect(await readdir(state)).toEqual([])
  },
)

test.each([0, 600, 2000])(
  'ends without a stack trace on Ctrl-C %i ms after the Workers begin to start',
  async (milliseconds) => {
    const house = start('start.ts')
    await house.says('Starting the Workers')
    await pause(milliseconds)
    pressCtrlC(house)
    expect(await house.ended).toBe(0)
    expect(house.output()).not.toMatch(/error|^ +at /imu)
    expect(await exists(join(state, 'house.pid'))).toBe(false)
  },
)

/** The only process that a process has started. */
async function childOf(pid: number | undefined): Promise<number> {
  const { stdout } = await promisify(execFile)('pgrep', ['-P', String(pid)])
  return Number(stdout.trim())
}

test('ends every process of a house whose main process is killed, so that the next start finds its ports and its folder free', async () => {
  const house = start('start.ts')
  await house.says('Ctrl-C stops')
  const exit = once(house.child, 'exit')
  process.kill(await childOf(house.child.pid), 'SIGKILL')
  await exit
  expect(await takenPort(portsFrom(base))).toBeUndefined()
  // workerd holds the other end of the output too.
  expect(await house.ended).toBe(1)
  expect(house.output()).toContain('The process of the house was ended by SIGKILL.')
  expect(await exists(join(state, 'house.pid'))).toBe(false)

  const again = start('start.ts')
  await again.says('Ctrl-C stops')
})

/** Whether a process runs; one that has ended may stay in the list as a zombie. */
async function isRunning(pid: number): Promise<boolean> {
  const args = ['-o', 'stat=', '-p', String(pid)]
  const stat = await promisify(execFile)('ps', args).catch(() => ({ stdout: '' }))
  return /^[^Z\s]/.test(stat.stdout)
}

/**
 * Starts houses and kills them until the workerd of one is left over; returns the id of that process.
 * It ends by itself when it writes to the processes that are gone, so it is stopped: its ports stay taken.
 */
async function leaveWorkerd(): Promise<number> {
  const house = start('start.ts')
  await house.says('Ctrl-C stops')
  const { child } = house
  const main = await childOf(child.pid)
  // On a cold cache the process that bundles the Workers is there too.
  const { stdout } = await promisify(execFile)('pgrep', ['-x', '-P', String(main), 'workerd'])
  const workerd = Number(stdout.trim())
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  process.kill(main, 'SIGKILL')
  await exit
  await expect.poll(() => isRunning(main)).toBe(false)
  // Not before: a stopped process of a group that loses its session is sent SIGHUP.
  if (isThere(workerd)) process.kill(workerd, 'SIGSTOP')
  return (await isRunning(workerd)) ? workerd : leaveWorkerd()
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test.each(['start/npm-start.js', 'start.ts'])(
  '%s ends the Workers that a killed start of its folder has left running, and says so in one line',
  async (script) => {
    const workerd = await leaveWorkerd()
    try {
      expect(await takenPort(portsFrom(base))).toBe(base)

      const again = start(script)
      await again.says('Ctrl-C stops')

      expect(again.output()).toContain(
        `The Workers of a killed start were still running (process ${workerd}) and have been ended.\n`,
      )
      expect(await isRunning(workerd)).toBe(false)
    } finally {
      if (isThere(workerd)) process.kill(workerd, 'SIGKILL')
    }
  },
)

/** A `ps` that shows every start five seconds early, as where the clock was set after the boot. */
const earlyPs = `#!/usr/bin/env node
const { execFileSync } = require('node:child_process')
const path = process.env.PATH.split(':').slice(1).join(':')
const text = execFileSync('ps', process.argv.slice(2), { env: { ...process.env, PATH: path }, maxBuffer: 2 ** 26 })
process.stdout.write(String(text).replace(/\\w{3} \\w{3} +\\d+ [\\d:]{8} \\d{4}/g, (time) => {
  const [day, month, date, year, clock] = new Date(Date.parse(time) - 5000).toString().split(' ')
  return [day, month, date, clock, year].join(' ')
}))
`

test('ends such Workers also where ps is seconds behind the clock', async () => {
  const workerd = await leaveWorkerd()
  try {
    const folder = join(state, '.bin')
    await mkdir(folder)
    await writeFile(join(folder, 'ps'), earlyPs, { mode: 0o755 })

    const again = start('start/npm-start.js', { PATH: `${folder}:${process.env['PATH'] ?? ''}` })
    await again.says('Ctrl-C stops')

    expect(again.output()).toContain(`(process ${workerd}) and have been ended.\n`)
  } finally {
    if (isThere(workerd)) process.kill(workerd, 'SIGKILL')
  }
})

test('ends no process of another program, whatever the folder says about it', async () => {
  const listen = `require('node:net').createServer().listen(${base}, '127.0.0.1')`
  const other = spawn(process.execPath, ['-e', listen], { detached: true, stdio: 'ignore' })
  try {
    while ((await takenPort(portsFrom(base))) === undefined) await pause(50)
    const record = { pid: other.pid, startedAtMs: Date.now() - 60_000 }
    await writeFile(join(state, 'house-group.json'), JSON.stringify(record))

    const { ended, output } = start('start/npm-start.js', { PATH: process.env['PATH'] ?? '' })

    expect(await ended).toBe(1)
    expect(output()).toContain(`Port ${base} is in use by another program.`)
    expect(other.exitCode).toBeNull()
    expect(other.signalCode).toBeNull()
  } finally {
    other.kill('SIGKILL')
  }
})

/** The status of the first answer; the time limit of the test bounds the wait. */
async function statusOnceUp(url: string): Promise<number> {
  for (;;) {
    try {
      const { status } = await fetch(url)
      return status
    } catch {
      await pause(250)
    }
  }
}

test('continues the scheduled work after workerd is killed and started again', async () => {
  const house = start('start.ts')
  await house.says('Ctrl-C stops')
  process.kill(await childOf(await childOf(house.child.pid)), 'SIGKILL')
  expect(await statusOnceUp(`http://127.0.0.1:${base}/`)).toBe(200)
  // The sweep under way fails. The next ones, every two seconds, must not.
  await pause(6_000)
  expect(house.output().split('sweep failed').length - 1).toBeLessThanOrEqual(1)
  // The printed command needs the folder.
  expect(house.output()).toMatch(/\n +mkdir day\n.* files pull .*\/out \.\/day/)
})

function startDemo(...options: readonly string[]): Started {
  return start('start.ts', {}, ['--demo', ...options])
}

// One folder for all steps, because each start takes seconds of processor time.
test('ends without a stack trace on Ctrl-C during a sweep, stops when its own process is killed, starts again after both, and adds no demonstration data to orders of earlier starts', async () => {
  const house = start('start.ts')
  await house.says('Ctrl-C stops')
  // The first sweep begins two seconds after the start.
  await pause(2_020)
  pressCtrlC(house)
  pressCtrlC(house)
  expect(await house.ended).toBe(0)
  expect(house.output()).not.toMatch(/error|failed|^ +at /imu)
  expect(await exists(join(state, 'house.pid'))).toBe(false)

  const again = start('start.ts')
  await again.says('Ctrl-C stops')
  again.child.kill('SIGKILL')
  // The house holds the other end of the output: it closes when the house has ended.
  await again.ended

  const third = startDemo()
  await third.says('no demonstration data is added')
  await third.says('Ctrl-C stops')
  expect(await exists(join(state, 'demo.json'))).toBe(false)
})

test.each([
  [['--days', '3'], 'need --demo'],
  [['--demo', '--days', '32'], 'from 3 to 31'],
  [['--demo', '--days', '1e1'], 'from 3 to 31'],
  [['--demo', '--seed', '-1'], '--seed'],
  [['--demo', '--seed', 'moon'], '--seed must be a whole number'],
])('refuses %j, prints why and the usage, and does not touch the folder', async (options, why) => {
  const { ended, output } = start('start.ts', {}, options)
  expect(await ended).toBe(2)
  expect(output()).toContain(why)
  expect(output()).toContain('Usage: npm start')
  expect(await readdir(state)).toEqual([])
})

test('removes demonstration data that Ctrl-C interrupted, and makes it completely at the next start', async () => {
  const house = startDemo('--days', '3')
  await house.says('day 1 of 3')
  pressCtrlC(house)
  expect(await house.ended).toBe(0)
  expect(house.output()).not.toMatch(/error|^ +at /imu)
  expect(await exists(join(state, 'demo.json'))).toBe(false)

  const second = startDemo('--days', '3')
  await second.says('is incomplete, because that start was stopped; it is removed')
  await second.says('/approvals')
  // In the first minutes of a day in Vietnam, nothing has happened on it yet.
  expect(second.output()).toMatch(/day (\d) of \1, /u)
  pressCtrlC(second)
  expect(await second.ended).toBe(0)

  const third = startDemo('--days', '3')
  await third.says('/approvals')
  expect(third.output()).toContain('Demonstration data: ')
  expect(third.output()).not.toContain('day 1 of 3')
}, 900_000)
