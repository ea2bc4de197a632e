import { describe, expect, it } from 'vitest'
import { refusalOfTarget } from './delivery-target.ts'

describe('refusalOfTarget', () => {
  it.each([
    'http://localhost:8789/ipn',
    'http://shop.localhost/ipn',
    'http://127.0.0.1/ipn',
    'https://127.8.9.10:8443/ipn',
    'http://[::1]:8789/ipn',
    'http://2130706433/ipn',
    'http://0x7f.1/ipn',
  ])('lets %s through: it is this machine', (address) => {
    expect(refusalOfTarget(address, [])).toBeUndefined()
  })

  it.each([
    'http://0.0.0.0/ipn',
    'http://192.168.1.5/ipn',
    'http://169.254.169.254/latest/meta-data',
    'http://[::ffff:7f00:1]/ipn',
    'http://[fe80::1]/ipn',
    'http://localhost.evil.example/ipn',
    'http://127.0.0.1.evil.example/ipn',
    'https://merchant.example/ipn',
  ])('stops %s', (address) => {
    expect(refusalOfTarget(address, [])).toContain('CALLBACK_HOSTS')
  })

  it.each(['', 'ftp://localhost/ipn', 'javascript:alert(1)', '//localhost'])(
    'stops %j, which is no http address',
    (address) => {
      expect(refusalOfTarget(address, ['*'])).toContain('no http address')
    },
  )

  it.each([
    ['https://merchant.example/ipn', 'merchant.example', true],
    ['https://merchant.example:8443/ipn', 'merchant.example:8443', true],
    ['https://merchant.example:8444/ipn', 'merchant.example:8443', false],
    ['https://evil.merchant.example/ipn', 'merchant.example', false],
    ['https://anything.example/ipn', '*', true],
  ])('answers %s with the list %s: %s', (address, host, isAllowed) => {
    expect(refusalOfTarget(address, [host]) === undefined).toBe(isAllowed)
  })
})
