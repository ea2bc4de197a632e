import type { Alert, EndpointView, EventView } from '@merchant-edge/orders/api'
import type { ReceivedEvent } from './merchant-backend.ts'
import { operatorCommand } from './operator-command.ts'
import { askCheckout, type TourHouse } from './tour-house.ts'
import { mustHold, waitFor } from './tour-log.ts'

const order = 'TOUR-1'
const refund = { id: 'TOUR-1-R4', vnd: 5_000, reason: 'The third cup had a crack' }
const endpoint = 'default'

function because(reason: string): readonly string[] {
  return ['--reason', reason]
}

async function listed<Row>(
  tour: TourHouse,
  name: 'alerts' | 'events' | 'endpoints',
  ...filter: string[]
): Promise<readonly Row[]> {
  const answer = await operatorCommand(tour, [name, 'list', ...filter])
  const rows: Row[] = JSON.parse(JSON.stringify(answer[name]))
  return rows
}

async function alertAbout(tour: TourHouse, state: string): Promise<Alert | undefined> {
  const kind = 'endpoint_paused'
  const alerts = await listed<Alert>(tour, 'alerts', '--state', state, '--kind', kind)
  return alerts.find(({ subject }) => subject === endpoint)
}

async function eventOfRefund(tour: TourHouse): Promise<EventView> {
  const events = await listed<EventView>(tour, 'events', '--order', order)
  const event = events.find(({ webhookId }) => webhookId.includes(refund.id))
  mustHold(event !== undefined, 'there is no event about the refund')
  return event
}

/** The events that the shop has received about the refund. */
function received({ backend }: TourHouse): readonly ReceivedEvent[] {
  return backend.events.filter(({ id }) => id.includes(refund.id))
}

async function isPaused(tour: TourHouse): Promise<Alert> {
  const { log, backend } = tour
  return log.step(
    "The shop's endpoint answers 410 by mistake: it is paused, and an alert is raised",
    async () => {
      backend.refuse(410)
      const answered = await askCheckout(tour, `/orders/${order}/refunds`, refund)
      mustHold(answered.status === 200, `expected 200, got ${answered.status}`)
      const alert = await waitFor('the alert is raised', () => alertAbout(tour, 'open'), 60_000)
      log.wire(`${alert.kind}: ${alert.meaning}`)
      log.wire(`what to do: ${alert.remedy}`)
      return alert
    },
  )
}

async function waits(tour: TourHouse, alert: Alert): Promise<EventView> {
  return tour.log.step(
    'An operator sees the alert, the pause, and the waiting event without a counted failure',
    async () => {
      const reason = because('I ask the shop what has become of its address')
      await operatorCommand(tour, ['alerts', 'acknowledge', String(alert.id), ...reason])
      const endpoints = await listed<EndpointView>(tour, 'endpoints')
      const { paused, waiting = 0 } = endpoints.find(({ id }) => id === endpoint) ?? {}
      mustHold(paused?.reason === 'gone', `the endpoint is paused for ${paused?.reason}`)
      mustHold(waiting > 0, 'nothing waits for the endpoint')
      const event = await eventOfRefund(tour)
      mustHold(event.state === 'waiting', `the event is ${event.state}`)
      mustHold(event.failures === 0, `the event has failed ${event.failures} times`)
      mustHold(received(tour).length === 0, 'the shop has received it after all')
      return event
    },
  )
}

async function arrivesLate(tour: TourHouse): Promise<void> {
  const { log, backend } = tour
  await log.step(
    'The shop works again, and the operator resumes the endpoint: the event arrives, and the alert is closed with their name',
    async () => {
      backend.refuse()
      const reason = because('The shop has corrected its address')
      await operatorCommand(tour, ['endpoints', 'resume', endpoint, ...reason])
      await waitFor('order.refunded arrives', async () => received(tour)[0], 60_000)
      const closed = await alertAbout(tour, 'closed')
      mustHold(closed?.closed?.staffId === 'operator', 'the alert does not say who closed it')
      await waitFor('the event is delivered', async () => {
        const { state } = await eventOfRefund(tour)
        return state === 'delivered' || undefined
      })
    },
  )
}

async function isResent(tour: TourHouse, { key }: EventView): Promise<void> {
  await tour.log.step(
    'The shop has lost the event, and the operator sends it again, with the same id and content',
    async () => {
      const reason = because('The shop has restored an older backup')
      await operatorCommand(tour, ['events', 'resend', key, ...reason])
      const again = await waitFor('it arrives again', async () => received(tour)[1], 60_000)
      const [first] = received(tour)
      mustHold(again.id === first?.id, `the webhook-id is ${again.id}`)
      const isSame = JSON.stringify(again.event) === JSON.stringify(first.event)
      mustHold(isSame, 'the content is not the same')
    },
  )
}

/** An endpoint that answers 410 is paused; an operator resumes it, and sends a lost event again. */
export async function refusedWebhookStory(tour: TourHouse): Promise<void> {
  const alert = await isPaused(tour)
  const event = await waits(tour, alert)
  await arrivesLate(tour)
  await isResent(tour, event)
}
