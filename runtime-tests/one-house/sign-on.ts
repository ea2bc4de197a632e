import type { House } from '@merchant-edge/tools/house'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { stepTimeoutMs } from '../open-browser.ts'
import type { OneHouse } from './one-house.ts'

// Goal: a customer signs in to the shop and out again, and their sessions in other browsers end too.
// Method: every Worker in workerd on its own port as under `npm start`, and a real browser that waits for
// the content of pages; a wait ends shortly before the time limit of a test.

let house: House
let browser: Browser

async function openAccount(context: BrowserContext): Promise<Page> {
  context.setDefaultTimeout(stepTimeoutMs)
  const page = await context.newPage()
  await page.goto(`${house.addresses.shop}/account`)
  return page
}

async function signIn(page: Page): Promise<void> {
  await page.click('a[href^="/auth/sign-in"]')
  await page.waitForURL(`${house.addresses.sandbox}/**`)
  await page.click('[data-wallet=U-AN]')
  await page.click('button[value=allow]')
  await page.waitForSelector('[data-name]')
}

/** Tests of how customers of the shop sign in and out. */
export function signOnInBrowser(opened: () => OneHouse): void {
  beforeAll(() => {
    ;({ house, browser } = opened())
  })

  it('signs in, sees name, tier and points, and signs out in all browsers', async () => {
    const context = await browser.newContext({
      locale: 'vi-VN',
      viewport: { width: 390, height: 800 },
    })
    const page = await openAccount(context)
    await signIn(page)

    expect(await page.textContent('[data-name]')).toContain('Nguyen Van An')
    expect(await page.textContent('[data-tier]')).toMatch(/\S/)
    expect(await page.content()).not.toMatch(/eyJ|0900000001</)
    const overflow = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    expect(overflow).toBeLessThanOrEqual(0)

    // A second session of the same login, in a browser that has the login but not this session. On
    // one host all ports share their cookies; those of the shop have its port in their names.
    const { port } = new URL(house.addresses.shop)
    const cookies = await context.cookies(house.addresses.sandbox)
    const ofLogin = cookies.filter(({ name }) => !name.includes(port))
    expect(ofLogin.length).toBeLessThan(cookies.length)
    const other = await browser.newContext({ locale: 'vi-VN' })
    await other.addCookies(ofLogin)
    const elsewhere = await openAccount(other)
    await elsewhere.goto(`${house.addresses.shop}/auth/sign-in?return_to=%2Faccount`)
    await elsewhere.waitForSelector('[data-name]')
    await page.reload()
    expect(await page.textContent('[data-name]')).toContain('Nguyen Van An')

    await page.click('form[action="/auth/sign-out"] button')
    await page.waitForSelector('a[href^="/auth/sign-in"]')
    // The logout notice for the other session is under way; without it this test reaches its time limit.
    do await elsewhere.reload()
    while ((await elsewhere.locator('[data-name]').count()) > 0)
    await elsewhere.waitForSelector('a[href^="/auth/sign-in"]')
  })

  it('returns to the page on which the sign-in began, and to no foreign address', async () => {
    const context = await browser.newContext({ locale: 'en-US' })
    const page = await openAccount(context)
    await page.goto(`${house.addresses.shop}/auth/sign-in?return_to=https%3A%2F%2Fevil.example%2F`)
    await page.click('[data-wallet=U-BINH]')
    await page.click('button[value=allow]')
    await page.waitForURL(`${house.addresses.shop}/**`)

    expect(new URL(page.url()).origin).toBe(house.addresses.shop)
  })

  it('sees a message after refusing the consent', async () => {
    const context = await browser.newContext({ locale: 'en-US' })
    const page = await openAccount(context)
    await page.click('a[href^="/auth/sign-in"]')
    await page.click('[data-wallet=U-CHI]')
    await page.click('button[value=deny]')
    await page.waitForURL(`${house.addresses.shop}/auth/callback**`)

    expect(await page.textContent('body')).toMatch(/\S/)
    await page.goto(`${house.addresses.shop}/account`)
    expect(await page.locator('[data-name]').count()).toBe(0)
  })
}
