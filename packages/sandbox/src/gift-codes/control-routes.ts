import { Hono } from 'hono'
import type { SandboxHono } from '../sandbox-hono.ts'
import { foundOr404, refuseKey } from '../control-frame/control-error.ts'
import { readBody } from '../control-frame/read-input.ts'
import { findMerchant } from '../merchants/merchant-rights.ts'
import { giftCodeKey, setGiftCodeKey } from './encrypted-codes.ts'
import { findGiftCodeOrder, listGiftCodeOrders } from './gift-code-orders.ts'
import {
  addGiftCodes,
  changeGiftCode,
  giftCodeChange,
  listStock,
  newGiftCodes,
} from './gift-code-stock.ts'

/** `/control/gift-codes` and `/control/gift-code-orders`. */
export const giftCodeRoutes = new Hono<SandboxHono>()
  .put('/merchants/:code/gift-code-key', async (c) => {
    const code = c.req.param('code')
    foundOr404(await findMerchant(c.var.sandbox.database, code), 'merchant', code)
    const key = await readBody(c, giftCodeKey)
    await setGiftCodeKey(c.var.sandbox.database, code, key).catch(refuseKey)
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
    return c.json(foundOr404(changed, 'gift code', serial))
  })
  .get('/gift-code-orders', async (c) => c.json(await listGiftCodeOrders(c.var.sandbox.database)))
  .get('/gift-code-orders/:merchantCode/:merchantOrderId', async (c) => {
    const { merchantCode, merchantOrderId } = c.req.param()
    const order = await findGiftCodeOrder(c.var.sandbox.database, merchantCode, merchantOrderId)
    return c.json(foundOr404(order, 'order of gift codes', merchantOrderId))
  })
