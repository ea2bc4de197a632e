import { beforeAll, describe, expect, it } from 'vitest'
import { workerdBench, type WorkerdBench } from '../../test/workerd-bench.ts'

let bench: WorkerdBench

beforeAll(async () => {
  bench = await workerdBench()
})

function lookUp(fields: Record<string, string> = {}) {
  const query = new URLSearchParams({
    id_type: 'MOBILE',
    identity: '0900000002',
    business_code: 'EDGE-LOYALTY',
    program_code: 'EDGE-POINTS',
    ...fields,
  })
  const path = `/merchant-integration/v1/loyalty/membership?${query.toString()}`
  return bench.call(path, { method: 'GET' })
}

describe('lookUpMembership', () => {
  // Specification: 1.24, 2.8.1
  it.each([
    ['USER_ID', 'U-BINH'],
    ['MOBILE', '0900000002'],
    ['CARD', '9704000000000002'],
    ['MEMBER_ID', 'M-0002'],
  ])('finds a member and the tier by %s', async (id_type, identity) => {
    const answer = await lookUp({ id_type, identity })

    expect(answer).toMatchObject({
      status: 200,
      code: 200,
      data: {
        member: { member_code: 'M-0002', full_name: 'Tran Thi Binh' },
        tier_info: { tier_code: 'SILVER', tier_name: 'Silver' },
      },
    })
  })

  it.each([
    ['another id type', { id_type: 'EMAIL' }, 401005, 401],
    ['a phone number of nine digits', { identity: '090000000' }, 400002, 400],
    ['a phone number of twelve digits', { identity: '090000000000' }, 400002, 400],
    ['nobody', { identity: '0911111111' }, 401006, 401],
    ['a card under the wrong type', { id_type: 'MEMBER_ID', identity: 'U-AN' }, 401006, 401],
    ['an unknown business', { business_code: 'NONE' }, 401007, 401],
    ['the program of another business', { program_code: 'OTHER-POINTS' }, 401008, 401],
    [
      'a member of another program',
      { business_code: 'OTHER-LOYALTY', program_code: 'OTHER-POINTS' },
      401006,
      401,
    ],
  ])('answers %s with a code of its own', async (_about, fields, code, status) => {
    const answer = await lookUp(fields)

    expect(answer).toMatchObject({ code, status })
  })

  it('shows the tier that the member was moved to', async () => {
    await bench.control.changeMember('M-0003', { tierCode: 'DIAMOND' })

    const answer = await lookUp({ identity: '0900000003' })

    expect(answer.data['tier_info']).toMatchObject({ tier_code: 'DIAMOND' })
  })

  it('writes only three digits of the phone number into the request journal', async () => {
    await lookUp()

    const [entry] = await bench.control.requests({ limit: 1 })

    expect(entry?.query).toContain('identity=*******002&')
  })
})
