import { fillIn, follow, unfold, waitFor } from '../page-steps.ts'
import type { ShownPage, WorkerPages } from '../shown-page.ts'

function at(name: string, path: string): ShownPage {
  return {
    name,
    open: async (page, { house }) => {
      await page.goto(`${house.addresses.sandbox}${path}`)
    },
  }
}

/** A page of the merchant site, as the master account sees it. */
function ofMaster(name: string, path: string): ShownPage {
  return {
    ...at(name, path),
    visitor: 'master',
  }
}

/** A page of the merchant site that is opened by a link on another page of the site. */
function below(name: string, path: string, link: string): ShownPage {
  const list = ofMaster(name, path)
  return {
    ...list,
    open: async (page, shown) => {
      await list.open(page, shown)
      await follow(page, link)
    },
  }
}

/**
 * The same page with everything on it unfolded: most forms of the merchant site are folded at
 * first.
 */
function unfolded(folded: ShownPage): ShownPage {
  return {
    ...folded,
    name: `${folded.name}-unfolded`,
    open: async (page, shown) => {
      await folded.open(page, shown)
      await unfold(page)
    },
  }
}

/** A page of the merchant site after its form has created something whose secret is shown once. */
function created(list: ShownPage, fields: Readonly<Record<string, string>>): ShownPage {
  const form = unfolded(list)
  return {
    ...list,
    name: `${list.name}-created`,
    open: async (page, shown) => {
      await form.open(page, shown)
      for (const [field, value] of Object.entries(fields)) await fillIn(page, `#${field}`, value)
      await follow(page, `form:has(#${Object.keys(fields)[0] ?? ''}) button.main`)
      await waitFor(page, '[role=status]')
    },
  }
}

const keysPage = ofMaster('keys', '/merchant/keys')

/** Pages with parts that are folded at first. */
const foldedPages = [
  ofMaster('stores', '/merchant/stores'),
  ofMaster('staff', '/merchant/staff'),
  keysPage,
  ofMaster('wallet', '/merchant/wallet'),
  ofMaster('vouchers', '/merchant/vouchers'),
  ofMaster('loyalty', '/merchant/loyalty'),
  ofMaster('sign-on', '/merchant/sign-on'),
  ofMaster('daily-files', '/merchant/daily-files'),
  at('callbacks', '/callbacks'),
  at('journal', '/journal'),
  at('merchants', '/merchants'),
]

/**
 * The merchant site of the wallet service, and the pages for developers.
 */
export const merchantSitePages: WorkerPages = {
  worker: 'merchant-site',
  pages: [
    at('log-in', '/merchant/log-in'),
    ofMaster('overview', '/merchant'),
    ofMaster('transactions', '/merchant/transactions'),
    below('transaction', '/merchant/transactions', 'td a'),
    below('store-qr', '/merchant/stores', 'a[href$="/qr"]'),
    at('start', '/'),
    ...foldedPages,
    ...foldedPages.map(unfolded),
    created(keysPage, { 'key-name': 'Cửa hàng Lê Lợi' }),
  ],
}

/**
 * The customer's side of the wallet service: the phone, and the page on which a payment is made.
 */
export const phonePages: WorkerPages = {
  worker: 'phone',
  pages: [
    at('phone', '/phone'),
    {
      name: 'sign-on',
      open: async (page, { house }) => {
        await page.goto(`${house.addresses.shop}/auth/sign-in`)
        await page.waitForURL(`${house.addresses.sandbox}/identity/login**`)
      },
    },
    {
      name: 'sign-on-consent',
      open: async (page, { house }) => {
        await page.goto(`${house.addresses.shop}/auth/sign-in`)
        await follow(page, '[data-wallet=U-AN]')
        await waitFor(page, 'button[value=allow]')
      },
    },
    at('store', '/store/EDGE-STORE-1'),
    {
      name: 'hosted-page',
      open: async (page, { house, orders }) => {
        await page.goto(orders.waiting.paymentUrl)
        await page.waitForURL(`${house.addresses.sandbox}/pay/**`)
      },
    },
    {
      name: 'hosted-page-code',
      open: async (page, { house, orders }) => {
        await page.goto(orders.waiting.paymentUrl)
        await page.waitForURL(`${house.addresses.sandbox}/pay/**`)
        await follow(page, '[data-wallet=U-BINH]')
        await follow(page, 'button[value=pay]')
        await waitFor(page, '#otp')
      },
    },
  ],
}
