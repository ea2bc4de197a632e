import { startSandbox, type RunningSandbox } from '@merchant-edge/sandbox/node'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closePages, openBrowser } from './open-browser.ts'

// Goal: Back, Forward and a reload lead through the steps of a payment on the sandbox's pages, and never to a page that is
// there only after a form is sent again. Method: a real browser, which ends such a navigation with an error.

let sandbox: RunningSandbox
let page: Page

beforeAll(async () => {
  sandbox = await startSandbox({ tickMs: 0 })
  page = await (await (await openBrowser()).newContext({ locale: 'en-GB' })).newPage()
})

afterAll(async () => {
  await closePages()
  await sandbox?.stop()
})

/** The step that the page shows. */
async function stepOf(): Promise<string> {
  if ((await page.locator('#otp').count()) > 0) return 'code'
  if ((await page.locator('[name=choice]').count()) > 0) return 'choose'
  return (await page.locator('#pin').count()) > 0 ? 'sign-in' : 'result'
}

it('every step of a payment has an address', async () => {
  await page.goto(`${sandbox.url}/store/EDGE-STORE-2`)
  await page.fill('#amount', '200000')
  await page.click('button.main')

  await page.fill('#phone', '0900000001')
  await page.fill('#pin', '000000')
  await page.click('button[value=sign-in]:not([data-wallet])')
  await page.click('[data-wallet=U-AN]')
  await page.click('button[value=pay]')
  const code = await page.textContent('[data-otp]')
  await page.reload()
  expect(await page.textContent('[data-otp]')).toBe(code)
  await page.fill('#otp', code === '000000' ? '000001' : '000000')
  await page.click('button[value=pay]')
  await page.waitForSelector('#otp-problem')
  const next = (await page.textContent('[data-otp]')) ?? ''

  const steps: string[] = []
  for (const _step of ['code', 'choose', 'sign-in', 'sign-in']) {
    await page.goBack()
    steps.push(await stepOf())
    await page.reload()
  }
  for (const _step of ['sign-in', 'choose', 'code', 'code']) {
    await page.goForward()
    steps.push(await stepOf())
  }
  await page.fill('#otp', next)
  await page.click('button[value=pay]')
  await page.waitForSelector('.center')

  const [back, forth] = [steps.slice(0, 4), steps.slice(4)]
  expect(back).toEqual(['code', 'choose', 'sign-in', 'sign-in'])
  expect(forth).toEqual(['sign-in', 'choose', 'code', 'code'])
  expect(await stepOf()).toBe('result')
  await page.goBack()
  expect(await stepOf()).toBe('result')
})
