import { expect, it } from 'vitest'
import { callerOf, networkOf } from './caller-address.ts'

it.each([
  ['192.0.2.77', '192.0.2.0/24'],
  ['::ffff:192.0.2.77', '192.0.2.0/24'],
  ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3::/48'],
  ['2001:DB8:1::7', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['2001:0db8:0001::', '2001:db8:1::/48'],
  ['::1', '0:0:0::/48'],
  ['192.0.2', undefined],
  ['1:2:3:4:5:6:7', undefined],
  ['1::2::3', undefined],
  ['12345::', undefined],
  ['1:2:3:4:5:6:7:8:9', undefined],
  ['Bearer secret', undefined],
  ['', undefined],
  [undefined, undefined],
])('reduces the address %s to the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it.each([
  ['192.0.2.77', '192.0.2.77'],
  ['::ffff:192.0.2.77', '192.0.2.77'],
  ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3:8d3::/64'],
  ['2001:DB8:85a3:08D3::1', '2001:db8:85a3:8d3::/64'],
  ['2001:db8:85a3:8d4::1', '2001:db8:85a3:8d4::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  [undefined, 'unknown'],
])('counts the requests of %s by %s', (address, caller) => {
  const headers = new Headers(address === undefined ? {} : { 'cf-connecting-ip': address })

  expect(callerOf(new Request('https://checkout.example/', { headers }))).toBe(caller)
})
