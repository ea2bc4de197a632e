import type { Page } from 'playwright-core'
import { fillIn, follow, waitFor } from '../page-steps.ts'
import type { ShownHouse } from '../shown-house.ts'
import type { ShownPage, WorkerPages } from '../shown-page.ts'

type PathOf = string | ((shown: ShownHouse) => string)

async function goTo(page: Page, shown: ShownHouse, path: PathOf): Promise<void> {
  const asked = typeof path === 'string' ? path : path(shown)
  await page.goto(`${shown.house.addresses.console}${asked}`)
}

/** A page of the desk as an operator sees it who may move money. */
function ofOperator(name: string, path: PathOf, selector = 'main'): ShownPage {
  return {
    name,
    visitor: 'operator',
    open: async (page, shown) => {
      await goTo(page, shown, path)
      await waitFor(page, selector)
    },
  }
}

const refundForm: PathOf = ({ orders }) => `/orders/${orders.paid.id}/refund`

/** The sign-in request of a command line that is not running. */
const askedSignIn = `/command-lines/sign-in?challenge=${'4f9a03c7'.repeat(8)}&port=43210&state=${'s'.repeat(43)}`

/** The operator's desk. */
export const deskPages: WorkerPages = {
  worker: 'desk',
  pages: [
    {
      name: 'welcome',
      open: async (page, shown) => {
        await goTo(page, shown, '/')
      },
    },
    ofOperator('today', '/today', '.tiles'),
    ofOperator('orders', '/orders', 'table'),
    ofOperator('orders-filter-wrong', '/orders?amountVnd=many', '[aria-invalid]'),
    ofOperator('orders-none', '/orders?customerId=NOBODY', 'p.soft'),
    ofOperator('order-refunded', ({ orders }) => `/orders/${orders.refunded.id}`, '.timeline'),
    ofOperator('order-long', ({ orders }) => `/orders/${orders.long.id}`, '.timeline'),
    ofOperator('order-unknown', ({ desk }) => `/orders/${desk.unknownOrderId}`, '.timeline'),
    ofOperator('refund-form', refundForm, 'button[value=check]'),
    {
      name: 'refund-form-wrong',
      visitor: 'operator',
      open: async (page, shown) => {
        await goTo(page, shown, refundForm)
        await fillIn(page, '[name=vnd]', '999999999')
        await follow(page, 'button[value=check]')
        await waitFor(page, '[aria-invalid]')
      },
    },
    {
      name: 'refund-check',
      visitor: 'operator',
      open: async (page, shown) => {
        await goTo(page, shown, refundForm)
        await fillIn(page, '[name=vnd]', '20000')
        await fillIn(page, '[name=reason]', 'Hư hỏng khi giao')
        await follow(page, 'button[value=check]')
        await waitFor(page, 'button[value=confirm]')
      },
    },
    ofOperator('refunds', '/refunds'),
    ofOperator('approvals', '/approvals', 'table'),
    ofOperator('approval', ({ proposalId }) => `/approvals/${proposalId}`, '.notice'),
    ofOperator('verdicts', '/verdicts'),
    ofOperator(
      'verdict-form',
      ({ desk }) => `/orders/${desk.unknownOrderId}/refunds/${desk.unknownRefundId}/verdict`,
      'form input[type=radio]',
    ),
    ofOperator('alerts', '/alerts', 'table'),
    ofOperator('alert', ({ desk }) => `/alerts/${desk.alertId}`, '.columns'),
    ofOperator('webhooks', '/webhooks', 'table'),
    {
      name: 'webhook-event',
      visitor: 'operator',
      open: async (page, shown) => {
        // One that was delivered has a body.
        await goTo(page, shown, '/webhooks?state=delivered')
        await follow(page, 'td a[href^="/webhooks/event"]')
        await waitFor(page, 'pre')
      },
    },
    ofOperator('webhook-endpoints', '/webhooks/endpoints'),
    ofOperator('callbacks', '/callbacks'),
    ofOperator('transfers', '/transfers', 'table'),
    ofOperator('transfer', ({ desk }) => `/transfers/${desk.transferId}`, '.timeline'),
    ofOperator('links', '/links', 'table'),
    {
      name: 'link',
      visitor: 'operator',
      open: async (page, shown) => {
        await goTo(page, shown, '/links')
        await follow(page, 'td a[href^="/links/"]')
        await waitFor(page, '#calls')
      },
    },
    ofOperator('daily-files', '/daily-files'),
    ofOperator('undecided', '/daily-files/undecided'),
    ofOperator('export', '/export', 'form'),
    ofOperator('command-line-asks', askedSignIn, 'button[value=approve]'),
    {
      name: 'command-lines',
      visitor: 'operator',
      open: async (page, shown) => {
        const { console: desk } = shown.house.addresses
        await page.context().request.post(`${desk}${askedSignIn}`, {
          form: { by: 'an', step: 'approve' },
          headers: { origin: desk },
          maxRedirects: 0,
        })
        await goTo(page, shown, '/command-lines')
        await waitFor(page, 'form[action$="/end"]')
      },
    },
    ofOperator('not-found', '/nowhere'),
  ],
}
