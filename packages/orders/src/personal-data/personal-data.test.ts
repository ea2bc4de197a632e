import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { DailyWorld } from '../../test/daily-world.ts'
import { accepted, refusal } from '../../test/scripted-wallet.ts'
import { webhookSecret, World } from '../../test/world.ts'
import {
  findLink,
  linkWallet,
  listAlerts,
  listEvents,
  openOrder,
  payWithLink,
  refundOrder,
  resendEvent,
  sweep,
  transferMoney,
  unlinkWallet,
} from '../index.ts'
import { approveSignIn, redeemCode, refundByOperator, refuseProposal } from '../operators/index.ts'
import { verifyJournal } from '../upkeep/index.ts'
import { deliverEvents } from '../webhook/deliver-events.ts'
import { claimLoyaltyId } from '../loyalty/loyalty-ids.ts'
import { erasePerson } from './erase-person.ts'
import { exportPerson } from './export-person.ts'
import { forgetOldData } from './forget-old-data.ts'

const customerId = 'customer-1'
const phone = '0900000123'
const action = { reason: 'asked for it on 3 May', staffId: 'S1' }
const hoursOfYear = 8_760

/** What the database holds, row by row, as text. */
async function databaseText(): Promise<string> {
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf*' AND name NOT GLOB 'd1_*' AND name NOT GLOB 'sqlite_*'",
  ).all<{ name: string }>()
  const texts: string[] = []
  for (const { name } of results) {
    const rows = await env.DB.prepare(`SELECT * FROM ${name}`).all()
    texts.push(JSON.stringify(rows.results))
  }
  return texts.join('\n')
}

/** A customer with a linked wallet who has paid, got money back, and was sent a prize. */
async function worldOfCustomer(): Promise<World> {
  const world = new World()
  const extraData = { orderInfo: '{"for":"Lan"}' }
  await world.openLinked({ description: 'A gift for Lan', extraData })
  await payWithLink(world.context, 'order-1')
  const why = { reason: 'Lan called', staffName: 'Lan Anh' }
  await refundOrder(world.context, 'order-1', { id: 'R-1', vnd: 1_000, ...why })
  await transferMoney(world.context, {
    id: 'prize-1',
    amountVnd: 50_000,
    receiverPhone: phone,
    description: 'For Lan',
  })
  await sweep(world.context)
  return world
}

describe('the journal', () => {
  it('names no customer, and three digits of the phone of a receiver', async () => {
    const world = await worldOfCustomer()
    await unlinkWallet(world.context, customerId)

    const { results } = await env.DB.prepare('SELECT kind, dedupe, facts FROM journal').all()

    expect(results.length).toBeGreaterThan(8)
    const text = JSON.stringify(results)
    for (const word of [customerId, phone, 'Lan']) expect(text).not.toContain(word)
  })
})

describe('erasePerson', () => {
  it('removes everything that names the person, and keeps the proof of the payments', async () => {
    const world = await worldOfCustomer()
    await unlinkWallet(world.context, customerId)
    await sweep(world.context)
    const before = await world.order('order-1')

    const outcome = await erasePerson(world.context, { customerId, phone }, action)

    expect(outcome).toEqual({ outcome: 'erased', links: 1, orders: 1, transfers: 1 })
    const text = await databaseText()
    for (const word of [customerId, phone, 'Lan', 'A gift']) expect(text).not.toContain(word)
    const after = await world.order('order-1')
    const forgotten = { linkedCustomerId: null, description: '', extraData: null }
    expect(after.order).toEqual({ ...before.order, ...forgotten })
    expect(after.refunds).toEqual(
      before.refunds.map((refund) => ({ ...refund, reason: null, staffName: null })),
    )
    expect(after.journal).toEqual(before.journal)
    await sweep(world.context)
    expect(await verifyJournal(world.context)).toMatchObject({ unsealed: 0 })
    expect(await verifyJournal(world.context)).not.toHaveProperty('broken')
  })

  /** The endpoints of a shop, and of whoever is called: it hears of alerts too. */
  const twoEndpoints = ['default', 'on-call'].map((id) => ({
    id,
    url: `https://${id}.example/webhooks`,
    events: ['*'],
    secrets: [webhookSecret],
  }))

  it.each([
    ['waiting', 1],
    ['dead', 10],
  ] as const)(
    'removes the name from events that are %s, which are sent without it',
    async (state, tries) => {
      const world = new World({ context: { endpoints: twoEndpoints } })
      world.shopStatus = () => 500
      world.service.answers.link = () => accepted({ linkId: 'L', webUrl: 'http://evil.example/' })
      await linkWallet(world.context, customerId)
      delete world.service.answers.link
      await world.openLinked({ description: 'A gift for Lan' })
      await payWithLink(world.context, 'order-1')
      await unlinkWallet(world.context, customerId)
      for (let count = 0; count < tries; count += 1) {
        world.advance({ hours: 27 })
        await deliverEvents(world.context, { limit: 50 })
      }
      const paid = { orderId: 'order-1', type: 'order.paid' }
      const { events } = await listEvents(world.context, paid)
      expect(events).toMatchObject([{ state }, { state }])

      const outcome = await erasePerson(world.context, { customerId }, action)

      expect(outcome).toMatchObject({ outcome: 'erased', orders: 1 })
      const text = await databaseText()
      for (const word of [customerId, 'Lan']) expect(text).not.toContain(word)
      world.shopStatus = () => 204
      for (const { key } of events) {
        await resendEvent(world.context, key, { reason: 'the shop is back', staffId: 'S1' })
      }
      await world.live(2)
      const sent = world.events.filter(({ type }) => type === 'order.paid')
      expect(sent.map(({ data }) => data.order)).toMatchObject([
        { id: 'order-1', state: 'paid', description: '' },
        { id: 'order-1', state: 'paid', description: '' },
      ])
    },
  )

  it('needs no change in alerts, which name no customer', async () => {
    const world = new World({ context: { endpoints: twoEndpoints } })
    world.service.answers.link = () => accepted({ linkId: 'L', webUrl: 'http://evil.example/' })
    await linkWallet(world.context, customerId)
    await world.live(2)
    expect(
      await world.count(
        "SELECT COUNT(*) n FROM outbox WHERE alert_id IS NOT NULL AND state = 'done'",
      ),
    ).toBe(2)

    await erasePerson(world.context, { customerId }, action)

    expect(await databaseText()).not.toContain(customerId)
  })

  it('records in the journal who erased how much, and why', async () => {
    const world = await worldOfCustomer()

    await erasePerson(world.context, { phone }, action)

    const line = await env.DB.prepare(
      "SELECT known, facts FROM journal WHERE kind = 'person.erased'",
    ).first<{ known: string; facts: string }>()
    expect(line?.known).toBe('word of a person')
    expect(JSON.parse(line?.facts ?? '')).toEqual({
      links: 0,
      orders: 0,
      transfers: 1,
      staff_id: 'S1',
      verdict_reason: 'asked for it on 3 May',
    })
  })

  it('erases nothing while the wallet is linked', async () => {
    const world = await worldOfCustomer()

    const outcome = await erasePerson(world.context, { customerId, phone }, action)

    expect(outcome).toEqual({ outcome: 'linked' })
    expect(await exportPerson(world.context, { phone })).toMatchObject({
      transfers: [{ receiverPhone: phone }],
    })
  })

  it.each([2, 8])(
    'says that a link is not known which the service was still queried about, after %i hours',
    async (hours) => {
      const world = new World()
      await linkWallet(world.context, customerId)
      world.service.fault = (call) => (call === 'check' ? 'lost answer' : 'none')
      for (let hour = 0; hour < hours; hour += 1) {
        world.advance({ hours: 1 })
        await sweep(world.context)
      }

      const outcome = await erasePerson(world.context, { customerId }, action)
      await sweep(world.context)
      const { alerts } = await listAlerts(world.context, { state: 'open' })

      expect(outcome).toMatchObject({ outcome: 'erased', links: 1 })
      expect(alerts).toMatchObject([
        {
          kind: 'link_given_up',
          facts: { service_link_id: 'LINK-1', why: 'the customer was erased' },
        },
      ])
      expect(await databaseText()).not.toContain(customerId)
    },
  )

  it('erases nothing while an order or a transfer is open, and names them', async () => {
    const world = await worldOfCustomer()
    await unlinkWallet(world.context, customerId)
    const order = { id: 'order-2', amountVnd: 5_000, linkedCustomerId: customerId }
    await openOrder(world.context, order)
    world.service.fault = () => 'lost answer'
    const prize = { id: 'prize-2', amountVnd: 1_000, receiverPhone: phone }
    await transferMoney(world.context, prize)

    const outcome = await erasePerson(world.context, { customerId, phone }, action)

    expect(outcome).toEqual({ outcome: 'open', orders: ['order-2'], transfers: ['prize-2'] })
  })

  it('removes the reasons of proposed refunds, and names an order with an open proposal', async () => {
    const world = await worldOfCustomer()
    await unlinkWallet(world.context, customerId)
    const context = { ...world.context, approvalLimitVnd: 1_000 }
    const why = { reason: 'Lan wrote', staffId: 'an' }
    await refundByOperator(context, 'order-1', { id: 'R-2', vnd: 2_000, ...why })

    const early = await erasePerson(context, { customerId }, action)
    await refuseProposal(context, 'R-2', { reason: 'Lan agrees', staffId: 'binh' })
    const outcome = await erasePerson(context, { customerId }, action)

    expect(early).toEqual({ outcome: 'open', orders: ['order-1'], transfers: [] })
    expect(outcome).toMatchObject({ outcome: 'erased', orders: 1 })
    const { results } = await env.DB.prepare('SELECT * FROM refund_proposals').all()
    expect(results).toMatchObject([
      { id: 'R-2', vnd: 2_000, proposed_by: 'an', decided_by: 'binh' },
    ])
    expect(JSON.stringify(results)).not.toContain('Lan')
  })

  it('allows a new customer with the same id', async () => {
    const world = await worldOfCustomer()
    await unlinkWallet(world.context, customerId)
    await erasePerson(world.context, { customerId }, action)

    expect(await findLink(world.context, customerId)).toBeNull()
    expect(await linkWallet(world.context, customerId)).toMatchObject({ outcome: 'requested' })
  })

  it('accepts a repeat of the same transfer under its id, and no other', async () => {
    const world = await worldOfCustomer()
    await erasePerson(world.context, { phone }, action)
    const prize = { id: 'prize-1', amountVnd: 50_000, receiverPhone: phone, description: 'For Lan' }

    const same = await transferMoney(world.context, prize)
    const other = await transferMoney(world.context, { ...prize, receiverPhone: '0900000124' })

    expect([same.outcome, other.outcome]).toEqual(['known', 'conflict'])
    expect(world.service.transfers.size).toBe(1)
  })

  it('accepts repeats of the same refund and order under their ids, and no others', async () => {
    const world = await worldOfCustomer()
    await unlinkWallet(world.context, customerId)
    await erasePerson(world.context, { customerId }, action)
    const refund = { id: 'R-1', vnd: 1_000, reason: 'Lan called', staffName: 'Lan Anh' }
    const order = {
      id: 'order-1',
      amountVnd: 100_000,
      linkedCustomerId: customerId,
      description: 'A gift for Lan',
      extraData: { orderInfo: '{"for":"Lan"}' },
    }

    const same = await refundOrder(world.context, 'order-1', refund)
    const other = await refundOrder(world.context, 'order-1', { ...refund, vnd: 2_000 })
    const byOther = await refundOrder(world.context, 'order-1', { ...refund, staffId: 'an' })
    const announced = await openOrder(world.context, order)
    const otherOrder = await openOrder(world.context, { ...order, amountVnd: 90_000 })

    expect(same).toMatchObject({ outcome: 'known', refund: { id: 'R-1', state: 'refunded' } })
    expect([other, byOther]).toMatchObject([{ differs: ['vnd'] }, { differs: ['staffId'] }])
    expect(announced.outcome).toBe('existing')
    expect(otherOrder).toMatchObject({ outcome: 'conflict', differs: ['amountVnd'] })
    expect(world.service.refunds.size).toBe(1)
  })

  it('recognizes a proposal whose reason is erased, and does not propose it again', async () => {
    const world = new World({ context: { approvalLimitVnd: 1_000 } })
    const id = await world.openLinked()
    await payWithLink(world.context, id)
    const why = { reason: 'Lan wrote', staffId: 'an' }
    await refundByOperator(world.context, id, { id: 'R-2', vnd: 2_000, ...why })
    await refuseProposal(world.context, 'R-2', { reason: 'Lan agrees', staffId: 'binh' })
    await unlinkWallet(world.context, customerId)
    await erasePerson(world.context, { customerId }, action)

    const again = await refundByOperator(world.context, id, { id: 'R-2', vnd: 2_000, ...why })
    const other = await refundByOperator(world.context, id, { id: 'R-2', vnd: 3_000, ...why })

    expect(again).toMatchObject({ outcome: 'approval_needed', proposal: { state: 'refused' } })
    expect(other.outcome).toBe('proposal_conflict')
  })

  it('retries a rejected transfer when the request names the receiver again', async () => {
    const world = new World()
    const prize = { id: 'prize-1', amountVnd: 50_000, receiverPhone: phone }
    world.service.answers.transfer = () => refusal(4010001, 'no')
    await transferMoney(world.context, prize)
    delete world.service.answers.transfer
    await erasePerson(world.context, { phone }, action)

    const outcome = await transferMoney(world.context, prize)

    expect(outcome).toMatchObject({ outcome: 'known', transfer: { state: 'succeeded' } })
    expect([...world.service.transfers.values()]).toMatchObject([{ receiverPhone: phone }])
  })

  it.each([
    [{}, 'The person must be named by customerId, phone or both.'],
    [{ customerId: 'a b' }, "The person's id must be"],
    [{ customerId: '' }, "The person's id must be"],
    [{ phone: '+84900000123' }, "The person's phone must be"],
  ])('refuses %o', async (person, message) => {
    const world = new World()

    await expect(erasePerson(world.context, person, action)).rejects.toThrow(message)
    await expect(exportPerson(world.context, person)).rejects.toThrow(message)
  })
})

/** A value in SQL that no other row has. */
const another = 'hex(randomblob(8))'

/** Copies a row of a table, so that one row makes so many; some columns get other values. */
async function fill(table: string, rows: number, told: Readonly<Record<string, string>>) {
  const { results } = await env.DB.prepare(`PRAGMA table_info(${table})`).all<{ name: string }>()
  const columns = results.map(({ name }) => name)
  await env.DB.prepare(
    `WITH RECURSIVE copy(value) AS (SELECT 2 UNION ALL SELECT value + 1 FROM copy WHERE value < ?)
     INSERT INTO ${table} (${columns.join(', ')})
     SELECT ${columns.map((name) => told[name] ?? name).join(', ')}
     FROM (SELECT * FROM ${table} LIMIT 1) CROSS JOIN copy`,
  )
    .bind(rows)
    .run()
}

describe('exportPerson', () => {
  it.each([
    ['links', { id: another, state: "'unlinked'", sealed_token: 'NULL', service_link_id: another }],
    ['refunds', { id: another }],
    ['transfers', { id: another, reference: another, transaction_id: 'NULL' }],
  ] as const)('says when it does not contain all %s of a person', async (table, told) => {
    const world = await worldOfCustomer()
    const read = () => exportPerson(world.context, { customerId, phone })

    await fill(table, 1_000, told)
    const whole = await read()
    await fill(table, 2, told)
    const cutOff = await read()

    expect([whole[table].length, whole.isCutOff]).toEqual([1_000, false])
    expect([cutOff[table].length, cutOff.isCutOff]).toEqual([1_000, true])
  })

  it('returns the stored data of a person, without the token of the wallet', async () => {
    const world = await worldOfCustomer()

    const kept = await exportPerson(world.context, { customerId, phone })

    expect(kept).toMatchObject({
      links: [{ customerId, state: 'linked' }],
      orders: [{ id: 'order-1', description: 'A gift for Lan', state: 'part_refunded' }],
      transfers: [{ id: 'prize-1', receiverPhone: phone, description: 'For Lan' }],
      isCutOff: false,
    })
    expect(JSON.stringify(kept)).not.toMatch(/token|sealed/i)
  })

  it('contains everything that an erasure removes, including the reasons of refunds and proposals', async () => {
    const world = await worldOfCustomer()
    const context = { ...world.context, approvalLimitVnd: 1_000 }
    const why = { reason: 'Lan wrote', staffId: 'an' }
    await refundByOperator(context, 'order-1', { id: 'R-2', vnd: 2_000, ...why })

    const kept = await exportPerson(world.context, { customerId })

    expect(kept).toMatchObject({
      refunds: [{ id: 'R-1', orderId: 'order-1', vnd: 1_000, reason: 'Lan called' }],
      proposals: [{ id: 'R-2', orderId: 'order-1', vnd: 2_000, reason: 'Lan wrote' }],
    })
    expect(JSON.stringify(kept)).not.toContain('"an"')
  })

  it('contains nothing about another person', async () => {
    const world = await worldOfCustomer()

    const kept = await exportPerson(world.context, {
      customerId: 'customer-2',
      phone: '0900000124',
    })

    expect(kept).toEqual({
      links: [],
      orders: [],
      refunds: [],
      proposals: [],
      transfers: [],
      isCutOff: false,
    })
  })
})

describe('the sweep', () => {
  it('erases persons and deletes events after their retention periods, and not before', async () => {
    const world = new World({
      context: { retention: { personalDataDays: 400, eventDays: 90 } },
    })
    await world.openLinked({ description: 'A gift for Lan' })
    await payWithLink(world.context, 'order-1')
    await transferMoney(world.context, { id: 'prize-1', amountVnd: 1_000, receiverPhone: phone })
    await unlinkWallet(world.context, customerId)
    await sweep(world.context)
    world.advance({ hours: 24 * 89 })
    await sweep(world.context)
    const events = await world.count("SELECT COUNT(*) n FROM outbox WHERE state = 'done'")

    world.advance({ hours: 24 * 2 })
    await sweep(world.context)
    const eventsLater = await world.count("SELECT COUNT(*) n FROM outbox WHERE state = 'done'")
    const attemptsLater = await world.count('SELECT COUNT(*) n FROM deliveries')
    const namedLater = await databaseText()
    world.advance({ hours: hoursOfYear })
    await sweep(world.context)

    expect(events).toBeGreaterThan(1)
    expect([eventsLater, attemptsLater]).toEqual([0, 0])
    for (const word of [customerId, phone, 'Lan']) expect(namedLater).toContain(word)
    const text = await databaseText()
    for (const word of [customerId, phone, 'Lan']) expect(text).not.toContain(word)
    expect(await verifyJournal(world.context)).not.toHaveProperty('broken')
  })

  it('erases personal data from dead events', async () => {
    const world = new World({ context: { retention: { personalDataDays: 400, eventDays: 90 } } })
    world.shopStatus = () => 500
    await world.openLinked({ description: 'A gift for Lan' })
    await payWithLink(world.context, 'order-1')
    const prize = { id: 'prize-1', amountVnd: 1_000, receiverPhone: phone }
    await transferMoney(world.context, { ...prize, description: 'For Lan' })
    await unlinkWallet(world.context, customerId)
    await deliverEvents(world.context, { limit: 5 })
    await env.DB.prepare("UPDATE outbox SET state = 'dead' WHERE kind = 'event'").run()
    world.advance({ hours: 24 * 399 })
    await sweep(world.context)
    const before = await databaseText()

    world.advance({ hours: 24 * 2 })
    await sweep(world.context)

    const text = await databaseText()
    for (const word of [customerId, 'A gift', 'For Lan']) {
      expect(before).toContain(word)
      expect(text).not.toContain(word)
    }
  })

  it('erases the return address of an order that has no other text', async () => {
    const world = new World({ context: { retention: { personalDataDays: 400 } } })
    await world.openAndPay({ id: 'order-1', returnUrl: 'https://shop.example/thanks?for=Lan' })
    await sweep(world.context)
    const before = await databaseText()

    world.advance({ hours: 24 * 401 })
    await sweep(world.context)

    expect(before).toContain('for=Lan')
    expect(await databaseText()).not.toContain('Lan')
  })

  it('erases the texts of a refund from dead events of an order that names nobody', async () => {
    const world = new World({ context: { retention: { personalDataDays: 400, eventDays: 90 } } })
    await world.openAndPay({ id: 'order-1' })
    await sweep(world.context)
    world.shopStatus = () => 500
    const why = { reason: 'Lan called', staffName: 'Lan Anh' }
    await refundOrder(world.context, 'order-1', { id: 'R-1', vnd: 1_000, ...why })
    await deliverEvents(world.context, { limit: 5 })
    await env.DB.prepare("UPDATE outbox SET state = 'dead' WHERE state = 'open'").run()
    const before = await databaseText()

    world.advance({ hours: 24 * 401 })
    await sweep(world.context)

    expect(before).toContain('Lan called')
    expect(await databaseText()).not.toContain('Lan')
  })

  const old = 91 * 24 * 3_600_000

  /** Events as the outbox keeps them, written that long ago. */
  async function writeEvents(
    world: World,
    state: 'done' | 'dead',
    { name = state, count = 1 }: { readonly name?: string; readonly count?: number },
  ) {
    const statement = `WITH RECURSIVE number(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM number WHERE i < ?1)
      INSERT INTO outbox (key, kind, state, payload, created_at_ms, next_at_ms)
      SELECT ?2 || '-' || i, 'event', ?3, '{}', ?4, ?4 FROM number`
    const atMs = world.context.now() - old
    await env.DB.prepare(statement).bind(count, name, state, atMs).run()
  }

  const done = "SELECT COUNT(*) n FROM outbox WHERE state = 'done'"
  const dead = "SELECT COUNT(*) n FROM outbox WHERE state = 'dead'"

  it('deletes events after a dead one, however many were deleted since', async () => {
    const world = new World({ context: { retention: { eventDays: 90 } } })
    await writeEvents(world, 'dead', {})
    await writeEvents(world, 'done', { name: 'gone', count: 6_000 })
    await env.DB.prepare("DELETE FROM outbox WHERE key <> 'gone-6000' AND key LIKE 'gone-%'").run()
    await writeEvents(world, 'done', { count: 10 })

    await forgetOldData(world.context, 500)

    expect([await world.count(done), await world.count(dead)]).toEqual([0, 1])
  })

  it('deletes events after more dead ones than it reads at once, within some sweeps', async () => {
    const world = new World({ context: { retention: { eventDays: 90 } } })
    await writeEvents(world, 'dead', { count: 6_000 })
    await writeEvents(world, 'done', { count: 700 })
    await writeEvents(world, 'dead', { name: 'later', count: 6_000 })
    await writeEvents(world, 'done', { name: 'last', count: 700 })

    for (let sweeps = 0; sweeps < 12; sweeps += 1) {
      await forgetOldData(world.context, 500)
      world.advance({ minutes: 1 })
    }

    expect([await world.count(done), await world.count(dead)]).toEqual([0, 12_000])
  })

  it('deletes the fingerprint of a loyalty id after its retention period, and not before', async () => {
    const world = new World({ context: { retention: { personalDataDays: 35 } } })
    const ids = 'SELECT COUNT(*) n FROM loyalty_ids'
    const request = { txn_id: 'S-1', phone_number: phone, point_amount: 100 }
    await claimLoyaltyId(world.context, { call: 'topUpPoints', id: 'S-1', request })
    world.advance({ hours: 24 * 34 })
    await claimLoyaltyId(world.context, { call: 'topUpPoints', id: 'S-2', request })
    await sweep(world.context)
    expect(await world.count(ids)).toBe(2)

    world.advance({ hours: 24 * 2 })
    await sweep(world.context)

    expect(await world.count(ids)).toBe(1)
  })

  it('deletes old sign-ins on command lines, and reported files, after their retention periods', async () => {
    const world = new DailyWorld({}, { context: { retention: { eventDays: 90 } } })
    const approval = {
      codeSha256: 'a'.repeat(64),
      challenge: 'b'.repeat(64),
      operator: { name: 'giang', role: 'view' },
      subject: 'U-GIANG',
    } as const
    await approveSignIn(world.context, { ...approval, id: 'SIGN-IN-OF-GIANG-1' })
    const redemption = { codeSha256: approval.codeSha256, challenge: approval.challenge }
    await redeemCode(world.context, { ...redemption, tokenSha256: 'c'.repeat(64) })
    await approveSignIn(world.context, {
      ...approval,
      id: 'SIGN-IN-OF-GIANG-2',
      codeSha256: 'd'.repeat(64),
    })
    await env.FILES.put('incoming/notes.txt', 'notes')
    await world.work()
    await env.FILES.delete('incoming/notes.txt')
    const signIns = 'SELECT COUNT(*) n FROM operator_sign_ins'
    const files = 'SELECT COUNT(*) n FROM unknown_files'
    const rows = async () => [await world.count(signIns), await world.count(files)]

    world.advance({ hours: 24 * 90 })
    await forgetOldData(world.context, 500)
    const before = await rows()
    world.advance({ hours: 25 })
    await forgetOldData(world.context, 1)
    const oneByOne = await rows()
    await forgetOldData(world.context, 500)

    expect([before, oneByOne, await rows()]).toEqual([
      [2, 1],
      [1, 0],
      [0, 0],
    ])
    expect(await verifyJournal(world.context)).not.toHaveProperty('broken')
  })

  it('erases the reasons of closed proposals', async () => {
    const retention = { personalDataDays: 400 }
    const world = new World({ context: { retention, approvalLimitVnd: 1_000 } })
    const id = await world.openAndPay({ amountVnd: 100_000 })
    for (const [name, vnd] of [
      ['R-1', 2_000],
      ['R-2', 3_000],
    ] as const) {
      const why = { reason: 'Lan wrote', staffId: 'an' }
      await refundByOperator(world.context, id, { id: name, vnd, ...why })
    }
    await refuseProposal(world.context, 'R-1', { reason: 'Lan agrees', staffId: 'binh' })
    const reasons = "SELECT COUNT(*) n FROM refund_proposals WHERE reason = 'Lan wrote'"
    world.advance({ hours: 24 * 399 })
    await sweep(world.context)
    expect(await world.count(reasons)).toBe(2)

    world.advance({ hours: 24 * 2 })
    await sweep(world.context)

    const { results } = await env.DB.prepare('SELECT * FROM refund_proposals').all()
    expect(results).toHaveLength(2)
    expect(JSON.stringify(results)).not.toContain('Lan')
  })

  it('keeps linked and open records of any age', async () => {
    const world = new World({ context: { retention: { personalDataDays: 400 } } })
    await world.link()
    world.service.fault = () => 'lost answer'
    await transferMoney(world.context, { id: 'prize-1', amountVnd: 1_000, receiverPhone: phone })
    world.service.fault = () => 'none'

    world.advance({ hours: 2 * hoursOfYear })
    await sweep(world.context)

    expect(await findLink(world.context, customerId)).toMatchObject({ state: 'linked' })
    expect(await exportPerson(world.context, { phone })).toMatchObject({
      transfers: [{ receiverPhone: phone, state: 'unknown' }],
    })
  })

  it('keeps everything without a setting', async () => {
    const world = await worldOfCustomer()

    world.advance({ hours: 10 * hoursOfYear })
    await sweep(world.context)

    const text = await databaseText()
    for (const word of [customerId, phone, 'Lan']) expect(text).toContain(word)
    expect(await world.count("SELECT COUNT(*) n FROM outbox WHERE state = 'done'")).toBeGreaterThan(
      0,
    )
  })
})
