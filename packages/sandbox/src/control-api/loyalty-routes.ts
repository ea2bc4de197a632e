import { KeyError } from '@merchant-edge/signing'
import { Hono } from 'hono'
import { changeGiftCode, giftCodeChange } from '../gift-codes/change-gift-code.ts'
import { giftCodeKey, setGiftCodeKey } from '../gift-codes/encrypted-codes.ts'
import { findGiftCodeOrder, listGiftCodeOrders } from '../gift-codes/gift-code-orders.ts'
import { addGiftCodes, listStock, newGiftCodes } from '../gift-codes/gift-code-stock.ts'
import { changeMember, listMembers, memberChange } from '../members/members.ts'
import { findMerchant, type Merchant } from '../merchants/merchant-rights.ts'
import type { Sandbox } from '../sandbox.ts'
import type { SandboxHono } from '../sandbox-hono.ts'
import {
  merchantPoints,
  merchantPointsChange,
  setMerchantPoints,
} from '../top-ups/merchant-points.ts'
import { listTopUps } from '../top-ups/top-ups.ts'
import { ControlError, found } from './control-error.ts'
import { readBody } from './read-input.ts'

async function requireMerchant({ database }: Sandbox, code: string): Promise<Merchant> {
  return found(await findMerchant(database, code), 'merchant', code)
}

function keyRefused(error: unknown): never {
  if (!(error instanceof KeyError)) throw error
  throw new ControlError(400, 'key_invalid', { message: error.message, remedy: error.remedy })
}

/** Members, top-ups of points, gift codes. */
export const loyaltyRoutes = new Hono<SandboxHono>()
  .get('/members', async (c) => c.json(await listMembers(c.var.sandbox.database)))
  .patch('/members/:memberCode', async (c) => {
    const code = c.req.param('memberCode')
    const change = await readBody(c, memberChange)
    return c.json(found(await changeMember(c.var.sandbox.database, code, change), 'member', code))
  })
  .get('/top-ups', async (c) => c.json(await listTopUps(c.var.sandbox.database)))
  .get('/merchants/:code/points', async (c) => {
    const { code } = await requireMerchant(c.var.sandbox, c.req.param('code'))
    return c.json(await merchantPoints(c.var.sandbox.database, code))
  })
  .put('/merchants/:code/points', async (c) => {
    const { code } = await requireMerchant(c.var.sandbox, c.req.param('code'))
    const { points } = await readBody(c, merchantPointsChange)
    return c.json(await setMerchantPoints(c.var.sandbox, { merchantCode: code, points }))
  })
  .put('/merchants/:code/gift-code-key', async (c) => {
    const { code } = await requireMerchant(c.var.sandbox, c.req.param('code'))
    const key = await readBody(c, giftCodeKey)
    await setGiftCodeKey(c.var.sandbox.database, code, key).catch(keyRefused)
    return c.json(key)
  })
  .get('/gift-codes', async (c) => c.json(await listStock(c.var.sandbox)))
  .post('/gift-codes', async (c) => {
    const request = await readBody(c, newGiftCodes)
    return c.json(await addGiftCodes(c.var.sandbox, request), 201)
  })
  .patch('/gift-codes/:serial', async (c) => {
    const serial = c.req.param('serial')
    const change = await readBody(c, giftCodeChange)
    const changed = await changeGiftCode(c.var.sandbox.database, serial, change)
    return c.json(found(changed, 'gift code', serial))
  })
  .get('/gift-code-orders', async (c) => c.json(await listGiftCodeOrders(c.var.sandbox.database)))
  .get('/gift-code-orders/:merchantCode/:merchantOrderId', async (c) => {
    const { merchantCode, merchantOrderId } = c.req.param()
    const order = await findGiftCodeOrder(c.var.sandbox.database, merchantCode, merchantOrderId)
    return c.json(found(order, 'order of gift codes', merchantOrderId))
  })
