import type { BrowserContext } from 'playwright-core'
import type { House } from '../house/start-house.ts'
import { follow } from './page-steps.ts'

/** Logs in at the merchant site of the sandbox; returns the cookies of its browser. */
export async function logInAsMaster(context: BrowserContext, house: House) {
  const page = await context.newPage()
  await page.goto(`${house.addresses.sandbox}/merchant/log-in`)
  await follow(page, '[data-account="edge-master"]')
  return context.storageState()
}
