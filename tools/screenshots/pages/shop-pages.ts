import type { Page } from 'playwright-core'
import { fillIn, follow, waitFor } from '../page-steps.ts'
import type { ShownHouse } from '../shown-house.ts'
import type { WorkerPages } from '../shown-page.ts'

async function fillBasket(page: Page, { house }: ShownHouse): Promise<void> {
  for (const book of ['morning-river', 'salt-wind']) {
    await page.goto(house.addresses.shop)
    await follow(page, `[data-book=${book}]`)
  }
  await waitFor(page, 'button[value=web-payment]')
}

/** Every page of the shop. */
export const shopPages: WorkerPages = {
  worker: 'shop',
  pages: [
    {
      name: 'home',
      open: async (page, { house }) => {
        await page.goto(house.addresses.shop)
      },
    },
    {
      name: 'basket-empty',
      open: async (page, { house }) => {
        await page.goto(`${house.addresses.shop}/basket`)
      },
    },
    { name: 'basket', open: fillBasket },
    {
      name: 'basket-of-customer',
      visitor: 'customer',
      open: async (page, shown) => {
        await fillBasket(page, shown)
        await waitFor(page, 'button[value=linked-wallet]')
      },
    },
    {
      name: 'voucher-refused',
      open: async (page, shown) => {
        await fillBasket(page, shown)
        await fillIn(page, '#serial', 'NO-SUCH-VOUCHER')
        await follow(page, 'form[action="/voucher"] button')
        await waitFor(page, '#serial-problem')
      },
    },
    {
      name: 'account-of-guest',
      open: async (page, { house }) => {
        await page.goto(`${house.addresses.shop}/account`)
      },
    },
    {
      name: 'account',
      visitor: 'customer',
      open: async (page, { house }) => {
        await page.goto(`${house.addresses.shop}/account`)
        await waitFor(page, '[data-link=linked]')
      },
    },
    {
      name: 'order-paid',
      visitor: 'customer',
      open: async (page, { house, shopOrderPath }) => {
        await page.goto(`${house.addresses.shop}${shopOrderPath}`)
        await waitFor(page, '[data-state=paid]')
      },
    },
    {
      name: 'order-not-shown',
      open: async (page, { house }) => {
        await page.goto(`${house.addresses.shop}/orders/EB-0000000000000000`)
      },
    },
    {
      name: 'not-found',
      open: async (page, { house }) => {
        await page.goto(`${house.addresses.shop}/nowhere`)
      },
    },
  ],
}
