import type { Page } from 'playwright-core'
import { fillIn, follow, has, waitFor } from '../page-steps.ts'
import type { ShownPage, WorkerPages } from '../shown-page.ts'
import type { ShownHouse } from '../shown-house.ts'

function status(name: string, stage: keyof ShownHouse['orders'], selector: string): ShownPage {
  return {
    name,
    open: async (page, { orders }) => {
      await page.goto(orders[stage].statusUrl)
      await waitFor(page, selector)
    },
  }
}

/** Every page of the checkout. */
export const checkoutPages: WorkerPages = {
  worker: 'checkout',
  pages: [
    {
      name: 'qr',
      open: async (page, { orders }) => {
        await page.goto(orders.waiting.qrPaymentUrl)
        await waitFor(page, '.qr')
      },
    },
    {
      name: 'qr-long',
      open: async (page, { orders }) => {
        await page.goto(orders.long.qrPaymentUrl)
        await waitFor(page, '.qr')
      },
    },
    status('waiting', 'waiting', '.stage-waiting'),
    status('long', 'long', '.stage-waiting'),
    status('paid', 'paid', '.stage-paid'),
    status('partly-returned', 'refunded', '.stage-partRefunded'),
    status('returned', 'returned', '.stage-refunded'),
    status('failed', 'failed', '.stage-failed'),
    status('held', 'held', '.stage-held'),
    status('expired', 'expired', '.stage-expired'),
    status('disputed', 'disputed', '.stage-disputed'),
    status('unsettled', 'unsettled', '.stage-unsettled'),
    status('cancelled', 'cancelled', '.stage-cancelled'),
    {
      name: 'linked-wallet',
      open: async (page, { orders }) => {
        await page.goto(orders.linked.linkedPaymentUrl ?? '')
        await waitFor(page, 'button[type=submit]')
      },
    },
    {
      name: 'without-key',
      open: async (page, { orders }) => {
        await page.goto(new URL('?', orders.paid.statusUrl).href)
      },
    },
    {
      name: 'not-found',
      open: async (page, { house }) => {
        await page.goto(`${house.addresses.checkout}/nowhere`)
      },
    },
  ],
}

/**
 * The code is asked for once, waits for every language, and is asked for again when its time is
 * over.
 */
async function askForCode(page: Page, { orders }: ShownHouse): Promise<void> {
  await page.goto(orders.withCode.linkedPaymentUrl ?? '')
  if (!(await has(page, '#otp'))) await follow(page, 'button[type=submit]')
  await waitFor(page, '#otp')
}

/** The steps of a payment that change its order. */
export const checkoutSteps: WorkerPages = {
  worker: 'checkout',
  pages: [
    {
      name: 'one-time-code',
      open: askForCode,
    },
    {
      name: 'one-time-code-wrong',
      open: async (page, shown) => {
        // A payment ends when its code expires meanwhile; then another one is requested.
        do {
          await askForCode(page, shown)
          await fillIn(page, '#otp', '0000')
          await follow(page, 'button[type=submit]')
          await waitFor(page, '.problem')
        } while (!(await has(page, '#otp[aria-invalid]')))
      },
    },
  ],
}
