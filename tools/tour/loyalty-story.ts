import type { Member } from '@merchant-edge/sandbox/control'
import { call } from '@merchant-edge/client'
import { gatewayQueryTopUp, gatewayTopUpPoints } from '@merchant-edge/contract'
import {
  askCheckout,
  control,
  jsonOf,
  merchantClient,
  objectIn,
  type TourHouse,
} from './tour-house.ts'
import { mustHold } from './tour-log.ts'

const phone = '0900000001'

async function points(tour: TourHouse): Promise<number> {
  const members = await control<readonly Member[]>(tour, { method: 'GET', path: '/members' })
  return members.find((member) => member.phone === phone)?.points ?? 0
}

async function memberAndPoints(tour: TourHouse): Promise<void> {
  const { log } = tour
  await log.step('A customer is a member, and has a tier (4.6)', async () => {
    const request = { id_type: 'MOBILE', identity: phone }
    const answered = await askCheckout(tour, '/loyalty/getMembership', request)
    mustHold(answered.text.includes('tier_code'), 'there is no tier')
  })
  const topUp = {
    phone_number: phone,
    point_amount: 100,
    order_id: 'TOUR-INVOICE-1',
    txn_id: 'EDGE-STORE-1-T1',
  }
  const before = await points(tour)
  await log.step(
    'Points are given; the answer is lost, and a query settles the outcome (4.8)',
    async () => {
      const fault = { endpoint: 'topUpPoints', fault: 'truncate', times: 1 }
      await control(tour, { method: 'POST', path: '/faults', json: fault })
      const answered = await askCheckout(tour, '/loyalty/topUpPoints', topUp)
      mustHold(answered.status === 200, `expected 200, got ${answered.status}`)
    },
  )
  await log.step('The same top-up again gives no points twice', async () => {
    await askCheckout(tour, '/loyalty/topUpPoints', topUp)
    const given = (await points(tour)) - before
    mustHold(given === 100, `${given} points were given`)
  })
}

async function giftCodes(tour: TourHouse): Promise<void> {
  const { log } = tour
  const order = {
    merchant_order_id: 'TOUR-GIFT-1',
    order_info: [{ card_type: '50', quantity: 1 }],
  }
  const first = await log.step('A gift code is taken out of stock (4.7)', async () => {
    const answered = await askCheckout(tour, '/loyalty/orderGiftCodes', order)
    mustHold(answered.status === 200, `expected 200, got ${answered.status}`)
    return jsonOf(answered)
  })
  await log.step('The same order again returns the same code', async () => {
    const again = jsonOf(await askCheckout(tour, '/loyalty/orderGiftCodes', order))
    mustHold(JSON.stringify(again) === JSON.stringify(first), 'it is another code')
  })
}

async function gateway(tour: TourHouse): Promise<void> {
  const { log } = tour
  const place = { 'X-Merchant-ID': 'EDGE-STORE-1', 'X-Terminal-ID': 'EDGE-POS-1' }
  await log.step('Points are given over the gateway as well (4.9)', async () => {
    const client = merchantClient(tour)
    const invoice = { ...place, invoice_no: 'TOUR-INVOICE-2' }
    const topUp = { ...invoice, phone_no: phone, point_amount: 50, send_receipt: false }
    const given = await call(client, gatewayTopUpPoints, topUp)
    mustHold(given.outcome === 'accepted', `it was ${given.outcome}`)
    const asked = await call(client, gatewayQueryTopUp, invoice)
    const status = asked.outcome === 'accepted' ? asked.data?.status : asked.outcome
    log.wire(`status ${status}`)
    mustHold(status === 'S', `its status is ${status}`)
  })
}

async function voucher(tour: TourHouse): Promise<void> {
  const { log } = tour
  const serial_number = 'EV-AMOUNT-1'
  const question = { serial_number, order_info: { amount: 300_000 }, merchant_staff_id: 'tour' }
  const use = {
    serial_number,
    redeem_ref_id: 'TOUR-VOUCHER-1',
    merchant_staff_id: 9,
    merchant_reference_id: 'TOUR-4',
  }
  await log.step('A voucher is verified and used, once (4.10)', async () => {
    const verified = jsonOf(await askCheckout(tour, '/loyalty/verifyVoucher', question))
    const { merchant_voucher_code } = objectIn(verified, 'data')
    const body = { ...use, merchant_voucher_code }
    const used = await askCheckout(tour, '/loyalty/markVoucherUsed', body)
    mustHold(used.status === 200, `expected 200, got ${used.status}`)
    const twice = await askCheckout(tour, '/loyalty/markVoucherUsed', {
      ...body,
      redeem_ref_id: 'TOUR-VOUCHER-2',
    })
    mustHold(twice.status === 422, `expected 422, got ${twice.status}`)
  })
  await log.step('The order is cancelled, and the voucher can be used again', async () => {
    await askCheckout(tour, '/loyalty/revokeVouchers', { serials: [serial_number] })
    const verified = await askCheckout(tour, '/loyalty/verifyVoucher', question)
    mustHold(verified.status === 200, `expected 200, got ${verified.status}`)
  })
}

/** A member, points, gift codes in both forms, and a voucher. */
export async function loyaltyStory(tour: TourHouse): Promise<void> {
  await memberAndPoints(tour)
  await giftCodes(tour)
  await gateway(tour)
  await voucher(tour)
}
