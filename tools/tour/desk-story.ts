import { deskClient, hiddenFields, type DeskClient } from '../house/operators/desk-client.ts'
import { till } from './till-story.ts'
import { askCheckout, control, readOrder, type TourHouse } from './tour-house.ts'
import { mustHold, waitFor } from './tour-log.ts'

/** The order of the story, and its refund with an unknown outcome. */
const order = { id: 'TOUR-DESK-1', amountVnd: 1_450_000 }
const unknownRefund = { id: 'TOUR-DESK-1-R', vnd: 20_000, reason: 'A page was torn' }
const largeVnd = 1_200_000

/** In the service file the payment of `TOUR-DESK-1` has 5,000 VND less. */
const changedByVnd = -5_000

async function signIn({ house }: TourHouse, walletId: string): Promise<DeskClient> {
  const desk = deskClient(house, walletId)
  await desk.signIn()
  return desk
}

/** Opens a page, and returns its HTML. */
async function openAt({ log }: TourHouse, desk: DeskClient, path: string): Promise<string> {
  const { status, html } = await read(desk.get(path))
  log.wire(`GET desk ${path} ${status}`)
  mustHold(status === 200, `expected 200, got ${status}`)
  return html
}

async function read(asked: Promise<Response>): Promise<{ status: number; html: string }> {
  const answer = await asked
  return { status: answer.status, html: await answer.text() }
}

/** Title of a page, for the message of a failed step. */
function titleOf(html: string): string {
  return /<h1>([^<]*)/.exec(html)?.[1] ?? html.slice(0, 100)
}

/** Fills in a form, checks the page that asks for confirmation, and confirms it. */
async function confirmAt(
  { log }: TourHouse,
  desk: DeskClient,
  { path, ...typed }: Readonly<Record<string, string>> & { readonly path: string },
): Promise<string> {
  const form = await read(desk.get(path))
  mustHold(form.status === 200, `the desk answered ${form.status} to ${path}`)
  const check = await read(desk.post(path, { ...hiddenFields(form.html), ...typed, step: 'check' }))
  mustHold(
    check.status === 200,
    `the form was answered with ${check.status}: ${titleOf(check.html)}`,
  )
  const done = await desk.post(path, { ...hiddenFields(check.html), step: 'confirm' })
  const location = done.headers.get('location')
  log.wire(`POST desk ${path} ${done.status} ${location}`)
  mustHold(done.status === 303 && location !== null, `it was answered with ${done.status}`)
  return location
}

/** The address of the first link of a page that begins with a text. */
function linkOn(html: string, beginning: string): string {
  const hrefs = [...html.matchAll(/ href="([^"]*)"/g)].map(([, href = '']) => href)
  const found = hrefs.find((href) => href.startsWith(beginning))
  mustHold(found !== undefined, `there is no link to ${beginning}`)
  return found.replaceAll('&amp;', '&')
}

async function journalNames(tour: TourHouse, kind: string, staffId: string): Promise<void> {
  const { timeline } = await readOrder(tour, order.id)
  const line = timeline.findLast((one) => one.kind === kind && one.facts['staff_id'] === staffId)
  mustHold(line !== undefined, `the journal has no ${kind} by ${staffId}`)
  tour.log.wire(`${line.seq} ${line.kind} ${JSON.stringify(line.facts)}`)
}

async function payLargeOrder(tour: TourHouse): Promise<void> {
  await askCheckout(tour, '/orders', { ...order, ...till })
  await waitFor('there is a payment', async () => {
    const { status } = await askCheckout(tour, `/orders/${order.id}/payments/qr`, {})
    return status === 200 || undefined
  })
  const { attempts } = await readOrder(tour, order.id)
  const path = `/orders/${attempts.at(-1)?.serviceOrderId}/pay`
  await control(tour, { method: 'POST', path, json: {} })
  await waitFor('the order is paid', async () =>
    (await readOrder(tour, order.id)).state === 'paid' ? true : undefined,
  )
}

/**
 * Before midnight: a large refund needs two operators at the desk, the outcome of another one
 * becomes unknown, and the service file will have another amount.
 */
export async function deskStory(tour: TourHouse): Promise<void> {
  const { log, house } = tour
  const [an, binh] = await log.step(
    'Two operators sign in at the desk, each with a second factor',
    async () => {
      const { status } = await deskClient(house, 'U-AN').get('/orders')
      mustHold(status !== 200, 'the desk shows orders without a sign-in')
      return [await signIn(tour, 'U-AN'), await signIn(tour, 'U-BINH')] as const
    },
  )
  const proposal = await log.step(
    'One of them requests a refund above the limit of one person: it is stored as a proposal, and nothing is refunded',
    async () => {
      await payLargeOrder(tour)
      const location = await confirmAt(tour, an, {
        path: `/orders/${order.id}/refund`,
        vnd: String(largeVnd),
        reason: 'The whole set came twice',
      })
      mustHold(location.startsWith('/approvals/'), `the desk leads to ${location}`)
      const { refunded } = await readOrder(tour, order.id)
      mustHold(refunded.vnd === 0, `${refunded.vnd} VND are returned`)
      const alone = await an.get(`${location}/approve`)
      mustHold(alone.status === 409, 'who has proposed it may approve it')
      return location
    },
  )
  await log.step(
    'The other one approves it: the refund is made, and the page names both',
    async () => {
      const reason = 'The parcel is back'
      await confirmAt(tour, binh, { path: `${proposal}/approve`, reason })
      await waitFor('the money is back', async () => {
        const { refunded } = await readOrder(tour, order.id)
        return refunded.vnd === largeVnd || undefined
      })
      const html = await openAt(tour, an, proposal)
      mustHold(html.includes('binh'), 'the proposal does not say who approved it')
    },
  )
  await log.step(
    'Another refund is accepted but not made: its id exists at the service, and its outcome is unknown',
    async () => {
      const json = { endpoint: 'refundOrder', fault: 'taken-html', times: 1 }
      await control(tour, { method: 'POST', path: '/faults', json })
      await askCheckout(tour, `/orders/${order.id}/refunds`, unknownRefund)
      await waitFor(
        'the alert is raised',
        async () => {
          const { html } = await read(an.get('/alerts?state=open'))
          return html.includes(unknownRefund.id) || undefined
        },
        60_000,
      )
    },
  )
}

/** The wrong rows of the service file, by their transactions. */
export async function rowsToChange(
  tour: TourHouse,
): Promise<readonly { readonly row: string; readonly by: number }[]> {
  const { payment } = await readOrder(tour, order.id)
  mustHold(payment !== undefined, 'the order is not paid')
  return [{ row: payment.transactionId, by: changedByVnd }]
}

/**
 * The next morning: from the alert to both rows, a verdict and a webhook; the journal has the
 * operator's name.
 */
export async function deskMorningStory(tour: TourHouse): Promise<void> {
  const { log, house, backend } = tour
  const an = await signIn(tour, 'U-AN')
  await log.step('From an open alert the desk leads to its order', async () => {
    const alerts = await openAt(tour, an, '/alerts?state=open')
    const row = alerts.split('<tr>').find((one) => one.includes(unknownRefund.id)) ?? ''
    const alert = await openAt(tour, an, linkOn(row, '/alerts/'))
    await openAt(tour, an, linkOn(alert, `/orders/${order.id}`))
  })
  await log.step(
    'Its payment differs in the daily files: the page shows both rows side by side',
    async () => {
      const days = await openAt(tour, an, '/daily-files')
      const day = await openAt(tour, an, linkOn(days, '/daily-files/2'))
      const row = day.split('<tr>').find((one) => one.includes(`/orders/${order.id}"`)) ?? ''
      const html = await openAt(tour, an, linkOn(row, '/daily-files/'))
      for (const amount of [order.amountVnd, order.amountVnd + changedByVnd]) {
        mustHold(html.includes(`>${amount}<`), `no row has ${amount}`)
      }
    },
  )
  await log.step(
    'A verdict settles the refund; the journal has the name of the operator',
    async () => {
      const shown = await openAt(tour, an, `/orders/${order.id}`)
      const path = linkOn(shown, `/orders/${order.id}/refunds/`)
      const reason = 'The wallet of the customer has nothing'
      await confirmAt(tour, an, { path, choice: 'not_refunded', reason })
      const { refunds } = await readOrder(tour, order.id)
      const { state } = refunds.find(({ id }) => id === unknownRefund.id) ?? {}
      mustHold(state === 'refused', `the refund is ${state}`)
      await journalNames(tour, 'refund.refused', 'an')
    },
  )
  await log.step('The event is sent to the shop again, with two clicks', async () => {
    // The event of the verdict is delivered first, because an event that is waiting cannot be sent
    // again.
    await house.sweep()
    const shown = await openAt(tour, an, `/orders/${order.id}`)
    const path = linkOn(shown, '/webhooks/event')
    const before = backend.events.length
    const reason = 'The shop asks for it'
    const resend = path.replace('/webhooks/event', '/webhooks/event/resend')
    const sent = await an.post(resend, { by: 'an', reason })
    mustHold(sent.status === 303, `it was answered with ${sent.status}`)
    await waitFor('the event arrives again', async () => {
      await house.sweep()
      return backend.events.length > before || undefined
    })
    await journalNames(tour, 'event.resend_asked', 'an')
  })
}
