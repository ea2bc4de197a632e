import { Hono } from 'hono'
import type { SandboxHono } from '../sandbox-hono.ts'
import { findMerchant } from '../merchants/merchant-rights.ts'
import { findStore } from '../merchants/stores.ts'
import { changeVoucher, voucherChange, issueVoucher, newVoucher } from './issue-voucher.ts'
import { findVoucher, listVouchers } from './vouchers.ts'
import type { Sandbox } from '../sandbox.ts'
import { ControlError, foundOr404 } from '../control-frame/control-error.ts'
import { readBody } from '../control-frame/read-input.ts'

/**
 * When a voucher is limited to one store, the store must belong to its merchant, or no store could
 * accept it.
 */
async function requireStoreOf({ database }: Sandbox, merchantCode: string, storeCode: string) {
  const store = await findStore(database, storeCode)
  foundOr404(store?.merchantCode === merchantCode ? store : undefined, 'store', storeCode)
}

/** Vouchers: list, issue, change. */
export const voucherRoutes = new Hono<SandboxHono>()
  .get('/vouchers', async (c) => c.json(await listVouchers(c.var.sandbox)))
  .post('/vouchers', async (c) => {
    const { sandbox } = c.var
    const input = await readBody(c, newVoucher)
    const { merchantCode, storeCode } = input
    foundOr404(await findMerchant(sandbox.database, merchantCode), 'merchant', merchantCode)
    if (storeCode !== null) await requireStoreOf(sandbox, merchantCode, storeCode)
    const voucher = await issueVoucher(sandbox, input)
    if (voucher === undefined) {
      throw new ControlError(409, 'code_taken', {
        message: `There is a voucher ${input.serial ?? ''} already.`,
        remedy: 'Choose another serial.',
      })
    }
    return c.json(voucher, 201)
  })
  .patch('/vouchers/:serial', async (c) => {
    const { sandbox } = c.var
    const serial = c.req.param('serial')
    const change = await readBody(c, voucherChange)
    const { storeCode } = change
    const { merchantCode } = foundOr404(await findVoucher(sandbox, serial), 'voucher', serial)
    if (typeof storeCode === 'string') await requireStoreOf(sandbox, merchantCode, storeCode)
    return c.json(foundOr404(await changeVoucher(sandbox, serial, change), 'voucher', serial))
  })
