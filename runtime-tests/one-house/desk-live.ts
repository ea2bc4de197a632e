import type { House } from '@merchant-edge/tools/house'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { shopClient } from '../desk/shop-client.ts'
import { stepTimeoutMs } from '../open-browser.ts'
import type { OneHouse } from './one-house.ts'

// Goal: a page of the desk that shows pending work updates itself without a reload, and does not disturb an operator who is
// working with it.
// Method: every Worker in workerd as under `npm start`, and a real browser that waits for the content of pages. A property
// that is set on the window would be lost by a reload.

let house: House
let browser: Browser

/** The sandbox asks each customer for consent only at the first sign-in. */
async function signedIn(): Promise<Page> {
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 390, height: 500 },
  })
  context.setDefaultTimeout(stepTimeoutMs)
  const page = await context.newPage()
  await page.goto(house.addresses.console)
  await page.click('a[href^="/auth/sign-in"]')
  await page.waitForURL(`${house.addresses.sandbox}/**`)
  await page.click('[data-wallet=U-AN]')
  await page.waitForSelector('button[value=allow], .desk > nav')
  if ((await page.locator('button[value=allow]').count()) > 0) {
    await page.click('button[value=allow]')
  }
  await page.waitForSelector('.desk > nav')
  return page
}

/** Tests of pages of the desk that update themselves. */
export function deskLiveInBrowser(opened: () => OneHouse): void {
  beforeAll(() => {
    ;({ house, browser } = opened())
  })

  it('shows a payment when it arrives, keeps focus and scroll position, and announces the change', async () => {
    const shop = shopClient(house)
    const { checkout, sandbox } = house.addresses
    await shop.ask(`${checkout}/orders`, { id: 'LIVE', amountVnd: 120_000 })
    await shop.ask(`${checkout}/orders/LIVE/payments/qr`, {})
    const page = await signedIn()
    await page.goto(`${house.addresses.console}/orders/LIVE`)
    await page.evaluate('window.mark = 1')
    await page.evaluate("document.querySelector('.timeline summary').click()")
    await page.evaluate(
      "document.querySelector('.timeline summary').focus({ preventScroll: true })",
    )
    await page.evaluate('scrollTo(0, 300)')

    const { attempts } = await shop.order('LIVE')
    await shop.ask(`${sandbox}/control/orders/${attempts[0]?.serviceOrderId ?? ''}/pay`, {
      walletId: 'U-BINH',
    })
    await page.waitForSelector('main .chip.good')

    const kept = await page.evaluate(
      "[window.mark, document.activeElement.tagName, scrollY, document.querySelectorAll('.timeline details[open]').length]",
    )
    expect(kept).toEqual([1, 'SUMMARY', 300, 1])
    expect(await page.textContent('[data-live-notice]')).toMatch(/^Updated at \d/)
    await page.context().close()
  })

  it('does not update a page while a form is being filled in, nor in the background', async () => {
    const page = await signedIn()
    await page.clock.install()
    await page.goto(`${house.addresses.console}/webhooks`)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const lookFor = async (seconds: number) => {
      asked.length = 0
      await page.clock.runFor(seconds * 1_000)
      return asked.length
    }

    await page.fill('[name=orderId]', 'TYPED')
    await page.evaluate('document.activeElement.blur()')
    expect(await lookFor(60)).toBe(0)
    expect(await page.inputValue('[name=orderId]')).toBe('TYPED')

    await page.fill('[name=orderId]', '')
    expect(await lookFor(60)).toBe(0)
    await page.evaluate('document.activeElement.blur()')
    const looked = page.waitForRequest('**/webhooks')
    await page.clock.runFor(20_000)
    await looked

    await page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    await page.clock.runFor(10_000)
    expect(await lookFor(60)).toBe(0)
    await page.context().close()
  })
}
