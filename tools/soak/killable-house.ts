import { spawn, type ChildProcess } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'
import { addressesOf, type HouseAddresses } from '../house/settings/house-variables.ts'
import { portsFrom } from '../house/places/ports.ts'
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
}

const patienceMs = 180_000

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
    const { state, portBase, webhookUrl } = this.#options
    const child = spawn(
      process.execPath,
      [
        join(import.meta.dirname, 'house-process.ts'),
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
    const hasStarted = this.#answerTo(started)
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

  #answerTo(id: number): Promise<void> {
    return new Promise((resolve, reject) => this.#asked.set(id, { resolve, reject }))
  }

  async #failLate(work: string): Promise<void> {
    await setTimeout(patienceMs, undefined, { ref: false })
    throw new Error(`The house has not ended ${work} in ${patienceMs / 1_000} s.`)
  }

  /**
   * Has the process of the house do some work.
   *
   * @throws Error when the work fails, or takes longer than three minutes
   */
  async ask(work: Work): Promise<void> {
    await this.#running
    if (work.work === 'moveClock') this.#laterMs = work.laterMs
    this.#lastId += 1
    const answered = this.#answerTo(this.#lastId)
    this.#child?.send({ ...work, id: this.#lastId })
    await Promise.race([answered, this.#failLate(work.work)])
  }

  /** Milliseconds by which the clocks of the Workers are ahead. */
  get laterMs(): number {
    return this.#laterMs
  }

  /** Ends every process of the house at once, as a failure of the machine does. */
  async kill(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (child?.pid === undefined || child.exitCode !== null) return
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    process.kill(-child.pid, 'SIGKILL')
    await ended
  }
}
