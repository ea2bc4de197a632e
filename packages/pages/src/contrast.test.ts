import { describe, expect, it } from 'vitest'
import { contrastOf, isColor, mixColors, readableOn, strengthened } from './contrast.ts'

describe('contrast of colours', () => {
  // The figures are those of the contrast checker of WebAIM.
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#767676', '#ffffff', 4.54],
    ['#777777', '#FFFFFF', 4.48],
    ['#0000ff', '#ffffff', 8.59],
    ['#ff0000', '#00ff00', 2.91],
  ])('of %s and %s is %d', (first, second, ratio) => {
    expect(contrastOf(first, second)).toBeCloseTo(ratio, 2)
    expect(contrastOf(second, first)).toBeCloseTo(ratio, 2)
  })

  it.each(['', '#fff', 'red', '#12345g', '#1234567', 'rgb(0 0 0)', ' #123456'])(
    'refuses %j as a colour',
    (text) => {
      expect(isColor(text)).toBe(false)
      expect(() => contrastOf(text, '#ffffff')).toThrow(TypeError)
    },
  )

  it('mixes two colours', () => {
    expect(mixColors('#000000', '#ffffff', 0)).toBe('#000000')
    expect(mixColors('#000000', '#ff8000', 0.5)).toBe('#804000')
    expect(mixColors('#000000', '#ffffff', 1)).toBe('#ffffff')
  })

  it('chooses the text colour with the higher contrast', () => {
    expect(readableOn('#ffd400', ['#ffffff', '#111111'])).toBe('#111111')
    expect(readableOn('#1d4ed8', ['#ffffff', '#111111'])).toBe('#ffffff')
  })

  it('keeps a colour with enough contrast, and adjusts another one', () => {
    const onWhite = { grounds: ['#ffffff', '#f5f6f8'], min: 4.5 }
    expect(strengthened('#1d4ed8', '#000000', onWhite)).toBe('#1d4ed8')
    for (const color of ['#ffd400', '#ffffff', '#00ff00', '#ff9b91']) {
      const text = strengthened(color, '#000000', onWhite)
      for (const ground of onWhite.grounds)
        expect(contrastOf(text, ground)).toBeGreaterThanOrEqual(4.5)
    }
  })
})
