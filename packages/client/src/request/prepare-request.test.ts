import { queryOrder, type AnyEndpoint } from '@merchant-edge/contract'
import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { isSignatureOf, keyCode, merchant } from '../../test/merchant.ts'
import { answers, scriptedPeer } from '../../test/scripted-peer.ts'
import { call } from '../call.ts'
import { createClient } from '../client.ts'
import { prepareRequest } from './prepare-request.ts'

const origin = 'https://service.example'
const service = {
  origin,
  paymentOrigin: undefined,
  gatewayParameters: 'headers',
  noPoints: undefined,
  pointMethod: undefined,
  purchaseFields: undefined,
  paths: {},
} as const

/** A read with a path field and query fields, as later sections of the specification have them. */
const listing = {
  ...queryOrder,
  name: 'listing',
  path: '/merchant-integration/v1/shelf/{shelf}',
  pathFields: ['shelf'],
  request: v.object({
    shelf: v.string(),
    identity: v.optional(v.string()),
    page: v.optional(v.number()),
    nested: v.optional(v.unknown()),
  }),
} as const satisfies AnyEndpoint

describe('prepareRequest', () => {
  it('writes path fields into the path and the rest of a GET into the query', () => {
    const prepared = prepareRequest(service, listing, { shelf: 'a/b c', identity: 'é&=', page: 2 })

    expect(prepared).toMatchObject({
      url: `${origin}/merchant-integration/v1/shelf/a%2Fb%20c?identity=%C3%A9%26%3D&page=2`,
      path: '/merchant-integration/v1/shelf/a%2Fb%20c',
      query: '?identity=%C3%A9%26%3D&page=2',
      body: '',
    })
  })

  it.each(['.', '..', ''])(
    'refuses the path field %j, which would lead to another path',
    (shelf) => {
      expect(() => prepareRequest(service, listing, { shelf })).toThrow(TypeError)
    },
  )

  it.each(['$&', '$1', "$'"])('writes the path field %j unchanged', (shelf) => {
    const { path } = prepareRequest(service, listing, { shelf })

    expect(decodeURIComponent(path)).toBe(`/merchant-integration/v1/shelf/${shelf}`)
  })

  it.each([
    ['an object', {}],
    ['a list', ['a']],
    ['half of a surrogate pair', '\ud800'],
  ])('refuses %s, which cannot be part of an address', (_about, nested) => {
    expect(() => prepareRequest(service, listing, { shelf: 'a', nested })).toThrow(
      'listing: nested must be well-formed text, a number or a boolean to stand in an address',
    )
  })

  it('never leaves its path or its host, whatever the fields hold', () => {
    const text = fc.string({ unit: 'binary', minLength: 1 })
    fc.assert(
      fc.property(text, text, (shelf, identity) => {
        fc.pre(shelf !== '.' && shelf !== '..')
        const { url } = prepareRequest(service, listing, { shelf, identity })

        const seen = new URL(url)
        expect(seen.origin).toBe(origin)
        expect(seen.pathname.split('/')).toHaveLength(5)
        expect([...seen.searchParams]).toEqual([['identity', identity]])
      }),
      { numRuns: 50 },
    )
  })
})

describe('the query of a GET (G-01)', () => {
  const request = { shelf: 'a', identity: "it's" }
  const signed = (path: string, headers: Headers): string =>
    `${path};GET;${headers.get('x-nonce')};${headers.get('x-timestamp')};${keyCode};`

  // Specification: 5.2.6
  it.each([
    [false, '/merchant-integration/v1/shelf/a'],
    [true, '/merchant-integration/v1/shelf/a?identity=it%27s'],
  ])('with signQuery %s is signed as %s', async (signQuery, path) => {
    const peer = scriptedPeer(answers(4040001))
    const client = createClient(await merchant({ fetch: peer.fetch, signQuery }))

    await call(
      client,
      { ...queryOrder, ...listing, request: listing.request } as never,
      request as never,
    )

    const [seen] = peer.requests
    const headers = seen?.headers ?? new Headers()
    expect(seen?.url).toBe(`${origin}/merchant-integration/v1/shelf/a?identity=it%27s`)
    expect(await isSignatureOf(signed(path, headers), headers.get('x-signature') ?? '')).toBe(true)
  })
})
