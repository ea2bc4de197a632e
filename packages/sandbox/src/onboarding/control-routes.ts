import { Hono } from 'hono'
import { ControlError, foundOr404 } from '../control-frame/control-error.ts'
import { readBody } from '../control-frame/read-input.ts'
import { findMerchant } from '../merchants/merchant-rights.ts'
import {
  changeStaff,
  createStaff,
  listStaff,
  newStaff,
  renewPassword,
  staffChange,
} from '../merchant-staff/staff.ts'
import type { SandboxHono } from '../sandbox-hono.ts'
import { createMerchant, newMerchant } from './create-merchant.ts'

function taken(code: string): ControlError {
  return new ControlError(409, 'code_taken', {
    message: `${code} is taken already.`,
    remedy: 'Choose another code or user name.',
  })
}

/** Creation of merchants, and `/control/merchant-staff`. */
export const onboardingRoutes = new Hono<SandboxHono>()
  .post('/merchants', async (c) => {
    const { database, clock } = c.var.sandbox
    const request = await readBody(c, newMerchant)
    const created = await createMerchant(database, clock.nowSeconds(), request)
    if (typeof created === 'string') throw taken(created)
    return c.json(created, 201)
  })
  .get('/merchant-staff', async (c) => c.json(await listStaff(c.var.sandbox.database)))
  .post('/merchant-staff', async (c) => {
    const { database, clock } = c.var.sandbox
    const request = await readBody(c, newStaff)
    const { merchantCode, userName } = request
    foundOr404(await findMerchant(database, merchantCode), 'merchant', merchantCode)
    const created = await createStaff(database, clock.nowSeconds(), request)
    if (created === undefined) throw taken(userName)
    return c.json(created, 201)
  })
  .patch('/merchant-staff/:userName', async (c) => {
    const userName = c.req.param('userName')
    const change = await readBody(c, staffChange)
    const changed = await changeStaff(c.var.sandbox.database, userName, change)
    return c.json(foundOr404(changed, 'staff account', userName))
  })
  .post('/merchant-staff/:userName/password', async (c) => {
    const userName = c.req.param('userName')
    return c.json(
      foundOr404(await renewPassword(c.var.sandbox.database, userName), 'account', userName),
    )
  })
