import type { Browser, BrowserContext } from 'playwright-core'
import { fetchAlone } from '../house/network/fetch-alone.ts'
import type { House } from '../house/start-house.ts'
import { follow, patienceMs, waitFor } from './page-steps.ts'

/** Records for the pages of the desk, other than the orders of the checkout. */
export interface ShownDesk {
  /** Id of an order with a refund of unknown outcome. */
  readonly unknownOrderId: string
  /** Id of the refund of unknown outcome. */
  readonly unknownRefundId: string
  /** Number of the open alert about it. */
  readonly alertId: number
  /** Id of a transfer of unknown outcome. */
  readonly transferId: string
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

/**
 * Sends a request with the right bearer to a Worker of the house; returns the JSON of the answer.
 */
export async function askHouse<Answer>(
  address: string,
  { bearer, json }: { readonly bearer?: string; readonly json?: unknown },
): Promise<Answer> {
  const response = await fetchAlone(address, {
    method: json === undefined ? 'GET' : 'POST',
    headers: {
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      'content-type': 'application/json',
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${text}`)
  const answer: Answer = JSON.parse(text)
  return answer
}

async function breakOff(house: House, endpoint: string, fault: string): Promise<void> {
  const json = { endpoint, fault, times: 1 }
  await askHouse(`${house.addresses.sandbox}/control/faults`, { json })
}

interface AlertList {
  readonly alerts: readonly { readonly id: number; readonly subject: string }[]
}

/**
 * Makes the outcomes of a refund and of a transfer unknown, and waits for the alert about the
 * refund.
 */
export async function seedDesk(house: House, paidOrderId: string): Promise<ShownDesk> {
  const { checkout } = house.addresses
  const bearer = house.secrets.checkoutSecret
  const refund = {
    id: `${paidOrderId}-R`,
    vnd: 45_000,
    reason: 'Khách trả lại một cuốn sách',
    staffId: 'an',
  }
  await breakOff(house, 'refundOrder', 'html')
  await askHouse(`${checkout}/orders/${paidOrderId}/refunds`, { bearer, json: refund })
  const transfer = { receiverPhone: '0900000002', description: 'Thưởng bạn đọc' }
  for (const [id, amountVnd] of [
    ['T-1001', 250_000],
    ['T-1002', 1_200_000],
  ] as const) {
    if (id === 'T-1002') await breakOff(house, 'transferMoney', 'truncate')
    await askHouse(`${checkout}/transfers`, { bearer, json: { ...transfer, id, amountVnd } })
  }
  const open = `${checkout}/operator/alerts?state=open`
  for (;;) {
    const list = await askHouse<AlertList>(open, { bearer: house.secrets.operatorToken })
    const about = list.alerts.find(({ subject }) => subject.includes(refund.id))
    if (about !== undefined) {
      return {
        unknownOrderId: paidOrderId,
        unknownRefundId: refund.id,
        alertId: about.id,
        transferId: 'T-1002',
      }
    }
    await house.sweep()
  }
}

/** Signs an operator of the house in at the desk; returns the cookies of their browser. */
export async function signInAtDesk(context: BrowserContext, house: House): Promise<StorageState> {
  const page = await context.newPage()
  await page.goto(house.addresses.console)
  await follow(page, 'a[href^="/auth/sign-in"]')
  await page.waitForURL(`${house.addresses.sandbox}/**`)
  await follow(page, '[data-wallet=U-AN]')
  await follow(page, 'button[value=allow]')
  await waitFor(page, '.desk > nav')
  return context.storageState()
}

/** The cookies of a visitor who signed in or paired a device in a separate browser. */
export async function rememberedBy(
  browser: Browser,
  work: (context: BrowserContext) => Promise<StorageState>,
): Promise<StorageState> {
  const context = await browser.newContext({ locale: 'vi-VN' })
  context.setDefaultTimeout(patienceMs)
  try {
    return await work(context)
  } finally {
    await context.close()
  }
}
