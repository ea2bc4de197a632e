import { describe, expect, it } from 'vitest'
import { factName } from './fact-names.ts'
import { factValue } from './fact-value.ts'

describe('a fact of the journal or of an alert', () => {
  it.each([
    ['vnd', 120_000, '120.000\u00a0₫', '120,000\u00a0₫'],
    ['points', 1_200, '1.200', '1,200'],
    [
      'expires_at',
      Date.UTC(2026, 9, 30, 0, 33) / 1000,
      '07:33:00 30/10/2026',
      '30/10/2026, 07:33:00',
    ],
    [
      'service_time',
      Date.UTC(2026, 9, 30, 0, 18) / 1000,
      '07:18:00 30/10/2026',
      '30/10/2026, 07:18:00',
    ],
    ['file_time', '09:19:01', '09:19:01', '09:19:01'],
    ['holds', true, 'có', 'yes'],
    ['holds', false, 'không', 'no'],
    ['tries', 1_000, '1000', '1000'],
    ['day', '2026-09-01', '01/09/2026', '01/09/2026'],
    ['not_named_until', '2026-09-02', '02/09/2026', '02/09/2026'],
    ['order_id', '2026-09-01', '2026-09-01', '2026-09-01'],
  ])('is written in the language of the page: %s %s', (name, value, vietnamese, english) => {
    expect(factValue(name, value, 'vi')).toBe(vietnamese)
    expect(factValue(name, value, 'en')).toBe(english)
  })

  it('has a name in each language', () => {
    expect(factName('days', 'vi')).toBe('Số ngày')
    expect(factName('what', 'en')).toBe('What')
  })
})
