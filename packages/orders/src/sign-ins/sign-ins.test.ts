import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { World } from '../../test/world.ts'
import {
  approveSignIn,
  endSignIns,
  findSignIn,
  listSignIns,
  redeemCode,
  signOut,
  type SignInApproval,
} from '../operators/index.ts'

let made = 0

/** A digest that no other sign-in of these tests has. */
function digest(): string {
  made += 1
  return made.toString(16).padStart(64, '0')
}

/** A world with an approval of the operator `an`, and what redeems it. */
async function approved(changes: Partial<SignInApproval> = {}) {
  const world = new World()
  const approval: SignInApproval = {
    id: `SIGN-IN-${digest().slice(-16)}`,
    codeSha256: digest(),
    challenge: digest(),
    operator: { name: 'an', role: 'money' },
    subject: 'U-AN',
    loginSession: 'LOGIN-1',
    ...changes,
  }
  await approveSignIn(world.context, approval)
  const { codeSha256, challenge } = approval
  return { world, approval, redemption: { codeSha256, challenge, tokenSha256: digest() } }
}

/** The same, with a token handed out. */
async function signedIn(changes: Partial<SignInApproval> = {}) {
  const made = await approved(changes)
  await redeemCode(made.world.context, made.redemption)
  const find = () => findSignIn(made.world.context, made.redemption.tokenSha256)
  return { ...made, find }
}

async function linesOf(id: string): Promise<unknown[]> {
  const { results } = await env.DB.prepare(
    "SELECT kind, facts FROM journal WHERE kind LIKE 'operator.%' ORDER BY seq",
  ).all<{ kind: string; facts: string }>()
  return results
    .map(({ kind, facts }) => ({ kind, ...JSON.parse(facts) }))
    .filter((line) => line.sign_in === id)
    .map(({ sign_in: _id, ...line }) => line)
}

describe('an approved sign-in', () => {
  it('gives its operator a token for an hour', async () => {
    const { world, approval, redemption } = await approved({
      operator: { name: 'giang', role: 'money', stores: ['STORE-2'] },
    })
    const before = await findSignIn(world.context, redemption.tokenSha256)
    const redeemed = await redeemCode(world.context, redemption)
    const found = await findSignIn(world.context, redemption.tokenSha256)
    world.advance({ seconds: 3_599 })
    const late = await findSignIn(world.context, redemption.tokenSha256)
    world.advance({ seconds: 1 })
    const over = await findSignIn(world.context, redemption.tokenSha256)

    expect(before).toBe(null)
    expect(redeemed).toMatchObject({
      id: approval.id,
      state: 'signed_in',
      operator: { name: 'giang', role: 'money', stores: ['STORE-2'] },
    })
    expect((redeemed?.expiresAt ?? 0) - (redeemed?.approvedAt ?? 0)).toBe(3_600)
    expect(found).toEqual(redeemed)
    expect(late).toEqual(redeemed)
    expect(over).toBe(null)
    expect(await listSignIns(world.context)).not.toContainEqual(redeemed)
  })

  it('can be redeemed by its command line for a minute', async () => {
    const { world, redemption } = await approved()
    world.advance({ minutes: 1 })

    expect(await redeemCode(world.context, redemption)).toBe(null)
    expect(await findSignIn(world.context, redemption.tokenSha256)).toBe(null)
  })

  it('is not returned for an unknown code', async () => {
    const { world, redemption } = await approved()

    expect(await redeemCode(world.context, { ...redemption, codeSha256: digest() })).toBe(null)
    expect(await redeemCode(world.context, redemption)).not.toBe(null)
  })

  it('ends when its code comes with the secret of another command line', async () => {
    const { world, redemption } = await approved()
    const other = await redeemCode(world.context, { ...redemption, challenge: digest() })
    const own = await redeemCode(world.context, redemption)

    expect([other, own]).toEqual([null, null])
  })

  it('ends with its token when its code comes a second time', async () => {
    const { world, approval, redemption, find } = await signedIn()
    const again = await redeemCode(world.context, { ...redemption, tokenSha256: digest() })

    expect(again).toBe(null)
    expect(await find()).toBe(null)
    expect(await linesOf(approval.id)).toEqual([
      { kind: 'operator.sign_in_approved', staff_id: 'an', role: 'money' },
      { kind: 'operator.signed_in', staff_id: 'an', role: 'money' },
      { kind: 'operator.signed_out', staff_id: 'an', ended_by: 'code used again or wrongly' },
    ])
  })

  it('gives at most one token to concurrent requests with its code', async () => {
    const { world, redemption } = await approved()
    const tokens = Array.from({ length: 8 }, digest)
    await Promise.all(
      tokens.map((tokenSha256) => redeemCode(world.context, { ...redemption, tokenSha256 })),
    )
    const found = await Promise.all(tokens.map((token) => findSignIn(world.context, token)))

    expect(found.filter((one) => one !== null)).toEqual([])
  })
})

describe('a sign-in ends', () => {
  it('at the command line', async () => {
    const { world, redemption, find } = await signedIn()
    await signOut(world.context, redemption.tokenSha256)

    expect(await find()).toBe(null)
  })

  it.each([
    ['its subject', { subject: 'U-AN' }],
    ['its login', { loginSession: 'LOGIN-1' }],
    ['its subject and another login', { subject: 'U-AN', loginSession: 'LOGIN-2' }],
  ])('by %s, in the name of who ends it', async (_which, which) => {
    const { world, approval, find } = await signedIn()
    await endSignIns(world.context, which, 'binh')

    expect(await find()).toBe(null)
    expect(await linesOf(approval.id)).toContainEqual({
      kind: 'operator.signed_out',
      staff_id: 'an',
      ended_by: 'binh',
    })
  })

  it('also before the command line has redeemed its code', async () => {
    const { world, approval, redemption } = await approved()
    await endSignIns(world.context, { id: approval.id }, 'binh')

    expect(await redeemCode(world.context, redemption)).toBe(null)
  })

  it.each([
    ['another subject', { subject: 'U-BINH' }],
    ['another login', { loginSession: 'LOGIN-2' }],
    ['nobody', {}],
    ['an unknown id', { id: 'SIGN-IN-OF-NOBODY' }],
  ])('by no end of %s', async (_which, which) => {
    const { world, find } = await signedIn()
    const before = await find()
    await endSignIns(world.context, which, 'binh')

    expect(before).not.toBe(null)
    expect(await find()).toEqual(before)
  })
})

it('the list shows the active sign-ins, newest first, without digests', async () => {
  const { world, approval, redemption } = await signedIn()
  world.advance({ seconds: 1 })
  const next = { ...approval, id: `SIGN-IN-${digest().slice(-16)}`, codeSha256: digest() }
  await approveSignIn(world.context, next)
  const listed = await listSignIns(world.context)
  const own = listed.filter(({ id }) => id === next.id || id === approval.id)

  expect(own.map(({ id, state }) => [id, state])).toEqual([
    [next.id, 'approved'],
    [approval.id, 'signed_in'],
  ])
  expect(JSON.stringify(listed)).not.toContain(redemption.tokenSha256)
})

it.each([
  ['id', { id: 'short' }],
  ['codeSha256', { codeSha256: 'A'.repeat(64) }],
  ['challenge', { challenge: '' }],
  ['subject', { subject: '' }],
] as const)('an approval with a malformed %s is refused', async (field, changes) => {
  await expect(approved(changes)).rejects.toThrow(`The sign-in's ${field} must be`)
})
