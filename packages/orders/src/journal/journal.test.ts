import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { beforeStatement } from '../../test/before-statement.ts'
import { World } from '../../test/world.ts'
import { sweep } from '../index.ts'
import { verifyJournal, verifyJournalStep, type JournalStep } from '../upkeep/index.ts'

async function sealed(): Promise<World> {
  const world = new World()
  await world.openAndPay({ id: 'order-1' })
  await world.openAndPay({ id: 'order-2' })
  await sweep(world.context)
  return world
}

const insert = (verb: string, seq: string): string => `
  ${verb} INTO journal (seq, at_ms, kind, order_id, dedupe, known, facts)
  SELECT ${seq}, at_ms, kind, order_id, dedupe || '!', known, facts FROM journal WHERE seq = 2`

describe('the journal', () => {
  it.each([
    ['an update', "UPDATE journal SET facts = '{}' WHERE seq = 2"],
    ['a removal', 'DELETE FROM journal WHERE seq = 2'],
    ['a replacement under its place', insert('INSERT OR REPLACE', '2')],
    [
      'an upsert of its place',
      `${insert('INSERT', '2')} ON CONFLICT (seq) DO UPDATE SET kind = 'x'`,
    ],
    [
      'a replacement under its key',
      `INSERT OR REPLACE INTO journal (at_ms, kind, order_id, dedupe, known, facts)
       SELECT at_ms, kind, order_id, dedupe, known, '{"forged":1}' FROM journal WHERE seq = 2`,
    ],
    ['an update of a seal', "UPDATE journal_seals SET hash = 'x' WHERE seq = 2"],
    ['a removal of a seal', 'DELETE FROM journal_seals WHERE seq = 2'],
    ['a replacement of a seal', "INSERT OR REPLACE INTO journal_seals VALUES (2, 'x')"],
  ])('refuses %s', async (_name, statement) => {
    await sealed()
    const read = 'SELECT * FROM journal ORDER BY seq'
    const before = await env.DB.prepare(read).all()

    await expect(env.DB.prepare(statement).run()).rejects.toThrow(/journal/)

    expect((await env.DB.prepare(read).all()).results).toEqual(before.results)
  })

  it('ignores a replacement with equal content, and keeps the first row', async () => {
    await sealed()
    const read = 'SELECT * FROM journal ORDER BY seq'
    const before = await env.DB.prepare(read).all()

    await env.DB.prepare(
      `INSERT OR REPLACE INTO journal (at_ms, kind, order_id, dedupe, known, facts)
       SELECT 1, kind, 'other', dedupe, 'forged', facts FROM journal WHERE seq = 2`,
    ).run()

    expect((await env.DB.prepare(read).all()).results).toEqual(before.results)
  })
})

describe('verifyJournal', () => {
  it('finds an unchanged journal valid', async () => {
    const world = await sealed()
    const lines = await world.count('SELECT COUNT(*) n FROM journal')

    const verdict = await verifyJournal(world.context)

    expect(lines).toBeGreaterThan(8)
    expect(verdict).toMatchObject({ verified: lines, unsealed: 0 })
    expect(verdict.broken).toBeUndefined()
  })

  it('computes the same seal as sha256sum', async () => {
    const world = await sealed()
    const row = await env.DB.prepare('SELECT * FROM journal WHERE seq = 1').first<{
      at_ms: number
      dedupe: string
    }>()

    const canonical = `["${'0'.repeat(64)}",1,${row?.at_ms},"order.opened","order-1","${row?.dedupe}","own record",[["amount_vnd",100000]]]`
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonical))
    const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0'))

    const seal = await env.DB.prepare('SELECT hash FROM journal_seals WHERE seq = 1').first('hash')
    expect(seal).toBe(hex.join(''))
    expect(world.service.orders).toHaveLength(2)
  })

  it.each([
    [
      'a changed fact',
      'journal_no_update',
      `UPDATE journal SET facts = '{"amount_vnd":1}' WHERE seq = 3`,
      3,
      'row_changed',
    ],
    [
      'a changed time',
      'journal_no_update',
      'UPDATE journal SET at_ms = at_ms + 1 WHERE seq = 4',
      4,
      'row_changed',
    ],
    [
      'a changed evidence',
      'journal_no_update',
      "UPDATE journal SET known = 'signed query' WHERE seq = 1",
      1,
      'row_changed',
    ],
    [
      'a line moved to another order',
      'journal_no_update',
      "UPDATE journal SET order_id = 'order-2' WHERE seq = 2",
      2,
      'row_changed',
    ],
    ['a removed line', 'journal_no_delete', 'DELETE FROM journal WHERE seq = 5', 5, 'row_removed'],
    [
      'a removed end',
      'journal_no_delete',
      'DELETE FROM journal WHERE seq = (SELECT MAX(seq) FROM journal)',
      -1,
      'row_removed',
    ],
    [
      'a changed seal',
      'journal_seals_no_update',
      "UPDATE journal_seals SET hash = 'x' WHERE seq = 6",
      6,
      'row_changed',
    ],
  ])('names the row of %s', async (_name, trigger, tampering, seq, reason) => {
    const world = await sealed()
    const last = await world.count('SELECT MAX(seq) n FROM journal')
    await env.DB.prepare(`DROP TRIGGER ${trigger}`).run()
    await env.DB.prepare(tampering).run()

    const verdict = await verifyJournal(world.context)

    expect(verdict.broken).toEqual({ seq: seq === -1 ? last : seq, reason })
  })

  it('names a line that was inserted in the place of a removed one', async () => {
    const world = await sealed()
    await env.DB.batch([
      env.DB.prepare('DROP TRIGGER journal_no_delete'),
      env.DB.prepare('DROP TRIGGER journal_seals_no_delete'),
      env.DB.prepare('DELETE FROM journal_seals WHERE seq = 4'),
    ])

    const verdict = await verifyJournal(world.context)

    expect(verdict.broken).toEqual({ seq: 4, reason: 'row_slipped_in' })
  })

  it('counts lines that are not sealed yet', async () => {
    const world = await sealed()
    await world.openAndStart({ id: 'order-3' })

    expect(await verifyJournal(world.context)).toMatchObject({ unsealed: 3 })
  })

  it('seals and verifies a journal of many pages', async () => {
    const world = new World()
    await env.DB.prepare(
      `INSERT INTO journal (at_ms, kind, order_id, dedupe, known, facts)
       SELECT value, 'test', 'order-1', 'test:' || value, 'own record', '{"n":' || value || '}'
       FROM json_each(?1)`,
    )
      .bind(JSON.stringify(Array.from({ length: 1203 }, (_, index) => index)))
      .run()

    const report = await sweep(world.context)

    expect(report.sealed).toBe(1203)
    expect(await verifyJournal(world.context)).toMatchObject({ verified: 1203, unsealed: 0 })
  })

  it('seals the same chain when two sweeps run concurrently', async () => {
    const world = new World()
    await world.openAndPay()

    await Promise.all([sweep(world.context), sweep(world.context), sweep(world.context)])

    const verdict = await verifyJournal(world.context)
    expect(verdict.broken).toBeUndefined()
    expect(verdict.unsealed).toBeLessThanOrEqual(1)
  })
})

describe('verifyJournalStep', () => {
  /** Walks the journal in steps; what each of them found. */
  async function walk(world: World, rows: number): Promise<JournalStep[]> {
    const steps: JournalStep[] = []
    let cursor: string | undefined
    do {
      const step = await verifyJournalStep(world.context, {
        rows,
        ...(cursor !== undefined && { cursor }),
      })
      steps.push(step)
      cursor = step.cursor
    } while (cursor !== undefined)
    return steps
  }

  it('finds the same in steps of any size as in one', async () => {
    const world = await sealed()
    const whole = await verifyJournal(world.context)

    for (const rows of [1, 2, 3, whole.verified - 1, whole.verified, 5_000]) {
      const steps = await walk(world, rows)
      expect(steps.reduce((sum, step) => sum + step.verified, 0)).toBe(whole.verified)
      expect(steps.at(-1)).toMatchObject({ head: whole.head, unsealed: whole.unsealed })
      expect(steps.every(({ verified }) => verified <= rows)).toBe(true)
    }
  })

  it.each([
    ["UPDATE journal SET known = 'forged' WHERE seq = 4", { seq: 4, reason: 'row_changed' }],
    ['DELETE FROM journal WHERE seq = 4', { seq: 4, reason: 'row_removed' }],
  ])('finds a changed row in any step: %s', async (statement, broken) => {
    const world = await sealed()
    await env.DB.exec('DROP TRIGGER journal_no_update; DROP TRIGGER journal_no_delete')
    await env.DB.exec(statement)

    for (const rows of [1, 3, 4, 5_000]) {
      expect((await walk(world, rows)).at(-1)?.broken).toEqual(broken)
    }
  })

  it.each([
    ['rows', /from "journal" where .* order by/],
    ['seals', /from "journal_seals" where .* order by/],
  ])(
    'finds nothing broken when rows are written and sealed before it reads %s',
    async (_, form) => {
      const world = await sealed()
      const { verified, head } = await verifyJournal(world.context)
      let isDone = false
      const work = async () => {
        await world.openAndPay({ id: 'order-3' })
        await sweep(world.context)
        isDone = true
      }
      const database = beforeStatement(world.context.database, { form, method: 'raw', work })

      const verdict = await verifyJournal({ database })

      expect(isDone).toBe(true)
      expect(verdict).toEqual({ verified, unsealed: 0, head })
      expect((await verifyJournal(world.context)).verified).toBeGreaterThan(verified)
    },
  )

  it('detects that rows of an earlier step were sealed again since', async () => {
    const world = await sealed()
    const { cursor = '' } = await verifyJournalStep(world.context, { rows: 3 })
    await env.DB.exec('DROP TRIGGER journal_seals_no_update')
    await env.DB.exec(`UPDATE journal_seals SET hash = '${'0'.repeat(64)}' WHERE seq = 3`)

    const step = await verifyJournalStep(world.context, { cursor })

    expect(step.broken).toEqual({ seq: 3, reason: 'row_changed' })
  })

  it.each([{ rows: 0 }, { rows: 5_001 }, { rows: 1.5 }, { cursor: 'x' }, { cursor: '1.abc' }])(
    'refuses %j',
    async (step) => {
      const world = new World()

      await expect(verifyJournalStep(world.context, step)).rejects.toThrow(TypeError)
    },
  )
})
