import { describe, expect, it } from 'vitest'
import { refusalOfTarget } from './delivery-target.ts'

describe('refusalOfTarget', () => {
  it.each([
    ['http://localhost:8789/ipn', 'localhost:8789'],
    ['http://LOCALHOST:8789/ipn', 'localhost:8789'],
    ['http://127.0.0.1:8789/ipn', '127.0.0.1:8789'],
    ['http://0x7f.1:8789/ipn', '127.0.0.1:8789'],
    ['http://[::1]:8789/ipn', '[::1]:8789'],
    ['https://merchant.example/ipn', 'merchant.example'],
    ['https://merchant.example:443/ipn', 'merchant.example'],
    ['https://merchant.example/ipn', 'merchant.example:443'],
    ['http://merchant.example/ipn', 'merchant.example:80'],
    ['https://merchant.example:8443/ipn', 'merchant.example:8443'],
  ])('lets %s through where %s is listed', (address, host) => {
    expect(refusalOfTarget(address, ['other.example:1', host])).toBeUndefined()
  })

  it.each([
    // Loopback addresses, in every spelling.
    'http://localhost/ipn',
    'http://localhost.:8789/ipn',
    'http://shop.localhost:8789/ipn',
    'http://127.0.0.1/ipn',
    'http://127.0.0.1.:8788/ipn',
    'http://127.1:8788/ipn',
    'http://127.8.9.10:8789/ipn',
    'http://2130706433/ipn',
    'http://0x7f000001/ipn',
    'http://0177.0.0.1/ipn',
    'http://0/ipn',
    'http://0.0.0.0:8789/ipn',
    'http://[::1]/ipn',
    'http://[::]:8789/ipn',
    'http://[::ffff:127.0.0.1]:8789/ipn',
    'http://[::ffff:7f00:1]/ipn',
    'http://[::127.0.0.1]/ipn',
    'http://[64:ff9b::7f00:1]/ipn',
    'http://\u24db\u24de\u24d2\u24d0lhost/ipn',
    // Addresses of private networks.
    'http://10.0.0.1/ipn',
    'http://172.16.0.1/ipn',
    'http://192.168.1.5/ipn',
    'http://100.64.0.1/ipn',
    'http://169.254.169.254/latest/meta-data',
    'http://0xa9fea9fe/latest/meta-data',
    'http://[fe80::1]/ipn',
    'http://[fd00::1]/ipn',
    'http://[::ffff:169.254.169.254]/ipn',
    // Names that begin or end like a listed one.
    'http://localhost:8789@evil.example/ipn',
    'http://localhost.evil.example:8789/ipn',
    'http://127.0.0.1.evil.example:8789/ipn',
    'http://localhost:87890/ipn',
    'https://merchant.example:8444/ipn',
    'https://merchant.example./ipn',
    'https://evil.merchant.example/ipn',
  ])('stops %s', (address) => {
    const listed = ['localhost:8789', '127.0.0.1:8789', 'merchant.example']

    expect(refusalOfTarget(address, listed)).toMatch(/CALLBACK_HOSTS|no http address/)
  })

  it('allows no target while no host is listed', () => {
    expect(refusalOfTarget('https://merchant.example/ipn', [])).toContain('CALLBACK_HOSTS')
  })

  it('refuses an entry that matches more than one host', () => {
    expect(refusalOfTarget('https://merchant.example/ipn', ['*', ''])).toContain('CALLBACK_HOSTS')
  })

  it.each(['', 'ftp://localhost/ipn', 'javascript:alert(1)', '//localhost'])(
    'stops %j, which is no http address',
    (address) => {
      expect(refusalOfTarget(address, ['localhost'])).toContain('no http address')
    },
  )
})
