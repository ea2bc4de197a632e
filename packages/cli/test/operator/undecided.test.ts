import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { jsonOf, type Run } from '../merchant-edge.ts'
import { scriptedCheckout } from '../scripted-checkout.ts'

const checkout = scriptedCheckout()

/** Runs `undecided list` against a checkout that gives this answer. */
async function undecidedList(answer: object, ...args: readonly string[]): Promise<Run> {
  await checkout.answers({ json: answer })
  return checkout.run('undecided', 'list', ...args)
}

const item = { id: 'X1', orderId: 'O1', state: 'unknown', vnd: 5_000, points: 2, at: 1_900_000_000 }

it.each([
  ['payment', 'payments settle O1 --reference X1'],
  ['dispute', 'payments accept O1 --transaction X1'],
  ['unconfirmed', 'payments deny O1'],
  ['refund', 'refunds settle O1 --refund X1'],
  ['transfer', 'transfers settle X1'],
])('names the command that settles a %s', async (kind, command) => {
  const listed = await undecidedList({ items: [{ ...item, kind }], isMore: false })

  expect(listed.code).toBe(0)
  expect(listed.stdout).toMatch(
    new RegExp(`^2030-03-17T17:46:40Z +${kind} +unknown +5000 +2 +${command}$`, 'm'),
  )
  expect(listed.stdout).not.toContain('More:')
})

it.each(['T$(touch${IFS}taken)', "T'1", 'T&1|2', '`id`', 'TX.2020-03/02:#7%20?=&+~_|'])(
  'names the transaction %s as a shell reads it',
  async (id) => {
    const listed = await undecidedList({ items: [{ ...item, id, kind: 'dispute' }], isMore: false })
    const [, word = ''] = /--transaction (.+)$/m.exec(listed.stdout) ?? []

    expect(execFileSync('sh', ['-c', `printf %s ${word}`], { encoding: 'utf8' })).toBe(id)
  },
)

it('says so when there are more', async () => {
  const answer = { items: [{ ...item, kind: 'refund' }], isMore: true }
  const listed = await undecidedList(answer)

  expect(listed.stdout).toContain('More: of some kind only the oldest 100 are listed.')
})

it('prints the answer as JSON', async () => {
  const answer = { items: [{ ...item, kind: 'refund' }], isMore: true }

  expect(jsonOf(await undecidedList(answer, '--json'))).toEqual(answer)
})

it('reports an answer without a list as an error, not as an empty list', async () => {
  const listed = await undecidedList({ isMore: false }, '--json')

  expect(listed.code).toBe(1)
  expect(jsonOf(listed)).toMatchObject({ error: { reason: 'unexpected_answer' } })
})
