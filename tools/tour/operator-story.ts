import type { Alert } from '@merchant-edge/orders/api'
import type { WalletWithPin } from '@merchant-edge/sandbox/control'
import { operatorCommand } from './operator-command.ts'
import { askCheckout, control, objectIn, readOrder, type TourHouse } from './tour-house.ts'
import { mustHold, waitFor } from './tour-log.ts'

const order = 'TOUR-1'
const refund = { id: 'TOUR-1-R3', vnd: 10_000, reason: 'The second cup was cold too' }

async function allBalances(tour: TourHouse): Promise<number> {
  const wallets = await control<readonly WalletWithPin[]>(tour, { method: 'GET', path: '/wallets' })
  return wallets.reduce((sum, { vnd }) => sum + vnd, 0)
}

async function alertAbout(tour: TourHouse, state: string): Promise<Alert | undefined> {
  const answer = await operatorCommand(tour, ['alerts', 'list', '--state', state])
  const alerts: Alert[] = JSON.parse(JSON.stringify(answer['alerts']))
  return alerts.find(
    ({ kind, subject }) => kind === 'refund_unsettled' && subject.includes(refund.id),
  )
}

async function becomesUnknown(tour: TourHouse): Promise<Alert> {
  const { log } = tour
  return log.step(
    'A refund is answered with the page of a proxy, and a retry with "this id exists": its outcome is unknown, and an alert is raised',
    async () => {
      const fault = { endpoint: 'refundOrder', fault: 'html', times: 1 }
      await control(tour, { method: 'POST', path: '/faults', json: fault })
      const answered = await askCheckout(tour, `/orders/${order}/refunds`, refund)
      mustHold(answered.status === 202, `expected 202, got ${answered.status}`)
      const found = await waitFor(
        'the alert is raised',
        async () => {
          const { refunds } = await readOrder(tour, order)
          const { state } = refunds.find(({ id }) => id === refund.id) ?? {}
          return state === 'refund_unknown' ? alertAbout(tour, 'open') : undefined
        },
        60_000,
      )
      log.wire(`${found.kind}: ${found.meaning}`)
      log.wire(`what to do: ${found.remedy}`)
      return found
    },
  )
}

async function settledByAPerson(tour: TourHouse, balancesBefore: number): Promise<void> {
  const { log, backend } = tour
  await log.step(
    'The operator sees at the service that the customer has got the money back, and gives that verdict',
    async () => {
      const isBack = (await allBalances(tour)) - balancesBefore === refund.vnd
      mustHold(isBack, 'the money is not back at the service')
      const reason = 'The wallet of the customer has it, looked up at the service'
      await operatorCommand(tour, [
        'refunds',
        'settle',
        order,
        '--refund',
        refund.id,
        '--result',
        'refunded',
        '--reason',
        reason,
      ])
      const { refunds, timeline } = await readOrder(tour, order)
      const { state } = refunds.find(({ id }) => id === refund.id) ?? {}
      mustHold(state === 'refunded', `the refund is ${state}`)
      const line = timeline.find(({ facts }) => facts['verdict_reason'] === reason)
      mustHold(line?.facts['staff_id'] === 'operator', 'the journal does not say who settled it')
      log.wire(`${line.seq} ${line.kind} ${JSON.stringify(line.facts)}`)
      await waitFor('order.refunded arrives', async () =>
        backend.events.find(
          ({ event }) =>
            event.type === 'order.refunded' && JSON.stringify(event.data.facts).includes(refund.id),
        ),
      )
    },
  )
}

/**
 * An operator settles a refund with an unknown outcome; its alert is acknowledged, and closes by
 * itself.
 */
export async function operatorStory(tour: TourHouse): Promise<void> {
  const { log } = tour
  const before = await allBalances(tour)
  const { id } = await becomesUnknown(tour)
  await log.step('An operator acknowledges the alert', async () => {
    const reason = 'I look it up at the service'
    const args = ['alerts', 'acknowledge', String(id), '--reason', reason]
    const alert = objectIn(await operatorCommand(tour, args), 'alert')
    mustHold(alert['state'] === 'acknowledged', `the alert is ${String(alert['state'])}`)
  })
  await settledByAPerson(tour, before)
  await log.step('The alert closes by itself, because its cause is settled', async () => {
    const { closed } = await waitFor(
      'the alert closes',
      async () => await alertAbout(tour, 'closed'),
      60_000,
    )
    mustHold(closed?.staffId === undefined, 'the alert names a person who has not closed it')
  })
  await log.step('The verification of the journal finds no changed row', async () => {
    await operatorCommand(tour, ['journal', 'verify'])
  })
}
