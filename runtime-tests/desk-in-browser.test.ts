import { startHouse, type House } from '@merchant-edge/tools/house'
import { freePorts } from '@merchant-edge/tools/ports'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser } from './open-browser.ts'

// Goal: an operator on a phone comes from an open alert to its order and returns money and has the shop told again, each step under their
// name.
// Method: every Worker in workerd on its own port as under `npm start`, and a real browser that waits for what a page
// shows: only the time-out of a whole test ends it. The house ticks, since callbacks and repeated calls go out by its ticks.

let house: House
let browser: Browser

beforeAll(async () => {
  house = await startHouse({ ports: await freePorts(), tickMs: 1_000 })
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  await house?.stop()
})

async function ask(address: string, json?: object): Promise<string> {
  const response = await fetch(address, {
    method: json === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${house.secrets.checkoutSecret}`,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${text}`)
  return text
}

interface ReadOrder {
  readonly state: string
  readonly attempts: readonly { readonly serviceOrderId?: string }[]
}

async function readOrder(id: string): Promise<ReadOrder> {
  const order: ReadOrder = JSON.parse(await ask(`${house.addresses.checkout}/orders/${id}`))
  return order
}

/** An order of 120,000 VND that its customer has paid. */
async function paidOrder(id: string): Promise<void> {
  const { checkout, sandbox } = house.addresses
  await ask(`${checkout}/orders`, { id, amountVnd: 120_000 })
  await ask(`${checkout}/orders/${id}/payments/qr`, {})
  const { attempts } = await readOrder(id)
  const serviceOrderId = attempts[0]?.serviceOrderId ?? ''
  await ask(`${sandbox}/control/orders/${serviceOrderId}/pay`, { walletId: 'U-BINH' })
  while ((await readOrder(id)).state !== 'paid') await house.sweep()
}

/** A refund of the shop whose answer is a page of a proxy: nobody knows its outcome, which raises an alert. */
async function unknownRefund(orderId: string): Promise<void> {
  const { checkout, sandbox } = house.addresses
  const fault = { endpoint: 'refundOrder', provocation: 'html', times: 1 }
  await ask(`${sandbox}/control/faults`, fault)
  const refund = { id: `${orderId}-R`, vnd: 30_000, reason: 'a cold cup', staffId: 'shop' }
  await ask(`${checkout}/orders/${orderId}/refunds`, refund)
}

/** The sandbox asks each customer for consent once: whoever signs in for the first time allows it. */
async function signIn(page: Page, walletId: string): Promise<void> {
  await page.goto(house.addresses.console)
  await page.click('a[href^="/auth/sign-in"]')
  await page.waitForURL(`${house.addresses.sandbox}/**`)
  await page.click(`[data-wallet=${walletId}]`)
  await page.click('button[value=allow]')
  await page.waitForSelector('.desk > nav')
}

/** Opens the alert about an order from the list of open ones, which is loaded anew until it is there. */
async function openAlertAbout(page: Page, orderId: string): Promise<void> {
  const row = page.locator('tbody tr', { hasText: orderId })
  do await page.goto(`${house.addresses.console}/alerts?state=open`)
  while ((await row.count()) === 0)
  await row.locator('a[href^="/alerts/"]').click()
  await page.waitForURL('**/alerts/*')
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(overflow).toBeLessThanOrEqual(0)
}

it.each([
  ['vi-VN', 'vi', 'U-AN', 'an', 'Hư hỏng khi giao'],
  ['en-GB', 'en', 'U-BINH', 'binh', 'Damaged on the way'],
])('comes from an open alert to a refund under their own name (%s)', async (...texts) => {
  const [locale, language, walletId, operator, reason] = texts
  const id = `DESK-${language}`
  await paidOrder(id)
  await unknownRefund(id)
  const context = await browser.newContext({ locale, viewport: { width: 390, height: 800 } })
  context.setDefaultTimeout(0)
  const page = await context.newPage()
  await signIn(page, walletId)
  expect(await page.getAttribute('html', 'lang')).toBe(language)
  expect(await page.textContent('.who')).toContain(operator)

  await openAlertAbout(page, id)
  await expectNoSidewaysScroll(page)
  await page.click(`main a.button[href="/orders/${id}"]`)
  await page.waitForSelector('.timeline')
  await expectNoSidewaysScroll(page)

  await page.click('a[href$="/refund"]')
  await page.fill('[name=vnd]', '20000')
  await page.fill('[name=reason]', reason)
  await expectNoSidewaysScroll(page)
  await page.click('button[value=check]')
  await page.waitForSelector('button[value=confirm]')
  // Nothing has happened before it is confirmed.
  expect(await ask(`${house.addresses.checkout}/orders/${id}`)).not.toContain(reason)
  expect(await page.textContent('.amount')).toMatch(/20[.,]000/)
  expect(await page.textContent('main')).toContain(reason)
  await page.click('button[value=confirm]')

  await page.waitForURL(`**/orders/${id}?refund=*`)
  await page.waitForSelector('[role=status]')
  const refundId = new URL(page.url()).searchParams.get('refund') ?? ''
  const refund = page.locator('tbody tr', { hasText: refundId })
  expect(await refund.textContent()).toContain(reason)
  const line = page.locator('.timeline > li', { hasText: refundId }).first()
  await line.locator('summary').click()
  await line.locator('dd', { hasText: operator }).first().waitFor()
  expect(await line.locator('dd').allTextContents()).toContain(operator)
  await expectNoSidewaysScroll(page)

  // The shop gets what it was told once more.
  await page.click('td a[href^="/webhooks/event"] >> nth=0')
  await page.click('form.act button')
  await page.waitForSelector('[role=status]')
  await expectNoSidewaysScroll(page)
  await context.close()
})
