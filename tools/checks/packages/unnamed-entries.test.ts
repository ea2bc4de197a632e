import { expect, it } from 'vitest'
import { unnamedEntries } from './unnamed-entries.ts'

const entries = ['.', './package.json', './hooks', './hooks-of-old', './web', './node']

it('finds the entries that a README does not name', () => {
  const readme =
    "The entry `/hooks` ... import {} from '@merchant-edge/p/web'; `@merchant-edge/q/node`"
  const publishConfig = { exports: Object.fromEntries(entries.map((entry) => [entry, {}])) }

  expect(unnamedEntries({ name: '@merchant-edge/p', publishConfig }, readme)).toEqual([
    '/hooks-of-old',
    '/node',
  ])
  expect(unnamedEntries({ name: '@merchant-edge/p' }, readme)).toEqual([])
})
