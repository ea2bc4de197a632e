import { encodeBase64, generateKeyPair, importPrivateKey, signText } from '@merchant-edge/signing'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { linkedAccountBench, type LinkedAccountBench } from '../../test/linked-account-bench.ts'
import { freshId, workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'
import { features } from '../merchants/merchant-rights.ts'

let bench: WorkerdBench
let linked: LinkedAccountBench

beforeAll(async () => {
  bench = await workerdBench()
  linked = linkedAccountBench(bench)
})
beforeEach(async () => {
  await bench.control.setRules({})
  await bench.control.moveClock({ run: true })
  await bench.control.changeMerchant('EDGE', { rights: [...features] })
  await bench.control.changeWallet('U-AN', { vnd: 1_000_000, status: 'active' })
})

async function asked() {
  const userId = freshId('user')
  const answer = await linked.linkWallet({ partner_user_id: userId })
  return { answer, userId, linkId: String(answer.data['link_id']) }
}

describe('a link', () => {
  // Specification: 2.13.1, 3.9
  it('is created with a page and a validity in minutes', async () => {
    await bench.control.setRules({ linkMinutes: 7 })

    const { answer } = await asked()

    expect(answer.message).toBe('OK')
    expect(answer.data).toEqual({
      web_url: expect.stringMatching(/^http:\/\/localhost\/link\/LINK\d{20}\?t=[0-9a-f]{32}$/),
      link_id: expect.stringMatching(/^LINK\d{20}$/),
      expiry_duration: 7,
    })
  })

  // Specification: 2.13.2, 3.12
  it('has a token and a masked phone only after the customer has confirmed', async () => {
    const { userId, linkId } = await asked()
    const before = await linked.checkLink({ linkId, userId })
    await bench.control.confirmLink(linkId, 'U-AN')

    const after = await linked.checkLink({ linkId, userId })

    expect(before.data).toEqual({ link_reference_id: linkId })
    expect(after.data).toEqual({
      link_reference_id: linkId,
      user_token: expect.stringMatching(/^UT[0-9a-f]{32}$/),
      phone_number: '*******001',
    })
  })

  it('cannot be confirmed after its validity', async () => {
    const { userId, linkId } = await asked()
    await bench.control.moveClock({ advanceSeconds: 15 * 60 })

    const confirmation = bench.control.confirmLink(linkId)

    await expect(confirmation).rejects.toMatchObject({ reason: 'link_expired' })
    expect((await linked.checkLink({ linkId, userId })).code).toBe(4040001)
  })

  it('cannot be confirmed after it was cancelled', async () => {
    const { userId, linkId } = await asked()
    await bench.control.cancelLink(linkId)

    const confirmation = bench.control.confirmLink(linkId)

    await expect(confirmation).rejects.toMatchObject({ reason: 'link_cancelled' })
    expect((await linked.checkLink({ linkId, userId })).code).toBe(4040001)
  })

  it('is confirmed once when ten confirmations come at the same time', async () => {
    const { linkId } = await asked()

    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => bench.control.confirmLink(linkId)),
    )

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await bench.control.link(linkId)).callbacks).toHaveLength(1)
  })

  it('cannot be confirmed with a blocked wallet', async () => {
    const { linkId } = await asked()

    const confirmation = bench.control.confirmLink(linkId, 'U-DUNG')

    await expect(confirmation).rejects.toMatchObject({ reason: 'wallet_blocked' })
  })

  it('replaces an earlier link of the same user of the partner', async () => {
    const first = await linked.linked()
    const again = await linked.linkWallet({ partner_user_id: first.userId })
    const stillWorks = await linked.purchase(first.userToken)
    await bench.control.confirmLink(String(again.data['link_id']), 'U-BINH')

    const afterwards = await linked.purchase(first.userToken)

    expect([stillWorks.code, afterwards.code]).toEqual([200, 4040001])
    expect((await bench.control.link(first.linkId)).link.stage).toBe('unlinked')
  })

  // Specification: 3.13
  it('is ended finally, and its token is refused everywhere', async () => {
    const { userToken } = await linked.linked()

    const answers = [
      await linked.unlink(userToken),
      await linked.purchase(userToken),
      await linked.unlink(userToken),
    ]

    expect(answers.map(({ code }) => code)).toEqual([200, 4040001, 4040001])
    expect(answers[0]?.data).toEqual({})
  })

  it('is not shown to another merchant', async () => {
    const { linkId } = await linked.linked()
    const { privateKeyPem = '', apiKey } = await bench.control.createApiKey({
      merchantCode: 'OTHER',
      name: 'Other',
    })
    const key = await importPrivateKey(privateKeyPem)

    const answer = await bench.call('/oh-integration/account/v1/check-status-link-wallet', {
      fields: { signature: 'x', partner_code: 'OTHER', link_reference_id: linkId },
      sign: { key, keyCode: apiKey.keyCode },
    })

    expect(answer.code).toBe(4040001)
  })

  it('needs the licence', async () => {
    await bench.control.changeMerchant('EDGE', { rights: ['transaction-qr'] })

    const answer = await linked.linkWallet()
    const question = await linked.checkLink({ linkId: 'LINK-OF-NOBODY', userId: 'user' })

    expect([answer.code, question.code]).toEqual([4030001, 4030001])
  })

  it('is queried by its id, and a query without one is malformed', async () => {
    const link = { linkId: 'LINK-OF-NOBODY', userId: 'user' }

    const unknown = await linked.checkLink(link)
    const malformed = await linked.checkLink(link, { link_reference_id: undefined })

    expect([unknown.code, malformed.code]).toEqual([4040001, 4000001])
    expect(malformed.message).toMatch(/^link_reference_id: /)
  })

  it('is queried under its own path only', async () => {
    const answer = await bench.call('/oh-integration/account/v1/nothing', { fields: {} })

    expect(answer).toMatchObject({ status: 404, code: 4040001 })
  })
})

describe('the signature in the body', () => {
  const callbackUrl = 'https://merchant.example/linked'

  function bytesOf(base64: string): Uint8Array {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  }

  async function linkWith(signature: string | undefined, userId = freshId('user')) {
    return linked.linkWallet({ partner_user_id: userId, signature })
  }

  it.each([
    ['base64', (base64: string) => base64],
    [
      'base64url without padding',
      (base64: string) => base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
    ],
    [
      'hex',
      (base64: string) =>
        [...bytesOf(base64)].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
    ],
  ])('is read in %s', async (_what, written) => {
    const userId = freshId('user')
    const signature = await signText(bench.key, `${userId}|EDGE|${callbackUrl}`)

    const answer = await linkWith(written(signature), userId)

    expect(answer.code).toBe(200)
  })

  it.each([
    ['the text without partner_code', (user: string) => `${user}|${callbackUrl}`],
    [
      'the values in another order: partner_code|partner_user_id|callback_url',
      (user: string) => `EDGE|${user}|${callbackUrl}`,
    ],
    ['the values with a semicolon between them', (user: string) => `${user};EDGE;${callbackUrl}`],
    ['the text with callback_url with a slash', (user: string) => `${user}|EDGE|${callbackUrl}/`],
    ['the text with one more | at its end', (user: string) => `${user}|EDGE|${callbackUrl}|`],
  ])('is refused with the text that was signed instead: %s', async (says, textOf) => {
    const userId = freshId('user')
    const signature = await signText(bench.key, textOf(userId))

    const answer = await linkWith(signature, userId)

    const [entry] = await bench.control.requests({ limit: 1, code: 4010001 })
    expect(answer).toMatchObject({ code: 4010001, status: 401 })
    expect(answer.message).toContain(`signature: you signed ${says}`)
    expect(entry?.explanation).toMatchObject({
      verdict: 'explained',
      expectedText: `${userId}|EDGE|${callbackUrl}`,
      signedText: textOf(userId),
    })
  })

  it('is refused with the name of the key that signed it', async () => {
    const { privateKeyPem = '', apiKey } = await bench.control.createApiKey({
      merchantCode: 'EDGE',
      name: 'Second',
    })
    const userId = freshId('user')
    const key = await importPrivateKey(privateKeyPem)

    const answer = await linkWith(await signText(key, `${userId}|EDGE|${callbackUrl}`), userId)

    expect(answer.message).toContain(`you signed with the key of ${apiKey.keyCode}`)
  })

  it('is refused when it is made with an unknown key, malformed or missing', async () => {
    const { privateKeyPem } = await generateKeyPair()
    const stranger = await importPrivateKey(privateKeyPem)

    const answers = [
      await linkWith(await signText(stranger, 'anything')),
      await linkWith(encodeBase64(new Uint8Array(12))),
      await linkWith(undefined),
    ]

    expect(answers.map(({ code }) => code)).toEqual([4010001, 4010001, 4010001])
    expect(answers.map(({ message }) => message)).toEqual([
      expect.stringContaining('none of the texts'),
      expect.stringContaining('no signature of 256 bytes'),
      'signature: the field is missing',
    ])
  })

  it('of a query about a link covers the fields with which the link was requested', async () => {
    const { userId, linkId } = await asked()
    const right = await linked.checkLink({ linkId, userId })
    const wrong = await linked.checkLink({ linkId, userId: 'somebody-else' })

    expect([right.code, wrong.code]).toEqual([200, 4010001])
  })

  it('of a query about a link is explained when only the sent fields were signed', async () => {
    const { userId, linkId } = await asked()
    const signature = await signText(bench.key, `EDGE|${linkId}`)

    const answer = await linked.checkLink({ linkId, userId }, { signature })

    expect(answer.message).toContain(
      'the values of the body as sent: partner_code|link_reference_id',
    )
  })

  it('of a purchase covers amounts and points', async () => {
    const { userToken } = await linked.linked()
    const signature = await signText(
      bench.key,
      `${userToken}|EDGE|EDGE-STORE-1|EDGE-POS-1|A-1|1790000000|50000|50000|7`,
    )

    const answer = await linked.purchase(userToken, { invoice_no: 'A-1', signature })

    const [entry] = await bench.control.requests({ limit: 1, code: 4010001 })
    expect(answer.message).toMatch(/^signature: the signature covers none/)
    expect(entry?.explanation?.expectedText).toBe(
      '[user_token]|EDGE|EDGE-STORE-1|EDGE-POS-1|A-1|1790000000|50000|50000|',
    )
  })
})
