import { describe, expect, it } from 'vitest'
import { neverConnected } from './never-connected.ts'

function nodeError(code: string, syscall?: string): Error {
  return Object.assign(new Error(code), { code, ...(syscall !== undefined && { syscall }) })
}

function failed(cause: unknown): TypeError {
  return new TypeError('fetch failed', { cause })
}

describe('neverConnected', () => {
  it.each([
    ['a refused connection', failed(nodeError('ECONNREFUSED', 'connect'))],
    [
      'one refused at every address',
      failed(
        new AggregateError([
          nodeError('ECONNREFUSED', 'connect'),
          nodeError('ENETUNREACH', 'connect'),
        ]),
      ),
    ],
    ['a port that fetch never connects to', failed(new Error('bad port'))],
    ['a name that nobody knows', failed(nodeError('ENOTFOUND', 'getaddrinfo'))],
    ['a connection that took too long', failed(nodeError('UND_ERR_CONNECT_TIMEOUT'))],
    [
      'what Deno 2.9 says',
      failed(
        new Error(
          'error sending request for url (http://localhost:61/): client error (Connect): tcp connect error: Connection refused (os error 111)',
        ),
      ),
    ],
    [
      'a port that Deno never connects to',
      new TypeError('Fetch failed: Requests to port 6000 are blocked'),
    ],
    [
      'what earlier versions of Deno say',
      new TypeError(
        'error sending request for url (http://127.0.0.1:1/): client error (Connect): tcp connect error: Connection refused (os error 111)',
      ),
    ],
  ])('is certain of %s', (_name, failure) => {
    expect(neverConnected(failure)).toBe(true)
  })

  it.each([
    ['a reset connection', failed(nodeError('ECONNRESET', 'read'))],
    ['a host that went away while it was read from', failed(nodeError('EHOSTUNREACH', 'read'))],
    ['a timeout of another step', failed(nodeError('ETIMEDOUT', 'read'))],
    ['a code without its step', failed(nodeError('ECONNREFUSED'))],
    ['a closed socket', failed(nodeError('UND_ERR_SOCKET'))],
    [
      'several failures of which one came later',
      failed(
        new AggregateError([nodeError('ECONNREFUSED', 'connect'), nodeError('EPIPE', 'write')]),
      ),
    ],
    ['no failures at all', failed(new AggregateError([]))],
    ['what workerd says', new Error('Network connection lost.')],
    ['a sending that broke off in Deno', new TypeError('client error (SendRequest)')],
    ['a text', 'ECONNREFUSED'],
    ['an abort', new DOMException('aborted', 'AbortError')],
  ])('is not certain of %s', (_name, failure) => {
    expect(neverConnected(failure)).toBe(false)
  })
})
