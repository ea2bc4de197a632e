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
    name,
    open: async (page, { house }) => {
      const { sandbox } = house.addresses
      await page.goto(`${sandbox}/merchant/log-in?next=${encodeURIComponent(path)}`)
      await page.click('[data-account="edge-master"]')
      await page.waitForURL(`${sandbox}${path}`)
    },
  }
}

/** The merchant's site of the wallet service. */
export const merchantSitePages: WorkerPages = {
  worker: 'merchant-site',
  pages: [
    ofMaster('keys', '/merchant/keys'),
    ofMaster('wallet', '/merchant/wallet'),
    ofMaster('vouchers', '/merchant/vouchers'),
    ofMaster('loyalty', '/merchant/loyalty'),
    ofMaster('sign-on', '/merchant/sign-on'),
    ofMaster('daily-files', '/merchant/daily-files'),
  ],
}

/** The customer's side of the wallet service: the phone, and the page on which a payment is made. */
export const phonePages: WorkerPages = {
  worker: 'phone',
  pages: [
    at('phone', '/phone'),
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
        await page.click('[data-wallet=U-BINH]')
        await page.click('button[value=pay]')
        await page.waitForSelector('#otp')
      },
    },
  ],
}
