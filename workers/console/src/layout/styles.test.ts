import { contrastOf } from '@merchant-edge/pages'
import { expect, it } from 'vitest'
import { styles } from './styles.ts'

const [light = '', dark = ''] = [...styles.matchAll(/:root \{[^}]+\}/g)].map(([block]) => block)

function color(block: string, name: string): string {
  return new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(block)?.[1] ?? ''
}

it.each([
  ['light', light],
  ['dark', dark],
])('text has a contrast of 4.5 and the border of a field one of 3: %s', (_scheme, block) => {
  for (const ground of ['ground', 'card']) {
    for (const text of ['ink', 'soft', 'accent', 'good', 'warn', 'bad']) {
      expect(contrastOf(color(block, text), color(block, ground)), text).toBeGreaterThanOrEqual(4.5)
    }
    expect(contrastOf(color(block, 'field'), color(block, ground))).toBeGreaterThanOrEqual(3)
  }
  expect(contrastOf(color(block, 'on-accent'), color(block, 'accent'))).toBeGreaterThanOrEqual(4.5)
  expect(contrastOf(color(block, 'accent'), color(block, 'tint'))).toBeGreaterThanOrEqual(4.5)
})
