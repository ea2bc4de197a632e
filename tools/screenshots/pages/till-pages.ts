import type { Page } from 'playwright-core'
import { askHouse } from '../seed-desk.ts'
import type { ShownHouse } from '../shown-house.ts'
import type { WorkerPages } from '../shown-page.ts'

async function openTill(page: Page, { house }: ShownHouse): Promise<void> {
  await page.goto(`${house.addresses.till}/till`)
  await page.waitForSelector('#entry')
}

async function addLine(page: Page, entry: string, lines: number): Promise<void> {
  await page.fill('#entry', entry)
  await page.press('#entry', 'Enter')
  await page
    .locator('.lines li')
    .nth(lines - 1)
    .waitFor()
}

async function writeBill(page: Page, shown: ShownHouse): Promise<void> {
  await openTill(page, shown)
  await addLine(page, '8938505970011', 1)
  await addLine(page, '2*8938505970028', 2)
  await addLine(page, '35000', 3)
}

/** Shows the QR of a bill, and returns the id of its order. */
async function showQr(page: Page, shown: ShownHouse): Promise<string> {
  await writeBill(page, shown)
  await page.click('button.main')
  await page.waitForSelector('img.qr')
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

interface PaidByQr {
  readonly attempts: readonly { readonly serviceOrderId?: string }[]
}

async function payBill(page: Page, shown: ShownHouse): Promise<string> {
  const id = await showQr(page, shown)
  const { addresses, secrets } = shown.house
  const { attempts } = await askHouse<PaidByQr>(`${addresses.checkout}/orders/${id}`, {
    bearer: secrets.checkoutSecret,
  })
  const serviceOrderId = attempts[0]?.serviceOrderId ?? ''
  await askHouse(`${addresses.sandbox}/control/orders/${serviceOrderId}/pay`, {
    json: { walletId: 'U-BINH' },
  })
  await page.waitForSelector('.stage.paid')
  return id
}

/** The till of a store. */
export const tillPages: WorkerPages = {
  worker: 'till',
  pages: [
    {
      name: 'pair',
      open: async (page, { house }) => {
        await page.goto(`${house.addresses.till}/till/pair`)
      },
    },
    { name: 'bill-empty', visitor: 'cashier', open: openTill },
    { name: 'bill', visitor: 'cashier', open: writeBill },
    {
      name: 'bill-entry-wrong',
      visitor: 'cashier',
      open: async (page, shown) => {
        await openTill(page, shown)
        await page.fill('#entry', '8930000000000')
        await page.press('#entry', 'Enter')
        await page.waitForSelector('#problem')
      },
    },
    {
      name: 'bill-qr',
      visitor: 'cashier',
      open: async (page, shown) => {
        await showQr(page, shown)
      },
    },
    {
      name: 'bill-paid',
      visitor: 'cashier',
      open: async (page, shown) => {
        await payBill(page, shown)
      },
    },
    {
      name: 'bill-returned',
      visitor: 'cashier',
      open: async (page, shown) => {
        const id = await payBill(page, shown)
        const { addresses, secrets } = shown.house
        await askHouse(`${addresses.checkout}/orders/${id}/refunds`, {
          bearer: secrets.checkoutSecret,
          json: { id: `R-${id.slice(-12)}`, vnd: 35_000, staffId: 'an' },
        })
        await page.reload()
        await page.waitForSelector('.stage.warn')
      },
    },
    {
      name: 'bills',
      visitor: 'cashier',
      open: async (page, shown) => {
        await payBill(page, shown)
        await showQr(page, shown)
        await page.click('a[href="/till/earlier"]')
        await page.waitForSelector('.bills li')
      },
    },
    {
      name: 'bills-none',
      visitor: 'cashier',
      open: async (page, { house }) => {
        await page.goto(`${house.addresses.till}/till/earlier?day=2026-01-02&q=45000`)
      },
    },
    {
      name: 'unpair',
      visitor: 'cashier',
      open: async (page, { house }) => {
        await page.goto(`${house.addresses.till}/till/unpair`)
      },
    },
    {
      name: 'offline',
      open: async (page, { house }) => {
        await page.goto(`${house.addresses.till}/till/offline`)
      },
    },
    {
      name: 'not-found',
      visitor: 'cashier',
      open: async (page, { house }) => {
        await page.goto(`${house.addresses.till}/nowhere`)
      },
    },
  ],
}
