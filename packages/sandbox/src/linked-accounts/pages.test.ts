import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { linkedAccountBench, type LinkedAccountBench } from '../../test/linked-account-bench.ts'
import { get, origin, post, submit } from '../../test/page-bench.ts'
import { freshId, workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'
import { linkedAccountEnglish, linkedAccountVietnamese } from '../messages/linked-accounts.ts'

const an = { phone: '0900000001', pin: '111111' }
let bench: WorkerdBench
let linked: LinkedAccountBench

beforeAll(async () => {
  bench = await workerdBench()
  linked = linkedAccountBench(bench)
})
beforeEach(async () => {
  await bench.control.setRules({})
  await bench.control.moveClock({ run: true })
  await bench.control.changeWallet('U-AN', { vnd: 1_000_000, status: 'active' })
})

async function newLink() {
  const userId = freshId('user')
  const { data } = await linked.linkWallet({ partner_user_id: userId })
  const webUrl = String(data['web_url'])
  const { pathname, search } = new URL(webUrl)
  return { linkId: String(data['link_id']), path: pathname + search, webUrl, userId }
}

async function stageOf(linkId: string) {
  return (await bench.control.link(linkId)).link.stage
}

describe('the page that confirms a link', () => {
  it('is found only with the token of its address', async () => {
    const { linkId, path } = await newLink()

    const answers = [
      await get(path),
      await get(`/link/${linkId}?t=00000000000000000000000000000000`),
      await get(`/link/${linkId}`),
    ]

    expect(answers.map(({ status }) => status)).toEqual([200, 404, 404])
  })

  it('names the merchant, and shows a QR for the phone', async () => {
    const { path, userId } = await newLink()

    const { text } = await get(path)

    expect(text).toContain('Edge Books')
    expect(text).toContain(userId)
    expect(text).toMatch(/src="data:image\/png;base64,iVBOR/)
  })

  // Specification: 3.10
  it('links after sign-in and confirmation, and then shows the link as confirmed', async () => {
    const { path, linkId } = await newLink()

    const consent = await submit(path, { ...an, step: 'sign-in' })
    const before = await stageOf(linkId)
    const confirmed = await post(path, { ...an, step: 'confirm' })
    const done = await get(path)

    expect(consent.text).toContain('Link this wallet')
    expect(before).toBe('open')
    expect(confirmed).toMatchObject({ status: 303, location: path })
    expect(done.text).toContain('Your wallet is linked')
    expect(await stageOf(linkId)).toBe('linked')
  })

  it.each([
    ['without signing in', { step: 'confirm' }],
    ['with a wrong PIN', { phone: an.phone, pin: '000000', step: 'confirm' }],
    ['with a blocked wallet', { phone: '0900000004', pin: '444444', step: 'confirm' }],
  ])('does not link %s', async (_what, fields) => {
    const { path, linkId } = await newLink()

    const answer = await submit(path, fields)

    expect(answer.status).toBe(200)
    expect(answer.text).toContain('role="alert"')
    expect(await stageOf(linkId)).toBe('open')
  })

  it('cannot be confirmed by a form of another site', async () => {
    const { path, linkId } = await newLink()

    const answer = await post(path, { ...an, step: 'confirm' }, 'https://elsewhere.example')

    expect(answer.status).toBe(403)
    expect(await stageOf(linkId)).toBe('open')
  })

  it('cancels without signing in', async () => {
    const { path, linkId } = await newLink()

    await post(path, { step: 'cancel' })

    expect((await get(path)).text).toContain('You have cancelled')
    expect(await stageOf(linkId)).toBe('cancelled')
  })

  it('shows that the time is over, and does not link then', async () => {
    const { path, linkId } = await newLink()
    await bench.control.expireLink(linkId)

    await post(path, { ...an, step: 'confirm' })

    expect((await get(path)).text).toContain('The time to confirm is over')
    expect(await stageOf(linkId)).toBe('expired')
  })

  it('escapes the texts of the partner', async () => {
    const { data } = await linked.linkWallet({ partner_user_id: `<i>${freshId('user')}</i>` })
    const { pathname, search } = new URL(String(data['web_url']))

    const { text } = await get(pathname + search)

    expect(text).toContain('&lt;i&gt;')
    expect(text).not.toContain('<i>')
  })

  it('has every text in both languages', () => {
    expect(Object.keys(linkedAccountVietnamese)).toEqual(Object.keys(linkedAccountEnglish))
  })
})

describe('the phone', () => {
  // Specification: 3.10
  it('opens a link by its QR and by its code', async () => {
    const { webUrl, linkId } = await newLink()

    const scanned = await post('/phone', { qr: webUrl })
    const typed = await post('/phone', { qr: linkId })
    const wrong = await post('/phone', { qr: webUrl.replace(/t=.*/, 't=0') })

    const path = webUrl.slice(origin.length)
    expect([scanned.location, typed.location]).toEqual([path, path])
    expect(wrong.status).toBe(404)
  })

  it('does not follow a QR to another site', async () => {
    const { webUrl } = await newLink()

    const scanned = await post('/phone', {
      qr: webUrl.replace(origin, 'https://elsewhere.example'),
    })

    expect(scanned.location).toBe(webUrl.slice(origin.length))
  })

  it('lists linked partners and ends a link', async () => {
    const { linkId, userId, userToken } = await linked.linked()
    const before = await get('/phone')

    const unlinked = await post('/phone/unlink', { linkId })

    expect(before.text).toContain(userId)
    expect(unlinked).toMatchObject({ status: 303, location: '/phone' })
    expect((await get('/phone')).text).not.toContain(userId)
    expect((await linked.purchase(userToken)).code).toBe(4040001)
  })

  it('shows the one-time code of a purchase while the code is valid', async () => {
    const { userToken } = await linked.linked()
    const amount = { amount: '123000', bill_amount: '123000' }
    const { data } = await linked.purchase(userToken, amount)
    const { otp } = await bench.control.linkedPurchaseOtp(String(data['transaction_id']))

    const during = await get('/phone')
    await bench.control.moveClock({ advanceSeconds: 180 })
    const afterwards = await get('/phone')

    expect(during.text).toContain(`<strong data-otp>${otp}</strong>`)
    expect(afterwards.text).not.toContain(otp)
  })
})

describe('the page of callbacks', () => {
  it('shows the body of the callback of a link, without the token', async () => {
    const { linkId, userToken } = await linked.linked()

    const { text } = await get('/callbacks')

    expect(text).toContain(linkId)
    expect(text).toContain('POST https://merchant.example/linked')
    expect(text).not.toContain(userToken)
  })
})
