import { freePorts } from '@merchant-edge/tools/ports'
import { startHouse, type House } from '@merchant-edge/tools/house'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { closePages, openBrowser, stepTimeoutMs } from './open-browser.ts'

// Goal: a customer can buy. Method: every Worker in workerd on its own port as under `npm start`, and a
// real browser with the clicks of a customer. It waits for the content of pages, however long that
// takes; only the time limit of a whole test ends a wait.

let house: House
let browser: Browser

beforeAll(async () => {
  house = await startHouse({ ports: await freePorts(), tickMs: 1_000 })
  browser = await openBrowser()
})

afterEach(closePages)

afterAll(() => house?.stop())

async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(stepTimeoutMs)
  return context.newPage()
}

async function openShop(locale: string, width: number): Promise<Page> {
  const page = await openPage({ locale, viewport: { width, height: 800 } })
  await page.goto(house.addresses.shop)
  return page
}

async function fillBasket(page: Page): Promise<void> {
  await page.click('[data-book=morning-river]')
  await page.goto(house.addresses.shop)
  await page.click('[data-book=salt-wind]')
}

async function payOnHostedPage(page: Page): Promise<void> {
  await page.waitForURL(`${house.addresses.sandbox}/pay/**`)
  await page.click('[data-wallet=U-AN]')
  await page.click('button[value=pay]')
  const code = await page.textContent('[data-otp]')
  await page.fill('#otp', code ?? '')
  await page.click('button[value=pay]')
}

/** Leaves the return page after its last update; until then a script replaces its content. */
async function goBackToShop(page: Page): Promise<void> {
  await page.waitForURL(`${house.addresses.checkout}/return/**`)
  await page.waitForSelector('.stage-paid')
  await page.click(`a[href^="${house.addresses.shop}/orders/"]`)
}

/** Waits until the page of an order updates itself no more, so that it is not read during a reload. */
async function waitUntilComplete(page: Page): Promise<void> {
  await page.waitForSelector('[data-awaited=nothing]')
  await page.waitForSelector('[data-state=paid]')
}

async function expectNoSideways(page: Page): Promise<void> {
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(overflow).toBeLessThanOrEqual(0)
}

describe('the shop in a browser', () => {
  it('shows its books within the same margins on every screen size', async () => {
    const page = await openShop('vi-VN', 320)
    const sticksOut = `[...document.querySelectorAll('main > *, main > * > *')].filter((element) =>
      element.getBoundingClientRect().right > document.querySelector('main').getBoundingClientRect().right + 1)
      .map((element) => innerWidth + ' ' + element.outerHTML.slice(0, 60))`
    for (let width = 320; width <= 1280; width += 20) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate(sticksOut)).toEqual([])
      await expectNoSideways(page)
    }
  })

  it('sells by web payment, in Vietnamese on a phone', async () => {
    const page = await openShop('vi-VN', 390)
    await fillBasket(page)
    expect(await page.textContent('.amount')).toContain('209.000')
    await expectNoSideways(page)

    await page.click('button[value=web-payment]')
    await payOnHostedPage(page)
    await goBackToShop(page)
    await waitUntilComplete(page)

    const kinds = await page.$$eval('[data-kind]', (lines) =>
      lines.map((line) => line.getAttribute('data-kind')),
    )
    expect(kinds).toContain('callback.received')
    expect(kinds).toContain('payment.confirmed')
    expect(await page.getAttribute('html', 'lang')).toBe('vi')
    await page.getByText('Sách đang trên đường đến bạn.').waitFor()
    await expectNoSideways(page)
  })

  it('sells by QR, in English on a desktop, while the QR page updates itself', async () => {
    const page = await openShop('en-US', 1280)
    await fillBasket(page)
    await page.click('button[value=transaction-qr]')
    await page.waitForURL(`${house.addresses.checkout}/pay/*/qr**`)
    await page.waitForSelector('svg')

    const phone = await openPage()
    await phone.goto(`${house.addresses.sandbox}/phone`)
    await phone.click('form button')
    await payOnHostedPage(phone)

    await page.waitForURL(`${house.addresses.checkout}/return/**`)
    await page.waitForSelector('.stage-paid')
    expect(await page.getAttribute('html', 'lang')).toBe('en')
  })

  it('is used by keyboard alone', async () => {
    const page = await openShop('en-US', 1280)

    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.className')).toBe('skip')
    await page.focus('[data-book=quiet-gardens]')
    await page.keyboard.press('Enter')

    await page.waitForURL('**/basket')
    expect(await page.textContent('.amount')).toContain('165,000')
  })
})

async function startQr(page: Page): Promise<void> {
  await fillBasket(page)
  await page.click('button[value=transaction-qr]')
  await page.waitForURL(`${house.addresses.checkout}/pay/*/qr**`)
  await page.waitForSelector('svg.qr')
  // The script of the page shows the remaining time; from then on the page updates itself.
  await page.waitForSelector('.countdown:not([hidden])')
}

describe('a payment that does not go through, in a browser', () => {
  it.each([
    ['vi-VN', 'cancel', 'Thanh toán không thành công', 'Thử lại'],
    ['en-US', 'fail', 'The payment did not go through', 'Try again'],
  ])(
    'is reported in %s after %s, and succeeds at the next try',
    async (locale, way, title, again) => {
      const page = await openShop(locale, 390)
      await fillBasket(page)
      await page.click('button[value=web-payment]')
      await page.waitForURL(`${house.addresses.sandbox}/pay/**`)

      await page.click(`button[value=${way}]`)

      await page.waitForURL(`${house.addresses.checkout}/return/**`)
      await page.waitForSelector('.stage-failed')
      expect(await page.textContent('h1')).toBe(title)
      expect(await page.locator('a[href*="/qr?"]').count()).toBe(1)
      await expectNoSideways(page)
      await page.click(`text="${again}"`)
      await payOnHostedPage(page)
      await goBackToShop(page)
    },
  )

  it('is shown on a QR page that is waiting', async () => {
    const page = await openShop('en-US', 1280)
    await startQr(page)

    const phone = await openPage()
    await phone.goto(`${house.addresses.sandbox}/phone`)
    await phone.click('form button')
    await phone.waitForURL(`${house.addresses.sandbox}/pay/**`)
    await phone.click('button[value=cancel]')

    await page.waitForURL(`${house.addresses.checkout}/return/**`)
    await page.waitForSelector('.stage-failed')
    // No other QR may stay open, because the phone pays the first one in its list.
    expect(await page.locator('a[href*="/qr?"]').count()).toBe(1)
    await phone.context().close()
  })
})

describe('a page without a connection', () => {
  it.each([
    ['vi-VN', 'có thể bạn đang mất kết nối mạng.'],
    ['en-US', 'you may be offline.'],
  ])(
    'shows that in %s, and finds the payment when the connection is back',
    async (locale, text) => {
      const page = await openShop(locale, 390)
      await startQr(page)
      const notice = page.locator('[data-offline]')
      expect(await notice.isVisible()).toBe(false)

      await page.context().setOffline(true)
      await notice.waitFor({ state: 'visible' })
      expect(await notice.textContent()).toContain(text)
      await expectNoSideways(page)
      const phone = await openPage()
      await phone.goto(`${house.addresses.sandbox}/phone`)
      await phone.click('form button')
      await payOnHostedPage(phone)
      await page.context().setOffline(false)

      await page.waitForSelector('.stage-paid')
      await phone.context().close()
    },
  )

  it('aborts its request over the lost connection as soon as the connection is back', async () => {
    const page = await openShop('en-US', 390)
    await page.clock.install()
    await startQr(page)
    await page.route('**/state**', () => new Promise<never>(() => undefined))
    const lost = await page.waitForRequest('**/state**')
    const isGivenUp = page.waitForEvent('requestfailed', (request) => request === lost)
    const nextLook = page.waitForRequest('**/state**')
    await page.clock.pauseAt(new Date(Date.now() + 1000))

    await page.evaluate(() => dispatchEvent(new Event('online')))
    await isGivenUp
    await page.clock.runFor(1)

    expect((await nextLook).method()).toBe('GET')
  })

  it('shows that it may be so when the browser reports that it is online, and the server is busy', async () => {
    const page = await openShop('en-US', 390)
    await startQr(page)
    const notice = page.locator('[data-offline]')

    let asked = 0
    await page.route('**/state**', (route) => {
      asked += 1
      return asked === 1 ? route.abort() : route.fulfill({ status: 429 })
    })
    await notice.waitFor({ state: 'visible' })
    expect(await notice.textContent()).toContain('cannot be updated right now')
    await page.unroute('**/state**')
    await notice.waitFor({ state: 'hidden' })
  })
})

async function signIn(page: Page): Promise<void> {
  await page.goto(`${house.addresses.shop}/account`)
  await page.click('a[href^="/auth/sign-in"]')
  await page.waitForURL(`${house.addresses.sandbox}/**`)
  await page.click('[data-wallet=U-BINH]')
  await page.click('button[value=allow]')
  await page.waitForSelector('[data-name]')
}

async function linkWallet(page: Page): Promise<void> {
  await page.goto(`${house.addresses.shop}/account`)
  await page.click('form[action="/account/link"] button')
  await page.waitForURL(`${house.addresses.sandbox}/link/**`)
  await page.click('[data-wallet=U-BINH]')
  await page.click('button[value=confirm]')
  await page.waitForSelector('[role=status]')
  await page.goto(`${house.addresses.shop}/account`)
  await page.waitForSelector('[data-link=linked]')
}

async function newestCode(): Promise<string> {
  const phone = await openPage()
  await phone.goto(`${house.addresses.sandbox}/phone`)
  const code = await phone.textContent('[data-otp]')
  await phone.context().close()
  return code ?? ''
}

/** Makes the service fail every order of gift codes until the returned function is called. */
async function withholdGiftCodes(): Promise<() => Promise<void>> {
  const faults = `${house.addresses.sandbox}/control/faults`
  const fault = { endpoint: 'orderGiftCodes', fault: '5000000', times: 10_000 }
  const headers = { 'content-type': 'application/json' }
  const added = await fetch(faults, { method: 'POST', headers, body: JSON.stringify(fault) })
  expect(added.ok).toBe(true)
  return async () => {
    const cleared = await fetch(faults, { method: 'DELETE' })
    expect(cleared.ok).toBe(true)
  }
}

describe('an order that is paid before it is complete', () => {
  it('updates its page until the gift code is there', async () => {
    const allowGiftCodes = await withholdGiftCodes()
    const page = await openShop('en-US', 390)
    await page.click('[data-book=morning-river]')
    await page.goto(house.addresses.shop)
    await page.click('[data-book=gift-card-fifty]')
    await page.click('button[value=web-payment]')
    await payOnHostedPage(page)
    await goBackToShop(page)

    // In one evaluation: the page reloads itself, so two evaluations may see two pages.
    await page.waitForSelector(
      'main:has([data-state=paid]):has([data-awaited=gift-codes]):not(:has([data-gift-code]))',
    )
    await allowGiftCodes()
    await waitUntilComplete(page)

    await page.getByText('Your books are on their way.').waitFor()
    expect(await page.locator('[data-gift-code]').count()).toBe(1)
    expect(await page.locator('meta[http-equiv=refresh]').count()).toBe(0)
  })
})

describe('a linked wallet in a browser', () => {
  it('is linked once and pays with a voucher, for a gift code and points, on a phone', async () => {
    const page = await openShop('vi-VN', 390)
    await page.click('[data-book=morning-river]')
    await page.goto(house.addresses.shop)
    await page.click('[data-book=gift-card-fifty]')
    await signIn(page)
    await linkWallet(page)
    await expectNoSideways(page)
    expect(await page.textContent('[data-tier]')).toMatch(/\S/)

    await page.goto(`${house.addresses.shop}/basket`)
    await page.fill('#serial', 'EV-AMOUNT-1')
    await page.click('form[action="/voucher"] button')
    expect(await page.textContent('[data-discount]')).toContain('50.000')
    expect(await page.textContent('.amount')).toContain('120.000')
    await expectNoSideways(page)
    await page.click('button[value=linked-wallet]')

    await page.waitForURL(`${house.addresses.checkout}/pay/*/linked**`)
    await page.click('form.actions button[type=submit]')
    await page.fill('#otp', '000000')
    await page.click('form.otp button[type=submit]')
    await page.waitForSelector('[aria-invalid=true]')
    await page.fill('#otp', await newestCode())
    await page.keyboard.press('Enter')
    await goBackToShop(page)
    await waitUntilComplete(page)
    await page.waitForSelector('[data-gift-code]')
    expect(await page.textContent('[data-points]')).toContain('120')
    await expectNoSideways(page)

    await page.goto(`${house.addresses.shop}/account`)
    await page.click('form[action="/account/unlink"] button')
    await page.waitForSelector('form[action="/account/link"]')
  })
})

/** Sends a request of the shop's backend to the checkout, and returns its answer. */
async function askAsShop(path: string, json: object): Promise<Response> {
  const answer = await fetch(`${house.addresses.checkout}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${house.secrets.checkoutSecret}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(json),
  })
  expect(answer.ok).toBe(true)
  return answer
}

/** Returns a part of the price, as the shop's backend may. */
async function refundOrder(id: string, vnd: number): Promise<void> {
  await askAsShop(`/orders/${id}/refunds`, { id: `${id}-R`, vnd })
}

describe('the time left to pay', () => {
  it('is counted down with its hours, on a phone whose clock is years wrong and is set back', async () => {
    const opened = await askAsShop('/orders', {
      id: 'TIME-1',
      amountVnd: 45_000,
      expiresInMinutes: 90,
    })
    const { statusUrl }: { statusUrl: string } = await opened.json()
    const page = await openPage({ locale: 'en-US', viewport: { width: 360, height: 640 } })
    await page.clock.install({ time: '2001-01-01T00:00:00Z' })
    await page.clock.pauseAt('2001-01-01T00:00:01Z')
    await page.goto(statusUrl)
    const clock = page.locator('.countdown:not([hidden]) time')
    const secondsLeft = Number(await clock.getAttribute('data-seconds-left'))
    let left = secondsLeft
    const shownAt = async (seconds: number) => {
      await page.clock.runFor((left - seconds) * 1000)
      left = seconds
      return clock.textContent()
    }

    expect(secondsLeft).toBeGreaterThan(85 * 60)
    expect(secondsLeft).toBeLessThanOrEqual(90 * 60)
    expect(await shownAt(75 * 60 + 9)).toBe('1:15:09')
    expect(await shownAt(3600)).toBe('1:00:00')
    expect(await shownAt(3599)).toBe('59:59')
    // The phone hears from the network what time it is.
    await page.clock.setSystemTime('2000-06-01T00:00:00Z')
    expect(await shownAt(61)).toBe('1:01')
  })
})

describe('a guest in a browser', () => {
  it('sees the own order and its refund, which no other browser does', async () => {
    const page = await openShop('vi-VN', 390)
    await fillBasket(page)
    await page.click('button[value=web-payment]')
    await payOnHostedPage(page)
    await goBackToShop(page)
    await waitUntilComplete(page)

    const stranger = await openPage({ locale: 'vi-VN', viewport: { width: 390, height: 800 } })
    const shown = await stranger.goto(page.url())

    expect(shown?.status()).toBe(404)
    expect(await stranger.content()).not.toMatch(/209\.000|data-state/)
    await expectNoSideways(stranger)
    const cookies = await page.context().cookies(house.addresses.shop)
    const key = cookies.find(({ name }) => name.startsWith('order.EB-'))
    expect(key).toMatchObject({ httpOnly: true, sameSite: 'Lax' })

    await refundOrder(new URL(page.url()).pathname.split('/').at(-1) ?? '', 10_000)
    const returned = page.locator('main:has([data-state=part_refunded])')
    while ((await returned.count()) === 0) await page.reload()
    expect(await returned.textContent()).toMatch(/Đã hoàn một phần[^]*10\.000\u00a0₫/)
  })
})

describe('a till in a browser', () => {
  it('finds the bill of a closed tab, prints it again and leads to its refund', async () => {
    const { till, sandbox, checkout, console: desk } = house.addresses
    const page = await openPage({ locale: 'en-US', viewport: { width: 360, height: 640 } })
    await page.goto(`${till}/till`)
    await page.fill('#password', house.secrets.tillPassword)
    await page.click('button.main')
    await page.fill('#entry', '77000')
    await page.click('button.main')
    await page.waitForSelector('img.qr')
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await page.close()
    const headers = { authorization: `Bearer ${house.secrets.checkoutSecret}` }
    const answer = await fetch(`${checkout}/orders/${id}`, { headers })
    const { attempts }: { attempts: { serviceOrderId: string }[] } = await answer.json()
    await fetch(`${sandbox}/control/orders/${attempts[0]?.serviceOrderId}/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ walletId: 'U-AN' }),
    })

    const again = await page.context().newPage()
    await again.goto(`${till}/till`)
    await again.click('a[href="/till/earlier"]')
    await again.fill('#q', '77.000')
    await again.press('#q', 'Enter')
    await again.waitForURL('**/till/earlier?q=77.000**')
    expect(await again.locator('.bills li').count()).toBe(1)
    await expectNoSideways(again)
    await again.click('.bills a')
    await again.waitForSelector('.stage.paid')
    await again.evaluate('window.print = () => document.body.classList.add("printed")')
    await again.click('[data-print]')
    await again.waitForSelector('body.printed')
    await again.click(`a[href="${desk}/orders/${id}"]`)
    await again.click('[data-wallet=U-AN]')
    await again.click('button[value=allow]')
    await again.waitForURL(`${desk}/orders/${id}`)
    await again.click(`a[href="/orders/${id}/refund"]`)
    expect(await again.textContent('h1')).toContain(id)
  })
})

describe('an IP address with too many requests', () => {
  it('is refused under npm start as in production', async () => {
    const { shop } = house.addresses
    const headers = { origin: shop, 'content-type': 'application/x-www-form-urlencoded' }
    const init: RequestInit = { method: 'POST', headers, body: 'serial=', redirect: 'manual' }
    let answer = await fetch(`${shop}/voucher`, init)
    while (answer.status === 303) answer = await fetch(`${shop}/voucher`, init)

    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe('60')
    expect((await fetch(`${shop}/basket`)).status).toBe(200)
  })
})
