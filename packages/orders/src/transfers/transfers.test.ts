import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { assert, describe, expect, it, onTestFinished } from 'vitest'
import { batchDatabase } from '../../test/batch-database.ts'
import { failingDatabase } from '../../test/failing-database.ts'
import { accepted, refusal } from '../../test/scripted-wallet.ts'
import { World } from '../../test/world.ts'
import type { NewTransfer, TransferVerdict } from '../api.ts'
import {
  findTransfer,
  listAlerts,
  listServiceCalls,
  openOrder,
  settleTransfer,
  sweep,
  transferMoney,
} from '../index.ts'
import type { MadeTransfer } from '../service/linked-port.ts'
import type { PortAnswer } from '../service/port-answer.ts'
import { verifyJournal } from '../upkeep/index.ts'
import { readTransfer, type TransferRow } from './read-transfer.ts'
import { recordTransfer } from './record-transfer.ts'

const prize: NewTransfer = {
  id: 'prize-1',
  amountVnd: 50_000,
  receiverPhone: '0900000123',
  description: 'Thank you',
}
const staff = { reason: 'seen in the daily file', staffId: 'S1' }

interface Line {
  readonly kind: string
  readonly known: string
  readonly facts: unknown
}

/** The lines of the journal, oldest first. */
async function journalOfTransfers(): Promise<readonly Line[]> {
  const { results } = await env.DB.prepare(
    "SELECT kind, known, facts FROM journal WHERE kind LIKE 'transfer.%' ORDER BY seq",
  ).all<{ kind: string; known: string; facts: string }>()
  return results.map((line) => ({ ...line, facts: JSON.parse(line.facts) }))
}

describe('transferMoney', () => {
  // Specification: 1.20
  it('transfers once for repeated requests', async () => {
    const world = new World()

    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => transferMoney(world.context, prize)),
    )
    const later = await transferMoney(world.context, prize)
    await sweep(world.context)

    expect([...world.service.transfers.values()]).toEqual([
      {
        reference: expect.stringMatching(/^[a-z0-9-]{1,35}$/),
        amountVnd: 50_000,
        receiverPhone: '0900000123',
        description: 'Thank you',
      },
    ])
    expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['known']))
    expect(later).toMatchObject({
      outcome: 'known',
      transfer: { state: 'succeeded', transactionId: 'TR000001', receiverPhone: '*******123' },
    })
    expect(world.transferEvents).toMatchObject([
      {
        type: 'transfer.succeeded',
        data: { version: 2, transfer: { id: 'prize-1' }, facts: { amount_vnd: 50_000 } },
      },
    ])
  })

  it('uses a reference that differs from that of another deployment with the same id', async () => {
    const world = new World()
    const other = { ...world.context, checkoutUrl: 'https://other.example' }
    await transferMoney(other, prize)
    await reset()
    await applyD1Migrations(env.DB, env.MIGRATIONS)

    await transferMoney(world.context, prize)

    expect(world.service.transfers.size).toBe(2)
  })

  it('stores and returns the balance of the account that the service states', async () => {
    const world = new World()
    world.service.postBalance = 1_250_000

    const outcome = await transferMoney(world.context, prize)
    await sweep(world.context)

    expect(outcome).toMatchObject({ transfer: { state: 'succeeded', postBalanceVnd: 1_250_000 } })
    expect(await findTransfer(world.context, prize.id)).toMatchObject({ postBalanceVnd: 1_250_000 })
    expect(world.transferEvents).toMatchObject([
      { data: { transfer: { postBalanceVnd: 1_250_000 }, facts: { post_balance_vnd: 1_250_000 } } },
    ])
    expect(await world.alertKinds()).toEqual([])
  })

  it.each([
    ['below the limit', 999_999, ['transfer_balance_low']],
    ['at the limit', 1_000_000, []],
    ['not said', undefined, []],
    ['no whole VND', 12.5, []],
  ])('raises an alert when the balance is %s', async (_name, balance, alerts) => {
    const world = new World({ context: { lowBalanceVnd: 1_000_000 } })
    if (balance !== undefined) world.service.postBalance = balance

    const outcome = await transferMoney(world.context, prize)

    expect(outcome).toMatchObject({ transfer: { state: 'succeeded' } })
    expect(await world.alertKinds()).toEqual(alerts)
  })

  it('names the day, the balance and the limit in the alert', async () => {
    const world = new World({ context: { lowBalanceVnd: 1_000_000 } })
    world.service.postBalance = 999_999

    await transferMoney(world.context, prize)

    const { alerts } = await listAlerts(world.context)
    const day = new Date(world.now() + 7 * 3_600_000).toISOString().slice(0, 10)
    const facts = { transfer_id: 'prize-1', post_balance_vnd: 999_999, limit_vnd: 1_000_000 }
    expect(alerts).toMatchObject([{ kind: 'transfer_balance_low', subject: day, facts }])
  })

  it('has its call listed', async () => {
    const world = new World()
    await transferMoney(world.context, prize)

    const calls = await listServiceCalls(world.context, 'transfer', prize.id)

    expect(calls).toMatchObject([{ endpoint: 'transferMoney', outcome: 'accepted' }])
  })

  it('stores the transfer before it calls the service', async () => {
    const world = new World()
    const states: (string | undefined)[] = []
    world.service.during = async () => {
      states.push((await findTransfer(world.context, prize.id))?.state)
    }

    await transferMoney(world.context, prize)

    expect(states).toEqual(['requested'])
  })

  it.each([
    ['amountVnd', { amountVnd: 50_001 }],
    ['receiverPhone', { receiverPhone: '0900000124' }],
    ['description', { description: 'Other' }],
  ])('refuses the same id with another %s', async (field, change) => {
    const world = new World()
    await transferMoney(world.context, prize)

    const outcome = await transferMoney(world.context, { ...prize, ...change })

    expect(outcome).toMatchObject({
      outcome: 'conflict',
      differs: [field],
      transfer: { amountVnd: 50_000 },
    })
    expect(world.service.transfers.size).toBe(1)
  })

  it.each([
    ['id', { id: 'a b' }],
    ['amountVnd', { amountVnd: 0.5 }],
    ['amountVnd', { amountVnd: -1 }],
    ['receiverPhone', { receiverPhone: '900000123' }],
    ['receiverPhone', { receiverPhone: '+84900000123' }],
    ['description', { description: 'x'.repeat(256) }],
  ])('names the %s that is out of its range', async (field, change) => {
    const world = new World()

    await expect(transferMoney(world.context, { ...prize, ...change })).rejects.toThrow(
      `The transfer's ${field} must be`,
    )
    expect(await world.count('SELECT COUNT(*) n FROM transfers')).toBe(0)
  })

  it('is refused finally by a refusal without effect', async () => {
    const world = new World()
    world.service.answers.transfer = () => refusal(4000506, 'no')

    const outcome = await transferMoney(world.context, prize)
    delete world.service.answers.transfer
    const again = await transferMoney(world.context, prize)
    await sweep(world.context)

    expect(outcome).toMatchObject({ transfer: { state: 'refused', refusal: { code: 4000506 } } })
    expect(again).toMatchObject({ transfer: { state: 'refused' } })
    expect(world.service.transfers.size).toBe(0)
    expect(world.transferEvents.map(({ type }) => type)).toEqual(['transfer.failed'])
  })

  it.each([
    ['before the commit', 1, 'before'],
    ['before the commit', 4, 'before'],
    ['behind the commit', 1, 'after'],
  ] as const)(
    'stores an answer although its write fails %s, %i times',
    async (_where, times, fault) => {
      const world = new World({ context: { sleep: async () => {} } })
      let left = 0
      const database = failingDatabase(world.context.database, () => {
        if (left === 0) return 'none'
        left -= 1
        return fault
      })
      world.service.during = async () => {
        left = times
      }

      const outcome = await transferMoney({ ...world.context, database }, prize)
      world.advance({ minutes: 5 })
      await sweep(world.context)

      expect(outcome).toMatchObject({ transfer: { state: 'succeeded', version: 2 } })
      expect(await findTransfer(world.context, prize.id)).toMatchObject({ state: 'succeeded' })
      expect(world.transferEvents.map(({ type }) => type)).toEqual(['transfer.succeeded'])
      expect(await world.alertKinds()).toEqual([])
      expect(world.service.count('transfer')).toBe(1)
    },
  )

  it('is sent although the connection was lost when it was stored', async () => {
    const world = new World({ context: { sleep: async () => {} } })
    const database = failingDatabase(world.context.database, (batch) =>
      batch === 1 ? 'after' : 'none',
    )

    const outcome = await transferMoney({ ...world.context, database }, prize)

    expect(outcome).toMatchObject({ transfer: { state: 'succeeded' } })
    expect(world.service.count('transfer')).toBe(1)
  })

  it('is sent again under its id although the connection was lost when that was stored', async () => {
    const world = new World({ context: { sleep: async () => {} } })
    world.service.answers.transfer = () => refusal(4010001, 'no')
    await transferMoney(world.context, prize)
    delete world.service.answers.transfer
    // The first batch finds the transfer, and the second one stores its second call.
    const database = failingDatabase(world.context.database, (batch) =>
      batch === 2 ? 'after' : 'none',
    )

    const outcome = await transferMoney({ ...world.context, database }, prize)

    expect(outcome).toMatchObject({ transfer: { state: 'succeeded' } })
    expect(world.service.count('transfer')).toBe(2)
  })

  it('is not sent by a request whose write failed, when another request has stored it', async () => {
    const world = new World({ context: { sleep: async () => {} } })
    let isFirst = true
    const database = batchDatabase(world.context.database, async () => {
      if (!isFirst) throw new Error('D1_ERROR: the storage was reset')
      isFirst = false
      await transferMoney(world.context, prize)
      throw new Error('D1_ERROR: the connection was lost')
    })

    const failed = transferMoney({ ...world.context, database }, prize)

    await expect(failed).rejects.toThrow('the connection was lost')
    expect(world.service.count('transfer')).toBe(1)
    expect(await findTransfer(world.context, prize.id)).toMatchObject({ state: 'succeeded' })
  })

  it('begins beyond the versions that a shop has seen before a restore of the database', async () => {
    const world = new World()
    await env.DB.prepare(
      `INSERT INTO bound_service (id, environment, service, bound_at_ms, first_version)
       VALUES (1, 'uat', 'localhost', 1, 7)`,
    ).run()
    onTestFinished(async () => {
      await env.DB.prepare('DELETE FROM bound_service').run()
    })

    const { order } = await openOrder(world.context, { id: 'again', amountVnd: 5000 })
    const transferred = await transferMoney(world.context, prize)

    expect(order.version).toBe(7)
    expect(transferred).toMatchObject({ transfer: { state: 'succeeded', version: 8 } })
  })

  it('leaves a transfer unknown when the database does not come back', async () => {
    const world = new World({ context: { sleep: async () => {} } })
    let isDown = false
    const database = failingDatabase(world.context.database, () => (isDown ? 'before' : 'none'))
    world.service.during = async () => {
      isDown = true
    }

    await expect(transferMoney({ ...world.context, database }, prize)).rejects.toThrow('D1_ERROR')
    world.advance({ minutes: 5 })
    await sweep(world.context)

    expect(await findTransfer(world.context, prize.id)).toMatchObject({ state: 'unknown' })
    expect(world.service.count('transfer')).toBe(1)
  })

  it.each([
    ['the key is refused', refusal(4010001, 'no'), 4010001],
    ['the time is refused', refusal(4010002, 'no'), 4010002],
    [
      'nothing can be sent',
      { outcome: 'not_sent', message: 'MERCHANT_ACCOUNT_ID is not set.' } as const,
      0,
    ],
  ])('succeeds under the same id after the repair when %s', async (_what, answer, code) => {
    const world = new World()
    world.service.answers.transfer = () => answer
    const first = await transferMoney(world.context, prize)
    const second = await transferMoney(world.context, prize)
    await world.live(5)
    const alerts = await world.alertKinds()
    const other = await transferMoney(world.context, { ...prize, amountVnd: 1 })
    delete world.service.answers.transfer

    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => transferMoney(world.context, prize)),
    )
    const later = await transferMoney(world.context, prize)
    await sweep(world.context)

    for (const outcome of [first, second]) {
      const reason = code === 0 ? 'not_sent' : `reason_${code}`
      const transfer = { state: 'refused', refusal: { code, reason, idReusable: true } }
      expect(outcome).toMatchObject({ transfer })
    }
    expect(alerts).toEqual(['transfer_turned_away'])
    expect(other.outcome).toBe('conflict')
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['known', 'known', 'known', 'known'])
    expect(later).toMatchObject({ transfer: { state: 'succeeded', transactionId: 'TR000001' } })
    expect(later).not.toHaveProperty('transfer.refusal')
    expect(world.service.transfers.size).toBe(1)
    expect(world.transferEvents.map(({ type }) => type)).toEqual(['transfer.succeeded'])
    expect((await verifyJournal(world.context)).broken).toBeUndefined()
  })

  it('is not settled by the answer to the call before', async () => {
    const world = new World()
    world.service.answers.transfer = () => refusal(4010001, 'no')
    await transferMoney(world.context, prize)
    const first = {
      ...(await readTransfer(world.context, prize.id)),
      state: 'requested',
      version: 1,
    }
    delete world.service.answers.transfer
    const written: boolean[] = []
    const result = {
      state: 'refused',
      code: 4010001,
      reason: 'late',
      remedy: '',
      evidence: 'answer of the service',
    } as const
    world.service.during = async () => {
      written.push(await recordTransfer(world.context, first as TransferRow, { result, data: {} }))
    }
    world.service.fault = () => 'lost answer'

    await transferMoney(world.context, prize)
    world.service.during = async () => {}
    written.push(await recordTransfer(world.context, first as TransferRow, { result, data: {} }))

    expect(written).toEqual([false, false])
    expect(await findTransfer(world.context, prize.id)).toMatchObject({ state: 'unknown' })
  })

  it.each([
    ['the key', refusal(4010001, 'no'), 4010001],
    ['the time', refusal(4010002, 'no'), 4010002],
    ['a setting', { outcome: 'not_sent', message: 'A setting is missing.' } as const, 0],
  ])(
    'is reported as failed, finally, when it was unknown and then rejected for %s',
    async (_what, answer, code) => {
      const world = new World()
      world.service.answers.transfer = () => answer
      world.service.during = async () => {
        world.advance({ seconds: 91 })
        await sweep(world.context)
      }
      const late = await transferMoney(world.context, prize)
      world.service.during = async () => {}
      delete world.service.answers.transfer

      const again = await transferMoney(world.context, prize)
      const anew = await transferMoney(world.context, { ...prize, id: 'prize-2' })
      await world.live(5)

      const refused = {
        transfer: {
          state: 'refused',
          version: 3,
          refusal: { code, idReusable: false, remedy: expect.stringContaining('under a new id') },
        },
      }
      expect(late).toMatchObject(refused)
      expect(again).toMatchObject(refused)
      expect(anew).toMatchObject({ transfer: { state: 'succeeded' } })
      expect(world.service.transfers.size).toBe(1)
      const events = world.transferEvents.filter(({ data }) => data.transfer.id === prize.id)
      expect(events).toMatchObject([
        { type: 'transfer.unknown', data: { version: 2 } },
        {
          type: 'transfer.failed',
          data: { version: 3, ...refused, facts: { code, id_reusable: false } },
        },
      ])
      expect(await world.alertKinds()).toEqual(['transfer_unknown', 'transfer_turned_away'])
      expect((await verifyJournal(world.context)).broken).toBeUndefined()
    },
  )

  it('is retried by the shop only, after it was rejected unprocessed', async () => {
    const world = new World()
    world.service.answers.transfer = () => refusal(4010001, 'no')
    await transferMoney(world.context, prize)
    delete world.service.answers.transfer
    await world.live(180, 1800)

    expect(world.service.transfers.size).toBe(0)
    expect(await findTransfer(world.context, prize.id)).toMatchObject({ state: 'refused' })
  })

  it('is refused finally when the retry is refused, and unknown when the retry is lost', async () => {
    const refused = new World()
    refused.service.answers.transfer = () => refusal(4010001, 'no')
    await transferMoney(refused.context, prize)
    refused.service.answers.transfer = () => refusal(4000506, 'no')
    await transferMoney(refused.context, prize)
    const lost = { ...prize, id: 'prize-2' }
    refused.service.answers.transfer = () => refusal(4010001, 'no')
    await transferMoney(refused.context, lost)
    delete refused.service.answers.transfer
    refused.service.fault = () => 'lost answer'
    await transferMoney(refused.context, lost)
    await transferMoney(refused.context, lost)
    await sweep(refused.context)

    expect(await findTransfer(refused.context, prize.id)).toMatchObject({
      state: 'refused',
      refusal: { code: 4000506, idReusable: false },
    })
    expect(await findTransfer(refused.context, lost.id)).toMatchObject({ state: 'unknown' })
    expect(refused.service.transfers.size).toBe(1)
    expect(refused.transferEvents.map(({ type }) => type).toSorted()).toEqual([
      'transfer.failed',
      'transfer.unknown',
    ])
  })

  const unknowns: [string, (world: World) => void][] = [
    ['a lost request', (world) => (world.service.fault = () => 'lost request')],
    ['a lost answer', (world) => (world.service.fault = () => 'lost answer')],
    [
      'a server error',
      (world) => (world.service.answers.transfer = () => refusal(5000001, 'maybe')),
    ],
    [
      'a nonce that was used before',
      (world) => (world.service.answers.transfer = () => refusal(4010006, 'maybe')),
    ],
    [
      'an id that is taken',
      (world) => (world.service.answers.transfer = () => refusal(4000502, 'maybe')),
    ],
    [
      'an unlisted code',
      (world) =>
        (world.service.answers.transfer = () => ({ outcome: 'unlisted', code: 1, message: '' })),
    ],
    [
      'a refusal of the repeat of a request that got no answer',
      (world) =>
        (world.service.answers.transfer = () => ({
          ...refusal(4000514, 'no'),
          repeatedAfterUnknown: true,
        })),
    ],
    [
      'a refusal of the key of the repeat of a request that got no answer',
      (world) =>
        (world.service.answers.transfer = () => ({
          ...refusal(4010001, 'no'),
          repeatedAfterUnknown: true,
        })),
    ],
    [
      'an answer about another transfer',
      (world) =>
        (world.service.answers.transfer = () =>
          accepted({ reference: 'other', transactionId: 'TR9' })),
    ],
    [
      'an answer without a transaction',
      (world) => (world.service.answers.transfer = (reference) => accepted({ reference })),
    ],
  ]
  it.each(unknowns)('stays unknown after %s, and is never sent again', async (_what, spoil) => {
    const world = new World()
    spoil(world)

    const outcome = await transferMoney(world.context, prize)
    world.service.fault = () => 'none'
    delete world.service.answers.transfer
    await transferMoney(world.context, prize)
    await world.live(180, 1800)

    expect(outcome).toMatchObject({ transfer: { state: 'unknown' } })
    expect((await findTransfer(world.context, prize.id))?.state).toBe('unknown')
    expect(world.service.count('transfer')).toBeLessThanOrEqual(1)
    expect(await world.alertKinds()).toEqual(['transfer_unknown'])
    expect(world.transferEvents.map(({ type }) => type)).toEqual(['transfer.unknown'])
  })

  it.each<[string, PortAnswer<MadeTransfer>, string, object]>([
    ['silence', { outcome: 'unknown', silent: true, message: '' }, 'no answer of the service', {}],
    [
      'an unlisted code',
      { outcome: 'unlisted', code: 4999999, message: '' },
      'answer of the service',
      { code: 4999999 },
    ],
    [
      'a refusal that may have had an effect',
      refusal(5000001, 'maybe'),
      'answer of the service',
      { code: 5000001, reason: 'reason_5000001' },
    ],
    [
      'an answer about another transfer',
      accepted({ reference: 'other', transactionId: 'TR9' }),
      'answer of the service',
      { transaction_id_of_answer: 'TR9', reference_of_answer: 'other' },
    ],
  ])('records in the journal why it is unknown after %s', async (_what, answer, known, facts) => {
    const world = new World()
    world.service.answers.transfer = () => answer

    await transferMoney(world.context, prize)

    const line = (await journalOfTransfers()).at(-1)
    const common = { transfer_id: 'prize-1', reference: expect.any(String), amount_vnd: 50_000 }
    expect(line).toEqual({ kind: 'transfer.unknown', known, facts: { ...common, ...facts } })
  })

  it('loses its refusal when it is retried, and gets a new deadline', async () => {
    const world = new World()
    world.service.answers.transfer = () => refusal(4010001, 'no')
    await transferMoney(world.context, prize)
    world.advance({ hours: 1 })
    world.service.transferMoney = () => new Promise(() => {})
    void transferMoney(world.context, prize)
    await expect
      .poll(() => readTransfer(world.context, prize.id))
      .toMatchObject({
        state: 'requested',
        version: 3,
        refusalCode: null,
        refusalReason: null,
        refusalRemedy: null,
        updatedAtMs: world.now(),
      })

    world.advance({ seconds: 89 })
    const early = await sweep(world.context)
    world.advance({ seconds: 1 })
    const due = await sweep(world.context)

    expect([early.transfersUnknown, due.transfersUnknown]).toEqual([0, 1])
    expect(await journalOfTransfers()).toMatchObject([
      { kind: 'transfer.requested', known: 'own record', facts: { receiver: '*******123' } },
      {
        kind: 'transfer.refused',
        known: 'answer of the service',
        facts: { code: 4010001, reason: 'reason_4010001', id_reusable: true },
      },
      {
        kind: 'transfer.requested',
        known: 'own record',
        facts: {
          transfer_id: 'prize-1',
          amount_vnd: 50_000,
          receiver: '*******123',
          turned_away_with: 4010001,
        },
      },
      {
        kind: 'transfer.unknown',
        known: 'no answer of the service',
        facts: { interrupted: true },
      },
    ])
    const { alerts } = await listAlerts(world.context, { kind: 'transfer_turned_away' })
    expect(alerts).toMatchObject([{ subject: 'prize-1', facts: { id_reusable: true } }])
  })

  it('is unknown when the process stopped during the call', async () => {
    const world = new World()
    const { reached } = world.service.holdNextCall()
    void transferMoney(world.context, prize)
    await reached

    world.advance({ seconds: 91 })
    const report = await sweep(world.context)

    expect(report.transfersUnknown).toBe(1)
    expect((await findTransfer(world.context, prize.id))?.state).toBe('unknown')
  })

  it('does not accept one transaction of the service for two transfers', async () => {
    const world = new World()
    await transferMoney(world.context, prize)
    world.service.answers.transfer = (reference) =>
      accepted({ reference, transactionId: 'TR000001' })

    const outcome = await transferMoney(world.context, { ...prize, id: 'prize-2' })

    expect(outcome).toMatchObject({ transfer: { state: 'unknown' } })
  })

  it('never shows the full phone number of the receiver', async () => {
    const world = new World()
    world.service.fault = () => 'lost answer'
    await transferMoney(world.context, prize)
    await sweep(world.context)

    const rows: unknown[] = [world.transferEvents]
    for (const table of ['journal', 'outbox', 'alerts']) {
      rows.push((await env.DB.prepare(`SELECT * FROM ${table}`).all()).results)
    }
    expect(JSON.stringify(rows)).not.toContain('0900000')
  })
})

describe('settleTransfer', () => {
  async function unknown(): Promise<World> {
    const world = new World()
    world.service.fault = () => 'lost answer'
    await transferMoney(world.context, prize)
    world.service.fault = () => 'none'
    return world
  }

  it('settles an unknown transfer by a verdict, once', async () => {
    const world = await unknown()
    const verdict = { ...staff, result: 'succeeded' as const, transactionId: 'TR000001' }

    const outcome = await settleTransfer(world.context, prize.id, verdict)
    const again = await settleTransfer(world.context, prize.id, { ...verdict, result: 'refused' })
    await world.live(2)

    expect(outcome).toMatchObject({ outcome: 'settled', transfer: { state: 'succeeded' } })
    expect(again).toMatchObject({ outcome: 'not_unknown', transfer: { state: 'succeeded' } })
    expect(world.transferEvents.map(({ type }) => type)).toEqual([
      'transfer.unknown',
      'transfer.succeeded',
    ])
    const line = await env.DB.prepare(
      "SELECT known, facts FROM journal WHERE kind = 'transfer.succeeded'",
    ).first<{ known: string; facts: string }>()
    expect(line?.known).toBe('word of a person')
    expect(JSON.parse(line?.facts ?? '')).toMatchObject({ staff_id: 'S1' })
  })

  it('replaces a corrected verdict, and states the evidence of the transfer', async () => {
    const world = await unknown()
    await settleTransfer(world.context, prize.id, { ...staff, result: 'refused' })
    const denied = await readTransfer(world.context, prize.id)
    world.advance({ hours: 1 })
    const verdict = { ...staff, result: 'succeeded' as const, transactionId: 'TR000001' }

    await settleTransfer(world.context, prize.id, verdict)

    expect(denied).toMatchObject({
      refusalCode: 0,
      refusalRemedy: 'Ask for a new transfer under a new id if the money is still owed.',
    })
    expect(await readTransfer(world.context, prize.id)).toMatchObject({
      state: 'succeeded',
      version: (denied?.version ?? 0) + 1,
      updatedAtMs: world.now(),
      wasUnknown: true,
      refusalCode: null,
      refusalReason: null,
      refusalRemedy: null,
    })
  })

  it('settles an unknown transfer as not made', async () => {
    const world = await unknown()

    expect(
      await settleTransfer(world.context, prize.id, { ...staff, result: 'refused' }),
    ).toMatchObject({ outcome: 'settled', transfer: { state: 'refused' } })
  })

  it('raises an alert when the service reports a transfer that a verdict settled as not made', async () => {
    const world = new World()
    const verdict = { ...staff, result: 'refused' } as const
    world.service.before = async () => {
      // The request is on its way for so long that its lease is over, and a person finds nothing.
      world.advance({ seconds: 91 })
      await sweep(world.context)
      await settleTransfer(world.context, prize.id, verdict)
    }

    const outcome = await transferMoney(world.context, prize)

    expect(world.service.transfers.size).toBe(1)
    expect(outcome).toMatchObject({ outcome: 'known', transfer: { state: 'refused' } })
    expect(await world.alertKinds()).toEqual(['transfer_unknown', 'transfer_contradicted'])
    const { alerts } = await listAlerts(world.context, { state: 'open' })
    expect(alerts[0]).toMatchObject({
      subject: prize.id,
      facts: { amount_vnd: 50_000, transaction_id: 'TR000001' },
    })
  })

  it('corrects a transfer that was wrongly settled as not made, with an event', async () => {
    const world = await unknown()
    await settleTransfer(world.context, prize.id, { ...staff, result: 'refused' })
    const verdict = { ...staff, result: 'succeeded' as const, transactionId: 'TR000001' }

    const refused = await settleTransfer(world.context, prize.id, { ...staff, result: 'refused' })
    const outcome = await settleTransfer(world.context, prize.id, { ...verdict, staffId: 'S2' })
    const again = await settleTransfer(world.context, prize.id, verdict)
    const repeated = await transferMoney(world.context, prize)
    await world.live(3)

    expect(refused).toMatchObject({ outcome: 'settled', transfer: { state: 'refused' } })
    expect(outcome).toMatchObject({
      outcome: 'settled',
      transfer: { state: 'succeeded', transactionId: 'TR000001' },
    })
    expect(outcome).not.toHaveProperty('transfer.refusal')
    expect(again).toMatchObject({ outcome: 'not_unknown', transfer: { state: 'succeeded' } })
    expect(repeated).toMatchObject({ transfer: { state: 'succeeded' } })
    expect(world.service.count('transfer')).toBe(1)
    expect(world.transferEvents.map(({ type, data }) => [type, data.facts['corrected']])).toEqual([
      ['transfer.unknown', undefined],
      ['transfer.failed', undefined],
      ['transfer.succeeded', true],
    ])
    const { results } = await env.DB.prepare(
      "SELECT known, facts FROM journal WHERE kind = 'transfer.succeeded'",
    ).all<{ known: string; facts: string }>()
    expect(results.map(({ known }) => known)).toEqual(['word of a person'])
    expect(JSON.parse(results[0]?.facts ?? '')).toMatchObject({
      staff_id: 'S2',
      verdict_reason: staff.reason,
      corrected: true,
    })
    expect((await verifyJournal(world.context)).broken).toBeUndefined()
  })

  it('cannot record a transfer as made that the service itself has refused, also after the verdict', async () => {
    const verdict = { ...staff, result: 'succeeded' as const, transactionId: 'TR000001' }
    const late = { ...prize, id: 'prize-2' }
    const refusedAtOnce = new World()
    refusedAtOnce.service.answers.transfer = () => refusal(4000506, 'no')
    await transferMoney(refusedAtOnce.context, prize)
    const atOnce = await settleTransfer(refusedAtOnce.context, prize.id, verdict)

    const refusedLate = new World()
    refusedLate.service.answers.transfer = () => refusal(4000506, 'no')
    refusedLate.service.before = async () => {
      refusedLate.advance({ seconds: 91 })
      await sweep(refusedLate.context)
      await settleTransfer(refusedLate.context, late.id, { ...staff, result: 'refused' })
    }
    await transferMoney(refusedLate.context, late)
    const afterAnswer = await settleTransfer(refusedLate.context, late.id, verdict)
    const lateLine = (await journalOfTransfers()).at(-1)

    expect(atOnce).toMatchObject({ outcome: 'not_unknown', transfer: { state: 'refused' } })
    expect(lateLine).toMatchObject({
      kind: 'transfer.refused',
      known: 'answer of the service',
      facts: { transfer_id: 'prize-2', code: 4000506, late: true },
    })
    expect(lateLine?.facts).not.toHaveProperty('corrected')
    expect(afterAnswer).toMatchObject({
      outcome: 'not_unknown',
      transfer: {
        state: 'refused',
        refusal: { code: 4000506, remedy: 'remedy of 4000506', idReusable: false },
      },
    })
    await sweep(refusedLate.context)
    expect(
      refusedLate.transferEvents
        .filter(({ data }) => data.transfer.id === late.id)
        .map(({ type }) => type),
    ).toEqual(['transfer.unknown', 'transfer.failed'])
  })

  /** A transfer that a person settles after its lease, while its call is still running. */
  async function settledDuringCall(verdict: TransferVerdict): Promise<World> {
    const world = new World()
    world.service.before = async () => {
      world.advance({ seconds: 91 })
      await sweep(world.context)
      await settleTransfer(world.context, prize.id, verdict)
    }
    return world
  }

  it('never reuses the id of a transfer that was rejected after it was settled as not made', async () => {
    const world = await settledDuringCall({ ...staff, result: 'refused' })
    world.service.answers.transfer = () => refusal(4010001, 'no')

    await transferMoney(world.context, prize)

    expect(await findTransfer(world.context, prize.id)).toMatchObject({
      state: 'refused',
      refusal: {
        code: 4010001,
        idReusable: false,
        remedy: expect.stringContaining('under a new id'),
      },
    })
  })

  it.each([
    ['refuses it', refusal(4000506, 'no'), { code: 4000506 }],
    ['turns it away', refusal(4010001, 'no'), { code: 4010001 }],
    ['names another transaction', undefined, { transaction_id: 'TR000001' }],
  ])(
    'raises an alert when the service %s that was settled as made',
    async (_what, answer, told) => {
      const made = { ...staff, result: 'succeeded', transactionId: 'T-OTHER' } as const
      const world = await settledDuringCall(made)
      if (answer !== undefined) world.service.answers.transfer = () => answer

      await transferMoney(world.context, prize)

      expect(await findTransfer(world.context, prize.id)).toMatchObject({
        state: 'succeeded',
        transactionId: 'T-OTHER',
      })
      const { alerts } = await listAlerts(world.context)
      expect(alerts.filter(({ kind }) => kind === 'transfer_contradicted')).toMatchObject([
        { subject: prize.id, facts: { state: 'succeeded', ...told } },
      ])
    },
  )

  it('raises no alert when the service names the transaction of the verdict', async () => {
    const made = { ...staff, result: 'succeeded', transactionId: 'TR000001' } as const
    const world = await settledDuringCall(made)

    await transferMoney(world.context, prize)

    const { alerts } = await listAlerts(world.context)
    expect(alerts.map(({ kind }) => kind)).not.toContain('transfer_contradicted')
  })

  it('refuses a transaction that another transfer has', async () => {
    const world = await unknown()
    await settleTransfer(world.context, prize.id, { ...staff, result: 'refused' })
    const made = await transferMoney(world.context, { ...prize, id: 'prize-2' })
    assert(made.outcome === 'known', 'The other transfer was not made.')
    const { transactionId = '' } = made.transfer
    const verdict = { ...staff, result: 'succeeded' as const, transactionId }

    await expect(settleTransfer(world.context, prize.id, verdict)).rejects.toThrow(
      "The verdict's transactionId must not be that of another transfer: prize-2 has it.",
    )
    expect(await findTransfer(world.context, prize.id)).toMatchObject({ state: 'refused' })
  })

  it('says of a transfer that was made what it is, also when the verdict names that of another', async () => {
    const world = new World()
    await transferMoney(world.context, { ...prize, id: 'prize-2' })
    await transferMoney(world.context, prize)
    const verdict = { ...staff, result: 'succeeded' as const, transactionId: 'TR000001' }

    expect(await settleTransfer(world.context, prize.id, verdict)).toMatchObject({
      outcome: 'not_unknown',
      transfer: { transactionId: 'TR000002' },
    })
  })

  it('needs no transaction to settle a transfer as not made', async () => {
    const world = await unknown()
    await transferMoney(world.context, { ...prize, id: 'prize-2' })
    const verdict = { ...staff, result: 'refused' as const, transactionId: 'TR000002' }

    expect(await settleTransfer(world.context, prize.id, verdict)).toMatchObject({
      outcome: 'settled',
      transfer: { state: 'refused' },
    })
  })

  it('requires a reason and a name', async () => {
    const world = await unknown()
    const verdict = { ...staff, result: 'refused' as const }

    for (const field of ['reason', 'staffId'] as const) {
      await expect(
        settleTransfer(world.context, prize.id, { ...verdict, [field]: '' }),
      ).rejects.toThrow(field)
    }
    expect(await findTransfer(world.context, prize.id)).toMatchObject({ state: 'unknown' })
  })

  it('requires a transaction, and refuses a verdict on a known or missing transfer', async () => {
    const world = await unknown()

    await expect(
      settleTransfer(world.context, prize.id, { ...staff, result: 'succeeded' }),
    ).rejects.toThrow('transactionId')
    expect(await settleTransfer(world.context, 'none', { ...staff, result: 'refused' })).toEqual({
      outcome: 'not_found',
    })
    expect(await findTransfer(world.context, 'none')).toBeNull()
  })

  it('reports that another transfer has the transaction, and leaves the outcome unknown', async () => {
    const world = await unknown()
    const other = { ...prize, id: 'prize-2' }
    const made = await transferMoney(world.context, other)
    assert(made.outcome === 'known', 'The other transfer was not made.')
    const { transactionId = '' } = made.transfer
    const verdict = { ...staff, result: 'succeeded' as const, transactionId }

    await expect(settleTransfer(world.context, prize.id, verdict)).rejects.toThrow(
      "The verdict's transactionId must not be that of another transfer: prize-2 has it.",
    )

    expect(await findTransfer(world.context, prize.id)).toMatchObject({ state: 'unknown' })
    expect(await settleTransfer(world.context, 'prize-2', verdict)).toMatchObject({
      outcome: 'not_unknown',
    })
  })

  it('delivers the events of a transfer in their order', async () => {
    const world = await unknown()
    world.shopStatus = () => 500
    await sweep(world.context)
    await settleTransfer(world.context, prize.id, { ...staff, result: 'refused' })
    await sweep(world.context)
    world.shopStatus = () => 204
    await world.live(5)

    expect(world.transferEvents.map(({ data }) => data.version)).toEqual([2, 3])
  })
})
