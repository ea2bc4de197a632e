import { expect, it } from 'vitest'
import { networkOf } from './security-events.ts'

it.each([
  ['192.0.2.77', '192.0.2.0/24'],
  ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3::/48'],
  ['2001:DB8:1::7', '2001:db8:1::/48'],
  ['::1', undefined],
  ['192.0.2', undefined],
  ['Bearer secret', undefined],
  [undefined, undefined],
])('writes of the address %s the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
