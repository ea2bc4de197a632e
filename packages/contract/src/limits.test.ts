import { expect, it } from 'vitest'
import { limits } from './limits.ts'

it('states the limits of Specification 8 that belong to sections 4.2, 4.3, 4.5 and 5.1', () => {
  expect(limits).toEqual({
    keyCodeChars: 36,
    nonceChars: 255,
    nonceReuseSeconds: 7200,
    requestIdChars: 255,
    timestampAgeSeconds: 7200,
    expiresInMinutesMin: 3,
    expiresInMinutesMax: 15,
    orderReferenceIdChars: 35,
  })
})
