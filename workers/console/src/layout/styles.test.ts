import { contrastOf } from '@merchant-edge/pages'
import { schemeColors } from '@merchant-edge/pages/testing'
import { expect, it } from 'vitest'
import { styles } from './styles.ts'

it.each(schemeColors(styles))(
  'text has a contrast of 4.5 and field borders one of 3: %s',
  (_scheme, color) => {
    for (const ground of ['ground', 'card']) {
      for (const text of ['ink', 'soft', 'accent', 'good', 'warn', 'bad']) {
        expect(contrastOf(color(text), color(ground)), text).toBeGreaterThanOrEqual(4.5)
      }
      expect(contrastOf(color('field'), color(ground))).toBeGreaterThanOrEqual(3)
    }
    expect(contrastOf(color('on-accent'), color('accent'))).toBeGreaterThanOrEqual(4.5)
    expect(contrastOf(color('accent'), color('tint'))).toBeGreaterThanOrEqual(4.5)
  },
)
