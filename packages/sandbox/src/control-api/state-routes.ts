import { Hono } from 'hono'
import type { SandboxHono } from '../sandbox-hono.ts'
import {
  callbackKeyChange,
  listCallbackKeys,
  rotateCallbackKey,
} from '../settings/callback-keys.ts'
import { readServiceKeys } from '../settings/service-keys.ts'
import { changeClock, clockChange } from '../clock/sandbox-clock.ts'
import { openSandbox } from '../open-sandbox.ts'
import { reloadSandbox, type Sandbox } from '../sandbox.ts'
import { resetSandbox } from '../seed/reset-sandbox.ts'
import type { CallbackSwitches } from '../settings/callback-switches.ts'
import { rules, type Rules } from '../settings/rules.ts'
import { saveSetting } from '../settings/settings.ts'
import { tick } from '../tick.ts'
import { ControlError } from '../control-frame/control-error.ts'
import { readBody } from '../control-frame/read-input.ts'

/** The clock as the control API shows it. */
export interface ClockView {
  /** Unix seconds. */
  readonly now: number
  readonly isFrozen: boolean
  /** Seconds by which the sandbox's clock is ahead of real time. */
  readonly offsetSeconds: number
}

/** Rules and clock of the sandbox, and the key that verifies its callbacks. */
export interface SandboxState {
  readonly url: string
  readonly clock: ClockView
  readonly rules: Rules
  readonly callbackSwitches: CallbackSwitches
  /** Callback switches of the next created order; null when none are set. */
  readonly nextOrderSwitches: CallbackSwitches | null
  readonly callbackPublicKeyPem: string
}

function clockView(sandbox: Sandbox): ClockView {
  const { clock, host } = sandbox
  const offsetSeconds = Math.round((clock.nowMs() - host.nowMs()) / 1000)
  return { now: clock.nowSeconds(), isFrozen: clock.isFrozen, offsetSeconds }
}

async function stateOf(sandbox: Sandbox): Promise<SandboxState> {
  const { settings, database, clock } = sandbox
  const { callbackPublicKeyPem } = await readServiceKeys(database, clock.nowSeconds())
  return {
    url: sandbox.url,
    clock: clockView(sandbox),
    rules: settings.rules,
    callbackSwitches: settings.callbackSwitches,
    nextOrderSwitches: settings.nextOrderSwitches ?? null,
    callbackPublicKeyPem,
  }
}

/** State, clock, rules, callback keys, tick and reset. */
export const stateRoutes = new Hono<SandboxHono>()
  .get('/', async (c) => c.json(await stateOf(c.var.sandbox)))
  .get('/clock', (c) => c.json(clockView(c.var.sandbox)))
  .put('/clock', async (c) => {
    const { sandbox } = c.var
    const change = await readBody(c, clockChange)
    const setting = changeClock(sandbox.settings.clock, change, sandbox.host)
    await saveSetting(sandbox.database, 'clock', setting)
    const moved = await reloadSandbox(sandbox)
    await tick(moved)
    return c.json(clockView(moved))
  })
  .get('/rules', (c) => c.json(c.var.sandbox.settings.rules))
  .put('/rules', async (c) => {
    const { sandbox } = c.var
    await saveSetting(sandbox.database, 'rules', await readBody(c, rules))
    return c.json((await reloadSandbox(sandbox)).settings.rules)
  })
  .get('/callback-keys', async (c) => {
    const { database, clock } = c.var.sandbox
    return c.json(await listCallbackKeys(database, clock.nowSeconds()))
  })
  .post('/callback-keys', async (c) => {
    const { database, clock } = c.var.sandbox
    const change = await readBody(c, callbackKeyChange)
    const keys = await rotateCallbackKey(database, clock.nowSeconds(), change)
    if (keys !== undefined) return c.json(keys, 201)
    throw new ControlError(409, 'change_under_way', {
      message: 'Another new callback key has not begun to sign yet.',
      remedy: 'Wait until it signs, or move the clock forward.',
    })
  })
  .post('/tick', async (c) => c.json(await tick(c.var.sandbox)))
  .post('/reset', async (c) => {
    const { origin } = new URL(c.req.url)
    const { host, waitUntil } = c.var.sandbox
    await resetSandbox(c.env, host)
    return c.json(await stateOf(await openSandbox({ env: c.env, origin, host, waitUntil })))
  })
