import { startHouse, type House } from '@merchant-edge/tools/house'
import { freePorts } from '@merchant-edge/tools/ports'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closePages, openBrowser, stepTimeoutMs } from './open-browser.ts'

// Goal: an operator on a phone gets from an open alert to its order, to both rows of a difference in the daily files, to a
// verdict and to sending a webhook again, and refunds money. The journal has each step with the operator's name, and every
// step can be done by keyboard alone.
// Method: every Worker in workerd on its own port as under `npm start`, and a real browser that waits for the content of
// pages; only the time limit of a whole test ends a wait. The house runs its scheduled work, which sends callbacks and
// repeated calls.

let house: House
let browser: Browser

beforeAll(async () => {
  house = await startHouse({ ports: await freePorts(), tickMs: 1_000, laterMs: 0 })
  browser = await openBrowser()
})

afterAll(async () => {
  await closePages()
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
  readonly payment?: { readonly transactionId: string }
  readonly attempts: readonly { readonly serviceOrderId?: string }[]
  readonly timeline: readonly {
    readonly kind: string
    readonly facts: Readonly<Record<string, unknown>>
  }[]
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

/** A refund of the shop whose answer is the page of a proxy: its outcome is unknown, which raises an alert. */
async function unknownRefund(orderId: string): Promise<void> {
  const { checkout, sandbox } = house.addresses
  const fault = { endpoint: 'refundOrder', fault: 'html', times: 1 }
  await ask(`${sandbox}/control/faults`, fault)
  const refund = { id: `${orderId}-R`, vnd: 30_000, reason: 'a cold cup', staffId: 'shop' }
  await ask(`${checkout}/orders/${orderId}/refunds`, refund)
}

/** A refund whose id the service uses up without making it, so that no file contains it and an operator must settle it. */
async function refundOfNobody(orderId: string): Promise<void> {
  const { checkout, sandbox } = house.addresses
  const fault = { endpoint: 'refundOrder', fault: 'taken-html', times: 1 }
  await ask(`${sandbox}/control/faults`, fault)
  const refund = { id: `${orderId}-R`, vnd: 30_000, reason: 'a cold cup', staffId: 'shop' }
  await ask(`${checkout}/orders/${orderId}/refunds`, refund)
}

const changedByVnd = -5_000
const dayMs = 86_400_000

/** Milliseconds until 01:00 of tomorrow in Vietnam, from a moment. */
function untilOneTomorrow(nowMs: number): number {
  return dayMs - ((nowMs + 7 * 3_600_000) % dayMs) + 3_600_000
}

let laterMs = 0

/**
 * Lets the day pass: the service file has another amount for the payment of an order, and the files of both sides are
 * exchanged and compared.
 */
async function dayWithDifference(orderId: string): Promise<void> {
  const { payment } = await readOrder(orderId)
  const changeAmount = [{ row: payment?.transactionId, by: changedByVnd }]
  const path = `${house.addresses.sandbox}/control/day-close/switches`
  const switched = await fetch(path, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ merchantCode: 'EDGE', switches: { changeAmount } }),
  })
  expect(switched.status).toBe(200)
  laterMs += untilOneTomorrow(Date.now() + laterMs)
  await house.moveClock(laterMs)
  await house.sweep()
  await house.exchangeFiles()
  await house.sweep()
}

/** The sandbox asks each customer for consent only at the first sign-in. */
async function signIn(page: Page, walletId: string): Promise<void> {
  await page.goto(house.addresses.console)
  await page.click('a[href^="/auth/sign-in"]')
  await page.waitForURL(`${house.addresses.sandbox}/**`)
  await page.click(`[data-wallet=${walletId}]`)
  await page.waitForSelector('button[value=allow], .desk > nav')
  if ((await page.locator('button[value=allow]').count()) > 0) {
    await page.click('button[value=allow]')
  }
  await page.waitForSelector('.desk > nav')
}

/** A browser window of the size of a phone, in a language. */
async function openPhone(locale: string): Promise<Page> {
  const context = await browser.newContext({ locale, viewport: { width: 390, height: 800 } })
  context.setDefaultTimeout(stepTimeoutMs)
  return context.newPage()
}

/** Expects a journal line of an order with a kind and an operator's name. */
async function expectInJournal(
  orderId: string,
  line: { readonly kind: string; readonly by: string; readonly reason: string },
): Promise<void> {
  const { timeline } = await readOrder(orderId)
  const found = timeline.find(
    ({ kind, facts }) => kind === line.kind && facts['verdict_reason'] === line.reason,
  )
  expect(found?.facts).toMatchObject({ staff_id: line.by })
}

/** Opens the alert about an order from the list of open alerts, which is reloaded until the alert is there. */
async function openAlertAbout(page: Page, orderId: string): Promise<void> {
  const row = page.locator('tbody tr', { hasText: orderId })
  do await page.goto(`${house.addresses.console}/alerts?state=open`)
  while ((await row.count()) === 0)
  await row.locator('a[href^="/alerts/"]').first().click()
  await page.waitForURL('**/alerts/*')
}

/** Presses a button, and once more while its form is being sent; returns what counts how often it was sent. */
async function pressTwice(page: Page, selector: string): Promise<() => number> {
  const box = await page.locator(selector).boundingBox()
  const [x, y] = [(box?.x ?? 0) + 10, (box?.y ?? 0) + 10]
  let sends = 0
  await page.route(page.url(), async (route) => {
    if (route.request().method() === 'POST') sends += 1
    if (sends === 1) await page.mouse.click(x, y)
    await route.continue()
  })
  await page.mouse.click(x, y)
  return () => sends
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  // A page has its width only after its styles are loaded.
  await page.waitForLoadState('load')
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(overflow).toBeLessThanOrEqual(0)
}

it.each([
  ['vi-VN', 'vi', 'U-AN', 'an', 'Hư hỏng khi giao'],
  ['en-GB', 'en', 'U-BINH', 'binh', 'Damaged on the way'],
])(
  'gets from an open alert to a refund, which the journal records with their name (%s)',
  async (...texts) => {
    const [locale, language, walletId, operator, reason] = texts
    const id = `DESK-${language}`
    await paidOrder(id)
    await unknownRefund(id)
    const page = await openPhone(locale)
    await signIn(page, walletId)
    expect(await page.getAttribute('html', 'lang')).toBe(language)
    expect(await page.textContent('.who')).toContain(operator)

    await openAlertAbout(page, id)
    await expectNoSidewaysScroll(page)
    await page.click(`main a.button[href="/orders/${id}"]`)
    await page.waitForSelector('.timeline')
    await expectNoSidewaysScroll(page)

    await page.click('a[href$="/refund"]')
    // The invalid field has the keyboard focus, so that a screen reader reads it first.
    await page.fill('[name=vnd]', '999999999')
    await page.click('button[value=check]')
    await page.locator('[name=vnd][aria-invalid]:focus').waitFor()
    await page.fill('[name=vnd]', '20000')
    await page.fill('[name=reason]', reason)
    await expectNoSidewaysScroll(page)
    await page.click('button[value=check]')
    await page.waitForSelector('button[value=confirm]')
    // Nothing happens before the confirmation.
    expect(await ask(`${house.addresses.checkout}/orders/${id}`)).not.toContain(reason)
    expect(await page.textContent('.amount')).toMatch(/20[.,]000/)
    expect(await page.textContent('main')).toContain(reason)
    const sends = await pressTwice(page, 'button[value=confirm]')

    await page.waitForURL(`**/orders/${id}?refund=*`)
    await page.waitForSelector('[role=status]')
    // Two presses of the button send one request.
    expect(sends()).toBe(1)
    const refundId = new URL(page.url()).searchParams.get('refund') ?? ''
    const refund = page.locator('section:not(#calls) tbody tr', { hasText: refundId })
    expect(await refund.textContent()).toContain(reason)
    const line = page.locator('.timeline > li', { hasText: refundId }).first()
    await line.locator('summary').click()
    await line.locator('dd', { hasText: operator }).first().waitFor()
    expect(await line.locator('dd').allTextContents()).toContain(operator)
    await expectNoSidewaysScroll(page)

    // The shop receives the same event once more.
    await page.click('td a[href^="/webhooks/event"] >> nth=0')
    await page.click('form.act button')
    await page.waitForSelector('[role=status]')
    await expectNoSidewaysScroll(page)
    await page.context().close()
  },
)

it.each([
  ['vi-VN', 'vi', 'U-BINH', 'binh', 'Đã xem trên trang đối tác: tiền chưa hoàn'],
  ['en-GB', 'en', 'U-AN', 'an', 'Looked up at the merchant site: nothing was returned'],
])(
  'gets from an alert to both rows of a difference, to a verdict and to a webhook (%s)',
  async (...texts) => {
    const [locale, language, walletId, operator, reason] = texts
    const id = `DESK-FILES-${language}`
    await paidOrder(id)
    await refundOfNobody(id)
    await dayWithDifference(id)
    const page = await openPhone(locale)
    await signIn(page, walletId)
    expect(await page.getAttribute('html', 'lang')).toBe(language)

    await openAlertAbout(page, id)
    await page.click(`main a.button[href="/orders/${id}"]`)
    await page.waitForSelector('.timeline')

    await page.click('#differences a[href*="/differences/"]')
    const amount = page.locator('table.sides tr.differs', { hasText: '120000' })
    await amount.waitFor()
    // Both rows are in one line of the table, even at the width of a phone.
    const [ours, theirs] = await amount.locator('td').all()
    expect(await ours?.textContent()).toBe('120000')
    expect(await theirs?.textContent()).toBe(String(120_000 + changedByVnd))
    // Measured at one moment, because the page renews itself.
    const [left, right] = await page.evaluate<{ x: number; y: number }[]>(
      `Array.from(document.querySelectorAll('table.sides tr.differs'))
        .filter((row) => row.textContent.includes('120000'))
        .flatMap((row) => Array.from(row.querySelectorAll('td'), (cell) => {
          const { x, y } = cell.getBoundingClientRect()
          return { x, y }
        }))`,
    )
    expect(left?.y).toBe(right?.y)
    expect(right?.x).toBeGreaterThan(left?.x ?? Number.NaN)
    await expectNoSidewaysScroll(page)

    await page.click(`main a.button[href="/orders/${id}"]`)
    await page.click(`main a[href="/orders/${id}/refunds/${id}-R/verdict"]`)
    await page.check('[name=choice][value=not_refunded]')
    await page.fill('[name=reason]', reason)
    await expectNoSidewaysScroll(page)
    await page.click('button[value=check]')
    await page.click('button[value=confirm]')
    await page.waitForURL(`**/orders/${id}?refund=*`)
    await expectInJournal(id, { kind: 'refund.refused', by: operator, reason })

    await page.click('td a[href^="/webhooks/event"] >> nth=0')
    await page.fill('form.act [name=reason]', reason)
    await page.click('form.act button')
    await page.waitForSelector('[role=status]')
    await expectInJournal(id, { kind: 'event.resend_asked', by: operator, reason })
    await page.context().close()
  },
)

/** Width of the ring around the focused element, in CSS pixels; 0 without a ring. */
const focusRing = `(({ outlineStyle, outlineWidth }) =>
  outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth))(getComputedStyle(document.activeElement))`

/** Presses Tab until an element has the focus, which must be visible. */
async function tabTo(page: Page, selector: string): Promise<void> {
  const isThere = `document.activeElement?.matches(${JSON.stringify(selector)}) === true`
  const stops = await page.locator('a[href], button, input, select, summary').count()
  for (let press = 0; press < 2 * stops + 10; press += 1) {
    await page.keyboard.press('Tab')
    if (await page.evaluate<boolean>(isThere)) {
      // A page that is still loading may have no styles yet.
      await page.waitForLoadState()
      expect(await page.evaluate<number>(focusRing), page.url()).toBeGreaterThanOrEqual(2)
      return
    }
  }
  throw new Error(`The Tab key does not reach ${selector}.`)
}

/** Activates a link or a button by keyboard. */
async function enterAt(page: Page, selector: string, pageThen: string): Promise<void> {
  await tabTo(page, selector)
  await page.keyboard.press('Enter')
  await page.waitForURL(pageThen)
}

/** Fills in the form of a verdict by keyboard, up to the page that confirms it. */
async function decide(
  page: Page,
  { choice, reason }: { readonly choice: string; readonly reason: string },
): Promise<void> {
  await tabTo(page, '[name=choice]')
  await page.keyboard.press('Space')
  while (!(await page.isChecked(`[value=${choice}]`))) await page.keyboard.press('ArrowDown')
  await tabTo(page, '[name=reason]')
  await page.keyboard.type(reason)
  await tabTo(page, 'button[value=check]')
  await page.keyboard.press('Enter')
  await page.waitForSelector('button[value=confirm]')
}

it('can use the keyboard alone from the alert to the difference, the verdicts and the webhook', async () => {
  const id = 'DESK-KEYS'
  const reason = 'Nothing came back'
  await paidOrder(id)
  await refundOfNobody(id)
  await dayWithDifference(id)
  const page = await openPhone('en-GB')
  await signIn(page, 'U-AN')
  const row = page.locator('tbody tr', { hasText: id })
  do await page.goto(`${house.addresses.console}/alerts?state=open`)
  while ((await row.count()) === 0)
  const alert = (await row.locator('a[href^="/alerts/"]').first().getAttribute('href')) ?? ''

  await enterAt(page, `a[href="${alert}"]`, `**${alert}`)
  await enterAt(page, `a.button[href="/orders/${id}"]`, `**/orders/${id}`)
  await enterAt(page, '#differences a[href*="/differences/"]', '**/differences/**')
  await page.locator('table.sides tr.differs', { hasText: '120000' }).waitFor()
  const difference = new URL(page.url()).pathname
  await enterAt(page, `a[href="${difference}/verdict"]`, '**/verdict')
  await decide(page, { choice: 'ours', reason: 'Ticket 4711' })
  await enterAt(page, 'button[value=confirm]', `**${difference}`)
  await expectInJournal(id, { kind: 'difference.decided', by: 'an', reason: 'Ticket 4711' })

  await enterAt(page, `a.button[href="/orders/${id}"]`, `**/orders/${id}`)
  expect(await page.textContent('#differences')).toContain('Our row is right an')
  await enterAt(page, `a[href$="/refunds/${id}-R/verdict"]`, '**/verdict')
  await decide(page, { choice: 'not_refunded', reason })
  await enterAt(page, 'button[value=confirm]', `**/orders/${id}?refund=*`)
  await expectInJournal(id, { kind: 'refund.refused', by: 'an', reason })

  await enterAt(page, 'a[href^="/webhooks/event"]', '**/webhooks/event?*')
  await tabTo(page, 'form.act [name=reason]')
  await page.keyboard.press('Control+A')
  await page.keyboard.type(reason)
  await tabTo(page, 'form.act button')
  await page.keyboard.press('Enter')
  await page.waitForSelector('[role=status]')
  await expectInJournal(id, { kind: 'event.resend_asked', by: 'an', reason })
  await page.context().close()
})
