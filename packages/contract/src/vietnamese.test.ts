import { describe, expect, it } from 'vitest'
import { commonRefusals } from './refusals/common-refusals.ts'
import type { AnyEndpoint } from './endpoint.ts'
import * as endpoints from './endpoints.ts'
import { settledByInVietnamese, vietnameseOf } from './vietnamese.ts'

const registry: readonly AnyEndpoint[] = Object.values(endpoints)

describe.each(registry.map((endpoint) => [endpoint.name, endpoint] as const))(
  'the refusals of %s in Vietnamese',
  (_name, endpoint) => {
    const codes = Object.keys({ ...commonRefusals, ...endpoint.refusals }).map(Number)

    it('say cause and remedy for every code of its own table and of the common one', () => {
      for (const code of codes) {
        const words = vietnameseOf(endpoint, code)

        expect({ code, cause: words?.cause }).toEqual({ code, cause: expect.any(String) })
        expect({ code, remedy: words?.remedy }).toEqual({ code, remedy: expect.any(String) })
      }
    })

    it('are whole sentences in Vietnamese letters, composed (NFC)', () => {
      for (const code of codes) {
        const { cause = '', remedy = '' } = vietnameseOf(endpoint, code) ?? {}

        for (const sentence of [cause, remedy]) {
          expect(sentence).toMatch(/^(\p{Lu}|merchant_transaction_id ).*\.$/u)
          expect(sentence).toMatch(
            /[àáảãạăằắẳẵặâầấẩẫậèéẻẽẹêềếểễệìíỉĩịòóỏõọôồốổỗộơờớởỡợùúủũụưừứửữựỳýỷỹỵđ]/i,
          )
          expect(sentence).toBe(sentence.normalize('NFC'))
          expect(sentence).not.toMatch(/ {2}|\s$|^\s/)
        }
      }
    })

    it('name every field and header that the English remedy names', () => {
      const table: AnyEndpoint['refusals'] = { ...commonRefusals, ...endpoint.refusals }
      for (const code of codes) {
        const named = table[code]?.remedy.match(/X-[A-Za-z]+(-[A-Za-z]+)*|[a-z]+(_[a-z]+)+/g) ?? []

        for (const name of named) expect(vietnameseOf(endpoint, code)?.remedy).toContain(name)
      }
    })

    it('do not exist for a success and for a code that no table lists', () => {
      expect(vietnameseOf(endpoint, 200)).toBeUndefined()
      expect(vietnameseOf(endpoint, 2009999)).toBeUndefined()
    })
  },
)

describe('vietnameseOf', () => {
  it('prefers the table of the endpoint: 4000801 has two meanings', () => {
    const own = vietnameseOf(endpoints.refundOrder, 4000801)
    const common = vietnameseOf(endpoints.queryOrder, 4000801)

    expect(own?.cause).toBe('Giao dịch gốc không phải là giao dịch thanh toán.')
    expect(common?.cause).toBe('Đơn vị bán hàng không có quyền hoàn tiền.')
  })

  it('has no text for a table that is not of this contract', () => {
    const table = {
      4000801: {
        reason: 'other',
        cause: 'Something else.',
        remedy: 'Something else.',
        retry: 'never',
        applied: 'no',
      },
    } as const

    expect(vietnameseOf({ ...endpoints.queryOrder, refusals: table }, 4000801)).toBeUndefined()
  })
})

describe('settledByInVietnamese', () => {
  const told = registry.flatMap(({ name, settledBy }) =>
    settledBy === undefined ? [] : [[name, settledBy] as const],
  )

  it.each(told)('says how the outcome of %s becomes known', (_name, settledBy) => {
    const vietnamese = settledByInVietnamese.get(settledBy)
    const named = settledBy.match(/[a-z]+(?:_[a-z]+)+|[a-z]+[A-Z]\w+/g) ?? []

    expect(vietnamese).toMatch(/^\p{Lu}.*[ạảấầếềệịọốộớợụứửữỳđ].*\.$/u)
    for (const name of named) expect(vietnamese).toContain(name)
  })

  it('has no text without an endpoint', () => {
    const english = new Set(told.map(([, settledBy]) => settledBy))

    expect(english.size).toBeGreaterThan(10)
    expect([...settledByInVietnamese.keys()].filter((text) => !english.has(text))).toEqual([])
  })
})
