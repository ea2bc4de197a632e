import type { House } from '@merchant-edge/tools/house'
import { openBrowser, stepTimeoutMs } from '../open-browser.ts'

/** Signs an operator in at the desk of a house in a real browser, and returns the value of its Cookie header. */
export async function sessionAtDesk(
  { console: desk, sandbox }: Pick<House['addresses'], 'console' | 'sandbox'>,
  walletId: string,
): Promise<string> {
  const page = await (await openBrowser()).newPage()
  try {
    page.setDefaultTimeout(stepTimeoutMs)
    await page.goto(desk)
    await page.click('a[href^="/auth/sign-in"]')
    await page.waitForURL(`${sandbox}/**`)
    await page.click(`[data-wallet=${walletId}]`)
    await page.click('button[value=allow]')
    await page.waitForSelector('.desk > nav')
    const cookies = await page.context().cookies(desk)
    return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  } finally {
    await page.close()
  }
}
