import type { RawRequest } from './send-raw.ts'

/** An address of a Worker, as OpenAPI writes it: `/orders/{id}`. */
export interface Route {
  readonly method: string
  readonly path: string
}

/** A hostile request. */
export interface HostileRequest extends RawRequest {
  /** How the request is hostile. */
  readonly about: string
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']

const values = [
  '__proto__',
  'constructor',
  'toString',
  '%00',
  '%2e%2e%2f%2e%2e%2f',
  '%E0%A4%A',
  '%ff%fe',
  '%u0041',
  'a%0d%0aSet-Cookie:x=1',
  '<script>alert(1)</script>',
  "'%20OR%201=1--",
  '9'.repeat(400),
  'x'.repeat(5_000),
] as const

const queries = [
  'key=a&key=b&lang=vi&lang=xx&id=1&id=2',
  'k%65y=%FF&key[]=1&key[__proto__]=1&__proto__=x&constructor=1',
  'lang=%00&key=%00&limit=-1&limit=1e9&cursor=%7B%7D',
  'limit=NaN&cursor=__proto__&state=constructor&day=2026-99-99',
  '&&&===;;;%',
  `key=${'A'.repeat(20_000)}`,
  Array.from({ length: 2_000 }, (_, index) => `p${index}=1`).join('&'),
] as const

const hosts = ['evil.example', 'localhost:1', '[::1]'] as const

const json = ['content-type', 'application/json'] as const
const form = ['content-type', 'application/x-www-form-urlencoded'] as const

const strangeHeaders: readonly (readonly [string, string])[][] = [
  [['origin', 'https://evil.example']],
  [['origin', 'null']],
  [
    ['x-http-method-override', 'DELETE'],
    ['x-forwarded-host', 'evil.example'],
    ['x-original-url', '/operator/me'],
    ['forwarded', 'host=evil.example'],
  ],
  [
    ['cookie', 'lang=%ff; lang=xx; __proto__=1; =; 8787-session=AAAA; 8792-session=AAAA'],
    ['accept-language', ';;q=,='],
  ],
  [
    ['authorization', 'Bearer'],
    ['authorization', 'Bearer x'],
  ],
  [['authorization', `Bearer ${'x'.repeat(6_000)}`]],
  [['authorization', 'Basic YWRtaW46YWRtaW4=']],
]

// Stored as bytes, because hundreds of requests send it.
const millionBytes = Buffer.alloc(1_000_000, 'x')

const bodies: readonly (readonly [
  about: string,
  body: string | Uint8Array,
  type: readonly [string, string],
])[] = [
  ['broken JSON', '{"id":', json],
  ['JSON that is no object', '[[1]]', json],
  ['a number', '1e999', json],
  ['a prototype', '{"__proto__":{"role":"money"},"constructor":{"prototype":{}}}', json],
  ['nested arrays', '['.repeat(8_000), json],
  ['half a surrogate', '{"id":"\\ud800","amountVnd":1}', json],
  ['no UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d), json],
  ['a field twice', '{"id":"A","id":"B","amountVnd":1,"amountVnd":-1}', json],
  ['a million bytes', millionBytes, json],
  ['an unknown type', '{"id":"A"}', ['content-type', 'application/vnd.evil']],
  ['a type of many signs', '{"id":"A"}', ['content-type', `${';'.repeat(3_000)}a/b`]],
  [
    'a broken multipart',
    '--x\r\nContent-Disposition: form-data',
    ['content-type', 'multipart/form-data; boundary=x'],
  ],
  ['a multipart without boundary', '--x', ['content-type', 'multipart/form-data']],
  ['a form of repeated fields', 'key=1&key=2&otp=1&otp=2&__proto__=1', form],
  ['a form of broken escapes', 'key=%ff%00%E0%A4%A&otp=%', form],
  ['a body that says to be packed', 'x', ['content-encoding', 'gzip']],
]

function filled(path: string, value: string): string {
  return path.replaceAll(/\{\w+\}/g, () => value)
}

/** Every hostile request to one address; none is authorized. */
export function hostileRequests({ method, path }: Route): readonly HostileRequest[] {
  const target = filled(path, 'ORDER-1')
  const strangePaths = [
    `/${target}`,
    `${target}/`,
    `${target}/%2e%2e/x`,
    `/.${target}`,
    `${target}%00`,
  ]
  const hasParameter = target !== path
  return [
    ...methods.map((other) => ({ about: `the method ${other}`, method: other, target })),
    ...(hasParameter ? values : []).map((value) => ({
      about: `the id ${value.slice(0, 40)}`,
      method,
      target: filled(path, value),
    })),
    ...strangePaths.map((strange) => ({ about: 'a strange path', method, target: strange })),
    ...queries.map((query) => ({
      about: `the query ${query.slice(0, 40)}`,
      method,
      target: `${target}?${query}`,
    })),
    ...hosts.map((host) => ({ about: `the host ${host}`, method, target, host })),
    ...strangeHeaders.map((headers) => ({
      about: `the header ${headers.map(([name]) => name).join(', ')}`,
      method,
      target,
      headers,
    })),
    ...bodies.map(([about, body, type]) => ({
      about: `the body: ${about}`,
      method: method === 'GET' ? 'POST' : method,
      target,
      body,
      headers: [type],
    })),
  ]
}

/**
 * Hostile requests to many addresses: each address gets every `parts`-th of its requests, and each kind of request goes to
 * every `parts`-th address.
 */
export function shareOfHostileRequests(
  routes: readonly Route[],
  parts: number,
): readonly HostileRequest[] {
  return routes.flatMap((route, place) =>
    hostileRequests(route).filter((_request, index) => (index + place) % parts === 0),
  )
}

/** The same requests with additional headers before their own. */
export function withHeaders(
  requests: readonly HostileRequest[],
  headers: readonly (readonly [name: string, value: string])[],
): readonly HostileRequest[] {
  return requests.map((request) => ({
    ...request,
    headers: [...headers, ...(request.headers ?? [])],
  }))
}

/** The requests without an Authorization header. */
export function withoutBearer(requests: readonly HostileRequest[]): readonly HostileRequest[] {
  return requests.filter(({ headers = [] }) => headers.every(([name]) => name !== 'authorization'))
}
