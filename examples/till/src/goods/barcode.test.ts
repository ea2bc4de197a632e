import { describe, expect, it } from 'vitest'
import { isBarcode } from './barcode.ts'

// The check digits are worked out by hand: odd places from the right count once, even places three times.
describe('isBarcode', () => {
  it.each(['96385074', '036000291452', '8938505970011', '4006381333931'])('accepts %s', (text) => {
    expect(isBarcode(text)).toBe(true)
  })

  it.each([
    ['a wrong last digit', '8938505970012'],
    ['two digits that changed places', '8935805970011'],
    ['a digit too few', '893850597001'],
    ['a letter', '893850597001x'],
    ['a figure of another script', '٩٦٣٨٥٠٧٤'],
    ['nothing', ''],
  ])('refuses %s', (_, text) => {
    expect(isBarcode(text)).toBe(false)
  })
})
