import { exports } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { logIn } from '../../test/page-bench.ts'
import { workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'

const origin = 'http://localhost'
const path = '/merchant/loyalty'
let bench: WorkerdBench
let cookie: string

beforeEach(async () => {
  bench = await workerdBench()
  await bench.control.reset()
  ;({ cookie } = await logIn())
})

async function show(language: 'en' | 'vi' = 'en'): Promise<string> {
  const answer = await exports.default.fetch(
    new Request(`${origin}${path}?lang=${language}`, { headers: { cookie } }),
  )
  expect(answer.status).toBe(200)
  return answer.text()
}

function post(form: string, fields: Record<string, string>): Promise<Response> {
  return exports.default.fetch(
    new Request(`${origin}${path}/${form}`, {
      method: 'POST',
      headers: { origin, cookie, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
      redirect: 'manual',
    }),
  )
}

describe('the loyalty page', () => {
  it('shows who is a member of which tier, and the stock of gift codes', async () => {
    const english = await show()
    const vietnamese = await show('vi')

    expect(english).toContain('Nguyen Van An')
    expect(english).toContain('Gold')
    expect(english).toContain('9704000000000005')
    expect(english).toContain('at risk')
    expect(english).toMatch(/500,000\u00a0₫<\/td>\s*<td class="number">2<\/td>/)
    expect(vietnamese).toContain('Mã quà tặng')
    expect(vietnamese).toContain('500.000\u00a0₫')
  })

  it('is linked from the start', async () => {
    const start = await exports.default.fetch(new Request(`${origin}/?lang=en`))

    expect(await start.text()).toContain(`href="${path}"`)
  })

  it.each([
    ['card:I', { cardStatus: 'I', accountStatus: 'A', isAtRisk: false }],
    ['account:I', { cardStatus: 'A', accountStatus: 'I', isAtRisk: false }],
    ['risk:true', { cardStatus: 'A', accountStatus: 'A', isAtRisk: true }],
  ])(
    'switches %s of a member, and stays there when the button is pressed twice',
    async (asked, expected) => {
      const answer = await post('members', { memberCode: 'M-0001', switch: asked })
      await post('members', { memberCode: 'M-0001', switch: asked })

      const members = await bench.control.members()

      expect(answer.status).toBe(303)
      expect(members.find(({ memberCode }) => memberCode === 'M-0001')).toMatchObject(expected)
    },
  )

  it('puts gift codes into stock', async () => {
    const answer = await post('gift-codes', { cardType: '500', quantity: '40', expireDate: '' })

    const stock = await bench.control.giftCodes()

    expect(answer.status).toBe(303)
    expect(stock.find(({ cardType }) => cardType === '500')?.inStock).toBe(42)
  })

  it('names the error for a face value that does not exist', async () => {
    const answer = await post('gift-codes', { cardType: '49', quantity: '1' })

    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('cardType must be 50 to 10000')
  })
})
