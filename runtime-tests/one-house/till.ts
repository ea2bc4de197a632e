import type { House } from '@merchant-edge/tools/house'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { stepTimeoutMs } from '../open-browser.ts'
import type { OneHouse } from './one-house.ts'

// Goal: a cashier can sell. Method: every Worker in workerd as under `npm start`, and a real browser with the input of a
// barcode scanner: the code, then Enter. It waits for the content of pages, however long that takes.

let house: House
let browser: Browser

async function openTill(options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(stepTimeoutMs)
  const page = await context.newPage()
  await page.goto(house.addresses.till)
  await page.waitForURL('**/till/pair')
  await page.selectOption('#till', 'EDGE-STORE-2 EDGE-POS-1')
  await page.fill('#password', house.secrets.tillPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/till')
  return page
}

/** Types like a scanner into the focused element, and waits for the next page. */
async function scan(page: Page, text: string, lines: number): Promise<void> {
  await page.waitForSelector('#entry:focus')
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
  await page
    .locator('.lines li')
    .nth(lines - 1)
    .waitFor()
}

async function payWithPhone(): Promise<void> {
  const context = await browser.newContext()
  context.setDefaultTimeout(stepTimeoutMs)
  const phone = await context.newPage()
  await phone.goto(`${house.addresses.sandbox}/phone`)
  await phone.click('form button')
  await phone.waitForURL(`${house.addresses.sandbox}/pay/**`)
  await phone.click('[data-wallet=U-AN]')
  await phone.click('button[value=pay]')
  const code = await phone.textContent('[data-otp]')
  await phone.fill('#otp', code ?? '')
  await phone.click('button[value=pay]')
}

async function expectNoSideways(page: Page): Promise<void> {
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(overflow).toBeLessThanOrEqual(0)
}

/** Rolls of 58 and 80 mm and a sheet of A4 within their margins, in pixels at 96 dpi. */
const paperWidths = [181, 265, 718]

/** Presses the button of the page that prints, and reads the receipt as it is laid out on each paper. */
async function expectReceipt(page: Page): Promise<void> {
  await page.evaluate('globalThis.prints = 0, globalThis.print = () => { prints += 1 }')
  await page.click('[data-print]')
  expect(await page.evaluate('prints')).toBe(1)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  await page.emulateMedia({ media: 'print' })
  for (const width of paperWidths) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSideways(page)
    const lines = (await page.innerText('body')).split('\n').filter((line) => line.trim() !== '')
    expect(lines.join('\n').replaceAll('\u00a0', ' ')).toMatch(
      new RegExp(
        [
          '^Edge Books, Thu Duc · Quầy 1',
          'Trà sen Tây Hồ',
          '45.000 ₫',
          'Cà phê Buôn Ma Thuột',
          '2 × 89.000 ₫',
          '178.000 ₫',
          'Tổng cộng',
          '223.000 ₫',
          '✓ Đã thanh toán',
          'Cửa hàng',
          'EDGE-STORE-2',
          'Quầy',
          'EDGE-POS-1',
          'Thanh toán lúc',
          String.raw`\d\d:\d\d:\d\d \d\d/\d\d/\d{4}`,
          'Mã giao dịch',
          String.raw`\S+`,
          'Hóa đơn',
          `${id}$`,
        ].join('\n'),
      ),
    )
  }
  await page.emulateMedia({ media: 'screen' })
}

/**
 * Presses a button that loads another page, and loads it again until that page shows what is wanted, as a cashier would:
 * the browser reports that the connection has changed before each of its processes knows.
 */
async function pressUntil(page: Page, button: string, wanted: string): Promise<void> {
  await page.click(button)
  const shown = page.locator(wanted)
  for (let loads = 1; loads < 10; loads += 1) {
    try {
      await shown.waitFor({ timeout: 10_000 })
      return
    } catch {
      await page.reload()
    }
  }
  await shown.waitFor()
}

/** Tests of the till. */
export function tillInBrowser(opened: () => OneHouse): void {
  beforeAll(() => {
    ;({ house, browser } = opened())
  })

  it('sells by scanner and keyboard alone, in Vietnamese on a phone', async () => {
    const page = await openTill({ locale: 'vi-VN', viewport: { width: 390, height: 800 } })
    await expectNoSideways(page)
    await scan(page, '8938505970011', 1)
    await scan(page, '2*8938505970028', 2)
    expect(await page.textContent('.total strong')).toContain('223.000')
    await expectNoSideways(page)

    await page.waitForSelector('#entry:focus')
    await page.keyboard.press('Enter')
    await page.waitForSelector('img.qr')
    expect(
      await page.$eval('img.qr', (image) => image.getBoundingClientRect().width),
    ).toBeGreaterThan(250)
    await expectNoSideways(page)
    await payWithPhone()

    // The page has updated itself.
    await page.waitForSelector('.stage.paid')
    expect(await page.textContent('.stage.paid')).toContain('Đã thanh toán')
    await page.waitForSelector('h1:focus')
    await expectNoSideways(page)
    await expectReceipt(page)
    await page.context().close()
  })

  it('shows that it is offline, and continues when it is online again', async () => {
    const page = await openTill({ locale: 'en-US', viewport: { width: 1280, height: 800 } })
    await scan(page, '450.000', 1)
    await page.click('button.main')
    await page.waitForSelector('img.qr')
    await page.waitForFunction('navigator.serviceWorker.controller !== null')

    await page.context().setOffline(true)
    await page.waitForSelector('[data-offline]:not([hidden])')
    await page.context().setOffline(false)
    await page.waitForSelector('[data-offline]', { state: 'hidden' })
    await payWithPhone()
    await page.waitForSelector('.stage.paid')

    await page.context().setOffline(true)
    await pressUntil(
      page,
      '.actions a',
      'text=The till works as soon as the device is connected again.',
    )
    await page.context().setOffline(false)
    await pressUntil(page, '.main', '#entry')
    await page.context().close()
  })
}
