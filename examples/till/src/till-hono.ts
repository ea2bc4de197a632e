import type { Context } from 'hono'
import type { TillEnv } from './till-env.ts'
import type { Till, TillSettings } from './till-settings.ts'

/** A line of the log; it must not contain a secret. */
export interface LogLine {
  readonly event: string
  readonly message: string
}

/** Network, clock, timers and log. */
export interface TillPorts {
  fetch(url: string, init: RequestInit): Promise<Response>
  /** The time in whole seconds since 1970. */
  nowSeconds(): number
  /** A signal that aborts after the given number of milliseconds. */
  deadline(ms: number): AbortSignal
  log(line: LogLine): void
}

/** The context variables of the till's routes. */
export interface TillHono {
  Bindings: TillEnv
  Variables: {
    readonly settings: TillSettings
    readonly ports: TillPorts
    /** The till that the device is paired with; on pages that only a paired device sees. */
    readonly till: Till
  }
}

/** The context of a route of the till. */
export type TillContext = Context<TillHono>
