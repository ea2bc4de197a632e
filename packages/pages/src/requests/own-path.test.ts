import { expect, it } from 'vitest'
import { ownPath } from './own-path.ts'

const origin = 'https://checkout.example'

it.each([
  ['/pay/ORDER-1', '/pay/ORDER-1'],
  ['/', '/'],
  ['//elsewhere.example/', '/elsewhere.example/'],
  ['///elsewhere.example', '/elsewhere.example'],
  ['/\\elsewhere.example', '/elsewhere.example'],
  ['/%5Celsewhere.example', '/%5Celsewhere.example'],
  ['/%09/elsewhere.example', '/%09/elsewhere.example'],
  ['/%2F/elsewhere.example', '/%2F/elsewhere.example'],
  ['/.//elsewhere.example', '/elsewhere.example'],
])('never leads from a page at %s to another host', (address, path) => {
  const own = ownPath(new Request(`${origin}${address}`))

  expect(own).toBe(path)
  expect(new URL(own, origin).origin).toBe(origin)
})
