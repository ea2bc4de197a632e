import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { FileTests, Killer, ReachingTest, TestReply, TestRequest } from './messages.ts'

/** The result of the tests of a mutant. */
export type Attempt =
  | { readonly outcome: 'killed'; readonly killedBy: Killer }
  | { readonly outcome: 'timed out' }
  | { readonly outcome: 'survived' }

/** Where the tests run. */
export interface LanePlace {
  /** The copy of the repository. */
  readonly directory: string
  /** Folder of the package in it, such as `packages/orders`. */
  readonly packageFolder: string
  /** Name of the package's test project. */
  readonly project: string
}

const startLimitMs = 300_000
const reachLimitMs = 1_800_000
const closeLimitMs = 15_000
const minLimitMs = 30_000
const slowness = 10

/** Runs tests in one process at a time, and starts a new one after a mutant that timed out. */
export class Lane {
  readonly #place: LanePlace
  #process: ChildProcess | undefined

  constructor(place: LanePlace) {
    this.#place = place
  }

  /**
   * The tests in files whose path contains one of `testParts`, each with the blocks that it
   * reaches.
   */
  async reach(
    texts: Readonly<Record<string, string>>,
    testParts: readonly string[],
  ): Promise<readonly ReachingTest[]> {
    const reply = await this.#ask({ kind: 'reach', texts, testParts }, reachLimitMs)
    if (reply?.kind !== 'reached') throw new Error(`The tests did not run: ${reasonOf(reply)}.`)
    const [failed] = reply.failed
    if (failed !== undefined) throw new Error(`A test fails without any mutant: ${failed}`)
    return reply.tests
  }

  /**
   * Tries a text with the tests of one file after the other, each for a limited time, until one
   * fails.
   */
  async attempt(
    changed: { readonly file: string; readonly text: string },
    tests: readonly FileTests[],
  ): Promise<Attempt> {
    for (const ofFile of tests) {
      const limitMs = minLimitMs + slowness * ofFile.durationMs
      const request = { kind: 'try', ...changed, tests: ofFile } as const
      // Retried when it timed out, because the machine may have been busy.
      const reply = (await this.#ask(request, limitMs)) ?? (await this.#ask(request, limitMs))
      if (reply === undefined) return { outcome: 'timed out' }
      if (reply.kind !== 'tried') throw new Error(`A mutant was not tried: ${reasonOf(reply)}.`)
      if (reply.killedBy !== undefined) return { outcome: 'killed', killedBy: reply.killedBy }
    }
    return { outcome: 'survived' }
  }

  /** Ends the process and its child processes. */
  async close(): Promise<void> {
    const child = this.#process
    this.#process = undefined
    if (child === undefined || child.exitCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    const timer = setTimeout(() => killGroup(child), closeLimitMs)
    child.disconnect()
    await ended
    clearTimeout(timer)
  }

  async #ask(request: TestRequest, limitMs: number): Promise<TestReply | undefined> {
    const child = await this.#started()
    child.send(request)
    const reply = await nextReply(child, limitMs)
    // An endless mutant also prevents its process from ending.
    if (reply === undefined) this.#abandon()
    return reply
  }

  #abandon(): void {
    if (this.#process !== undefined) killGroup(this.#process)
    this.#process = undefined
  }

  async #started(): Promise<ChildProcess> {
    if (this.#process !== undefined) return this.#process
    const { directory, packageFolder, project } = this.#place
    const program = join(directory, 'tools/mutation/running/test-process.ts')
    const child = spawn(process.execPath, [program, join(directory, packageFolder), project], {
      cwd: join(directory, packageFolder),
      // Its own process group, so that the runtimes which it starts end with it.
      detached: true,
      // A mutant that survives eight seeds of the simulations counts as a survivor: more seeds take
      // too long.
      env: { SIMULATION_SEEDS: '8', ...process.env },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#process = child
    const reply = await nextReply(child, startLimitMs)
    if (reply?.kind !== 'ready') {
      this.#abandon()
      throw new Error(`The process with the tests did not start: ${reasonOf(reply)}.`)
    }
    return child
  }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

function reasonOf(reply: TestReply | undefined): string {
  if (reply === undefined) return 'no answer in time'
  return reply.kind === 'broken' ? reply.message : `it answered "${reply.kind}"`
}

/** The next message of the process; nothing after the timeout. */
function nextReply(child: ChildProcess, limitMs: number): Promise<TestReply | undefined> {
  const { promise, resolve } = Promise.withResolvers<TestReply | undefined>()
  const timer = setTimeout(() => resolve(undefined), limitMs)
  const onMessage = (message: TestReply): void => resolve(message)
  const onExit = (): void => resolve({ kind: 'broken', message: 'the process has ended' })
  child.once('message', onMessage)
  child.once('exit', onExit)
  return promise.finally(() => {
    clearTimeout(timer)
    child.off('message', onMessage)
    child.off('exit', onExit)
  })
}
