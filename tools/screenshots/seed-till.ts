import type { BrowserContext, Page } from 'playwright-core'
import { callCheckout, serviceOrderOf, type DemoHouse } from '../demo/demo-calls.ts'
import type { House } from '../house/start-house.ts'
import { enter, fillIn, follow, waitFor } from './page-steps.ts'

/** Paths of bills at the till. */
export interface ShownBills {
  readonly paidPath: string
  /** A bill of which a part was given back. */
  readonly returnedPath: string
}

/** Pairs a device with a till of the house; returns the cookies of its browser. */
export async function pairTill(context: BrowserContext, house: House) {
  const page = await context.newPage()
  await page.goto(`${house.addresses.till}/till/pair`)
  await fillIn(page, '#password', house.secrets.tillPassword)
  await follow(page, 'button.main')
  await waitFor(page, '#entry')
  return context.storageState()
}

/** Opens the till with an empty bill. */
export async function openTill(page: Page, house: House): Promise<void> {
  await page.goto(`${house.addresses.till}/till`)
  await waitFor(page, '#entry')
}

/** Writes a bill of three lines. */
export async function writeBill(page: Page, house: House): Promise<void> {
  await openTill(page, house)
  const entries = ['8938505970011', '2*8938505970028', '35000']
  for (const [index, entry] of entries.entries()) {
    await enter(page, '#entry', entry)
    await waitFor(page, `.lines li:nth-child(${index + 1})`)
  }
}

/** Shows the QR of a bill; returns the path of the bill. */
export async function showQr(page: Page, house: House): Promise<string> {
  await writeBill(page, house)
  await follow(page, 'button.main')
  await waitFor(page, 'img.qr')
  return new URL(page.url()).pathname
}

function orderIdOf(billPath: string): string {
  return billPath.split('/').at(-1) ?? ''
}

async function payBill(page: Page, demo: DemoHouse): Promise<string> {
  const path = await showQr(page, demo.house)
  const serviceOrderId = await serviceOrderOf(demo, orderIdOf(path))
  await demo.service.pay(serviceOrderId, { walletId: 'U-BINH' })
  await waitFor(page, '.stage.paid')
  return path
}

/** Writes and pays bills, and gives a part of one back. */
export async function seedBills(page: Page, demo: DemoHouse): Promise<ShownBills> {
  const paidPath = await payBill(page, demo)
  const returnedPath = await payBill(page, demo)
  const id = orderIdOf(returnedPath)
  const json = { id: `R-${id.slice(-12)}`, vnd: 35_000, staffId: 'an' }
  await callCheckout(demo, `/orders/${id}/refunds`, { json })
  return { paidPath, returnedPath }
}
