import { generateKeyPair } from '@merchant-edge/signing'
import { beforeEach, describe, expect, it } from 'vitest'
import { linkedAccountBench, type LinkedAccountBench } from '../../test/linked-account-bench.ts'
import { workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'

const noHeaders = {
  'X-Key-Code': undefined,
  'X-Nonce': undefined,
  'X-Timestamp': undefined,
  'X-Signature': undefined,
}
let bench: WorkerdBench
let linked: LinkedAccountBench

beforeEach(async () => {
  await (await workerdBench()).control.reset()
  bench = await workerdBench()
  linked = linkedAccountBench(bench, noHeaders)
})

describe('a linked-account call without the headers of 5.1 (G-36)', () => {
  it('is refused unless the rules say that the headers are optional', async () => {
    expect(await linked.linkWallet()).toMatchObject({ code: 4010001 })
  })

  it('is authenticated by the signature in its body: a wallet is linked, pays, and is unlinked', async () => {
    await bench.control.setRules({ linkedAccountHeaders: 'none' })

    const { userToken } = await linked.linked()
    const small = await linked.purchase(userToken)
    const large = await linked.purchase(userToken, { amount: '150000', bill_amount: '150000' })
    const otp = await bench.control.linkedPurchaseOtp(String(large.data['transaction_id']))
    const confirmed = await linked.confirm(large, { user_token: userToken, otp: otp.otp })
    const held = await linked.purchase(userToken, { holding_enabled: true, invoice_no: 'HELD-1' })
    const settled = await linked.settle('HELD-1', 'SUCCESS')
    const unlinked = await linked.unlink(userToken)

    for (const answer of [small, large, confirmed, held, settled, unlinked]) {
      expect(answer.code).toBe(200)
    }
  })

  it('may be signed with any valid key of the merchant, and with no other', async () => {
    await bench.control.setRules({ linkedAccountHeaders: 'none' })
    const newest = await workerdBench(await generateKeyPair())
    const byOld = await linked.linkWallet()
    await bench.control.revokeApiKey(bench.keyCode)
    const byRevoked = await linked.linkWallet()
    const byNewest = await linkedAccountBench(newest, noHeaders).linkWallet()

    expect(byOld.code).toBe(200)
    expect(byRevoked).toMatchObject({
      code: 4010001,
      message: expect.stringContaining('signature'),
    })
    expect(byNewest.code).toBe(200)
  })

  it('is refused for another merchant, for no merchant, and for a signature over another text', async () => {
    await bench.control.setRules({ linkedAccountHeaders: 'none' })
    const path = '/oh-integration/account/v1/link-wallet'

    expect((await linked.linkWallet({ partner_code: 'OTHER' })).code).toBe(4010001)
    expect((await linked.linkWallet({ partner_code: 'NOBODY' })).code).toBe(4040201)
    expect((await linked.linkWallet({ signature: 'AAAA' })).code).toBe(4010001)
    for (const body of ['', '{', 'null', '[]', '{"partner_code":1}']) {
      expect((await bench.call(path, { body, headers: noHeaders })).code).toBe(4010001)
    }
  })

  it('does not make the headers of other calls optional', async () => {
    await bench.control.setRules({ linkedAccountHeaders: 'none' })
    const fields = { partner_code: 'EDGE', order_amount: 1 }

    const answer = await bench.call('/merchant-integration/v1/orders/tqr', {
      fields,
      headers: noHeaders,
    })

    expect(answer.code).toBe(4010001)
  })
})
