import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import { vietnamDay } from '../clock/vietnam-time.ts'
import { closeDay } from './close-day.ts'
import { closeSwitches } from './close-switches.ts'
import { findExchangeDay, listExchangeDays } from './exchange-days.ts'
import {
  findExchangePartner,
  setNextCloseSwitches,
  type ExchangePartner,
} from './exchange-partners.ts'
import { isDay } from './vietnam-day.ts'
import type { SandboxHono } from '../sandbox-hono.ts'
import { seedMerchant } from '../seed-data.ts'
import { ControlError, found } from '../control-frame/control-error.ts'
import { readBody } from '../control-frame/read-input.ts'

const merchantCode = v.optional(v.string('must be a merchant code'), seedMerchant.code)

const close = v.strictObject({
  /** The day before today when left out. */
  date: v.optional(
    v.pipe(v.string('must be a text'), v.check(isDay, 'must be a day as YYYY-MM-DD')),
  ),
  merchantCode,
  switches: v.optional(closeSwitches),
  again: v.optional(v.boolean('must be true or false'), false),
})

/** Which day to close, and how. */
export interface DayCloseInput extends v.InferInput<typeof close> {}

const nextSwitches = v.strictObject({ merchantCode, switches: v.nullable(closeSwitches) })

async function partnerOf(c: Context<SandboxHono>, code: string): Promise<ExchangePartner> {
  return found(await findExchangePartner(c.var.sandbox.database, code), 'exchange partner', code)
}

/** Closes of days: on demand, and what the next one gets wrong. */
export const dayCloseRoutes = new Hono<SandboxHono>()
  .get('/day-close', async (c) => {
    const partner = await partnerOf(c, c.req.query('merchantCode') ?? seedMerchant.code)
    return c.json(await listExchangeDays(c.var.sandbox, partner))
  })
  .post('/day-close', async (c) => {
    const { sandbox } = c.var
    const { date, switches, again, ...input } = await readBody(c, close)
    const partner = await partnerOf(c, input.merchantCode)
    const today = vietnamDay(sandbox.clock.nowSeconds(), 0)
    const day = date ?? vietnamDay(sandbox.clock.nowSeconds(), -1)
    if (day > today) {
      throw new ControlError(409, 'day_not_begun', {
        message: `By the clock of the sandbox it is ${today}.`,
        remedy: 'Close a day that has begun, or move the clock: PUT /control/clock.',
      })
    }
    await closeDay(sandbox, partner, { day, switches, again })
    return c.json(found(await findExchangeDay(sandbox, partner, day), 'day', day))
  })
  .put('/day-close/switches', async (c) => {
    const { switches, ...input } = await readBody(c, nextSwitches)
    const partner = await partnerOf(c, input.merchantCode)
    const { database } = c.var.sandbox
    return c.json(await setNextCloseSwitches(database, partner.merchantCode, switches))
  })
