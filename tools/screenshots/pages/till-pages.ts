import { enter, waitFor } from '../page-steps.ts'
import { openTill, showQr, writeBill } from '../seed-till.ts'
import type { ShownHouse } from '../shown-house.ts'
import type { ShownPage, WorkerPages } from '../shown-page.ts'

function bill(name: string, pathOf: (shown: ShownHouse) => string, selector: string): ShownPage {
  return {
    name,
    visitor: 'cashier',
    open: async (page, shown) => {
      await page.goto(`${shown.house.addresses.till}${pathOf(shown)}`)
      await waitFor(page, selector)
    },
  }
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
    {
      name: 'bill-empty',
      visitor: 'cashier',
      open: (page, { house }) => openTill(page, house),
    },
    { name: 'bill', visitor: 'cashier', open: (page, { house }) => writeBill(page, house) },
    {
      name: 'bill-entry-wrong',
      visitor: 'cashier',
      open: async (page, { house }) => {
        await openTill(page, house)
        await enter(page, '#entry', '8930000000000')
        await waitFor(page, '#problem')
      },
    },
    {
      name: 'bill-qr',
      visitor: 'cashier',
      open: async (page, { house }) => {
        await showQr(page, house)
      },
    },
    bill('bill-paid', ({ bills }) => bills.paidPath, '.stage.paid'),
    bill('bill-returned', ({ bills }) => bills.returnedPath, '.stage.warn'),
    bill('bills', () => '/till/earlier', '.bills li'),
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
