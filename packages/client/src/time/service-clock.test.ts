import { genTransactionQr, refundOrder } from '@merchant-edge/contract'
import { examples } from '@merchant-edge/contract/examples'
import { describe, expect, it } from 'vitest'
import { merchant } from '../../test/merchant.ts'
import { answers, scriptedPeer, type Step } from '../../test/scripted-peer.ts'
import { call } from '../call.ts'
import { createClient } from '../client.ts'
import { createServiceClock } from './service-clock.ts'

const hourMs = 60 * 60 * 1000
const serviceNow = 1_790_000_000_000
const date = (ms: number): string => new Date(ms).toUTCString()

describe('a service clock', () => {
  it('dates requests two seconds back, because a date ahead by any amount is refused', () => {
    expect(createServiceClock(() => serviceNow).timestamp()).toBe(1_789_999_998)
  })

  it.each([
    ['ahead', 3 * hourMs],
    ['behind', -3 * hourMs],
    ['a little ahead', 2_500],
  ])('that is %s is corrected by the service', (_about, aheadMs) => {
    const clock = createServiceClock(() => serviceNow + aheadMs)
    const timestamp = clock.timestamp()

    const learnt = clock.correct(
      date(serviceNow),
      aheadMs > 0 ? { inFuture: timestamp } : { expired: timestamp },
    )

    expect(learnt).toBe(true)
    expect(clock.timestamp()).toBe(1_789_999_998)
  })

  it.each([
    ['no Date header', null],
    ['no date in it', 'soon'],
    ['a date more than a day away', date(serviceNow - 25 * hourMs)],
    ['a date that would make it worse', date(serviceNow + hourMs)],
  ])('learns nothing from %s', (_about, header) => {
    const clock = createServiceClock(() => serviceNow)

    expect(clock.correct(header, { inFuture: clock.timestamp() })).toBe(false)
    expect(clock.timestamp()).toBe(1_789_999_998)
  })

  it.each([
    ['the same wrong date', date(serviceNow - 3 * hourMs)],
    ['no Date header', null],
  ])('does not stay with a date that was wrong, when the refusal for it has %s', (_about, next) => {
    const clock = createServiceClock(() => serviceNow)
    clock.correct(date(serviceNow - 3 * hourMs), { inFuture: clock.timestamp() })

    const learnt = clock.correct(next, { expired: clock.timestamp() })

    expect(learnt).toBe(false)
    expect(clock.timestamp()).toBe(1_789_999_998)
  })

  it('follows a later correction of the clock of the machine', () => {
    let now = serviceNow + 3 * hourMs
    const clock = createServiceClock(() => now)
    clock.correct(date(serviceNow), { inFuture: clock.timestamp() })

    now = serviceNow
    const expired = clock.timestamp()

    expect(expired).toBeLessThan(1_789_999_998 - 2 * 3600)
    expect(clock.correct(date(serviceNow), { expired })).toBe(true)
    expect(clock.timestamp()).toBe(1_789_999_998)
  })
})

/** Checks the timestamp as Specification 5.1 and 7 say. */
const dated: Step = ({ headers }) => {
  const ageSeconds = serviceNow / 1000 - Number(headers.get('x-timestamp'))
  const tooOldOrFine = ageSeconds > 7200 ? 4010004 : 200
  const code = ageSeconds < 0 ? 4010003 : tooOldOrFine
  return Response.json({ meta: { code } }, { headers: { date: date(serviceNow) } })
}

describe.each([
  ['three hours ahead', 3 * hourMs],
  ['three hours behind', -3 * hourMs],
])('a client whose clock is %s', (_about, aheadMs) => {
  it('corrects it after the first refusal, also for later calls', async () => {
    const peer = scriptedPeer(dated, dated, dated)
    const options = { fetch: peer.fetch, now: () => serviceNow + aheadMs }
    const client = createClient(await merchant(options))

    const first = await call(client, refundOrder, examples.refundOrder)
    const second = await call(client, refundOrder, examples.refundOrder)

    expect(first).toMatchObject({ outcome: 'accepted', attempts: 2, repeatedAfterUnknown: false })
    expect(second).toMatchObject({ outcome: 'accepted', attempts: 1 })
    const [wrong, right] = peer.requests
    expect(wrong?.headers.get('x-nonce')).not.toBe(right?.headers.get('x-nonce'))
    expect(right?.headers.get('x-timestamp')).toBe('1789999998')
  })
})

it('corrects the clock once for concurrent calls', async () => {
  const peer = scriptedPeer(...Array.from({ length: 6 }, () => dated))
  const options = { fetch: peer.fetch, now: () => serviceNow + 3 * hourMs }
  const client = createClient(await merchant(options))

  const answers = await Promise.all(
    [1, 2, 3].map(() => call(client, refundOrder, examples.refundOrder)),
  )

  expect(answers.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted', 'accepted'])
})

describe('a refused timestamp', () => {
  const late = answers(4010003, undefined, { date: date(serviceNow - hourMs) })

  it('is corrected at most once in a call', async () => {
    const later = answers(4010003, undefined, { date: date(serviceNow - 2 * hourMs) })
    const peer = scriptedPeer(late, later)
    const client = createClient(await merchant({ fetch: peer.fetch, now: () => serviceNow }))

    const answer = await call(client, refundOrder, examples.refundOrder)

    expect(answer).toMatchObject({ reason: 'timestamp_in_future', attempts: 2 })
  })

  it('causes no retry when the clock cannot be corrected', async () => {
    const peer = scriptedPeer(answers(4010003))
    const client = createClient(await merchant({ fetch: peer.fetch, now: () => serviceNow }))

    const answer = await call(client, refundOrder, examples.refundOrder)

    expect(answer).toMatchObject({ reason: 'timestamp_in_future', attempts: 1 })
  })

  it('is corrected for a write without an id too, because the service did not process it', async () => {
    const { order_reference_id: _id, ...withoutId } = examples.genTransactionQr
    const peer = scriptedPeer(late, answers(4000001))
    const client = createClient(await merchant({ fetch: peer.fetch, now: () => serviceNow }))

    const answer = await call(client, genTransactionQr, withoutId)

    expect(answer).toMatchObject({ reason: 'invalid_data', attempts: 2 })
  })

  it('corrects the clock even when this call may not retry', async () => {
    const peer = scriptedPeer(late, answers(200))
    const options = { fetch: peer.fetch, now: () => serviceNow, attempts: 1 }
    const client = createClient(await merchant(options))

    await call(client, refundOrder, examples.refundOrder)
    await call(client, refundOrder, examples.refundOrder)

    expect(peer.requests[1]?.headers.get('x-timestamp')).toBe(String(1_789_999_998 - 3600))
  })
})
