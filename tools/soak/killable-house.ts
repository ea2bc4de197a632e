import { spawn, type ChildProcess } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { addressesOf, type HouseAddresses } from '../house/settings/house-variables.ts'
import { portsFrom } from '../house/places/ports.ts'
import { withinTime } from '../house/network/within-time.ts'
import { houseAnswer, started, type HouseRequest } from './house-messages.ts'

const readSecrets = v.object({
  checkoutSecret: v.string(),
  operatorToken: v.string(),
  webhookSecret: v.string(),
})

/** The secrets that the soak needs. */
export type SoakSecrets = v.InferOutput<typeof readSecrets>

export interface KillableHouseOptions {
  /** Folder that outlives the kills. */
  readonly state: string
  readonly portBase: number
  /** Address at which the shop receives webhooks. */
  readonly webhookUrl: string
  /** Program of the process; that of the soak if left out. */
  readonly program?: string
  /** Longest time of a start and of a work, in milliseconds; three minutes if left out. */
  readonly patienceMs?: number
}

// Longer than one cron run may take, so that the house itself can say what does not come to an end.
const defaultPatienceMs = 180_000
const houseProgram = join(import.meta.dirname, 'house-process.ts')

type Asked = { resolve: () => void; reject: (error: Error) => void }
type Work = HouseRequest extends infer One
  ? One extends HouseRequest
    ? Omit<One, 'id'>
    : never
  : never

/** A house in its own process group, which kill -9 ends at any moment and which starts again on the same folder. */
export class KillableHouse {
  readonly addresses: HouseAddresses
  readonly #options: KillableHouseOptions
  readonly #asked = new Map<number, Asked>()
  #child: ChildProcess | undefined
  #lastId = started
  #laterMs = 0
  /** Resolves when the house runs. */
  #running: Promise<void> = Promise.reject(new Error('The house was never started.'))

  constructor(options: KillableHouseOptions) {
    this.#options = options
    this.addresses = addressesOf(portsFrom(options.portBase))
    this.#running.catch(() => {})
  }

  /** Resolves when the house is running, after a kill when it has started again. */
  get running(): Promise<void> {
    return this.#running
  }

  /** The secrets that the first start has written. */
  async secrets(): Promise<SoakSecrets> {
    const text = await readFile(join(this.#options.state, 'secrets.json'), 'utf8')
    return v.parse(readSecrets, JSON.parse(text))
  }

  start(): Promise<void> {
    this.#running = this.#start()
    this.#running.catch(() => {})
    return this.#running
  }

  async #start(): Promise<void> {
    const { state, portBase, webhookUrl, program = houseProgram } = this.#options
    const child = spawn(
      process.execPath,
      [
        program,
        `--state=${state}`,
        `--port-base=${portBase}`,
        `--later-ms=${this.#laterMs}`,
        `--webhook-url=${webhookUrl}`,
      ],
      { detached: true, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
    )
    this.#child = child
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => appendFileSync(join(state, 'house.log'), chunk))
    }
    const hasStarted = this.#answerTo(started, 'start')
    child.on('message', (message) => {
      const { id, error } = v.parse(houseAnswer, message)
      const asked = this.#asked.get(id)
      this.#asked.delete(id)
      if (error === undefined) asked?.resolve()
      else asked?.reject(new Error(error))
    })
    child.once('exit', (code) => {
      const ended = new Error(
        `The house has ended (${code ?? 'killed'}): ${join(state, 'house.log')}`,
      )
      for (const { reject } of this.#asked.values()) reject(ended)
      this.#asked.clear()
    })
    await hasStarted
  }

  async #answerTo(id: number, work: string): Promise<void> {
    const { patienceMs: ms = defaultPatienceMs } = this.#options
    const answered = new Promise<void>((resolve, reject) => {
      this.#asked.set(id, { resolve, reject })
    })
    try {
      await withinTime({ name: `The work "${work}" of the house`, ms }, () => answered)
    } finally {
      this.#asked.delete(id)
    }
  }

  /**
   * Has the process of the house do some work.
   *
   * @throws Error when the work fails, when the house is not running, or when the work takes longer
   *   than three minutes
   */
  async ask(work: Work): Promise<void> {
    await this.#running
    if (work.work === 'moveClock') this.#laterMs = work.laterMs
    const child = this.#child
    if (child?.connected !== true) throw new Error(`No house runs that could do ${work.work}.`)
    this.#lastId += 1
    const answered = this.#answerTo(this.#lastId, work.work)
    child.send({ ...work, id: this.#lastId })
    await answered
  }

  /** Milliseconds by which the clocks of the Workers are ahead. */
  get laterMs(): number {
    return this.#laterMs
  }

  /** Ends every process of the house at once, as a failure of the machine does. */
  async kill(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (child?.pid === undefined) return
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    // The exit of a process that has ended by itself is not told again; its workerd may live on.
    const isRunning = child.exitCode === null && child.signalCode === null
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch (error) {
      if (isRunning) throw error
    }
    if (isRunning) await ended
  }
}
