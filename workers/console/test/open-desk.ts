import { env } from 'cloudflare:workers'
import {
  createRelyingParty,
  webPorts,
  type SignedInIdentity,
  type SignOnPorts,
} from '@merchant-edge/oidc'
import { createD1SessionStore } from '@merchant-edge/oidc/d1'
import { createKeyRing, createSessions } from '@merchant-edge/oidc/session'
import type { OrderView } from '@merchant-edge/orders/api'
import type {
  ConsoleMoneyApi,
  ConsoleViewApi,
  DeskSignInsApi,
} from '@merchant-edge/orders/operators'
import type { ConsoleEnv } from '../src/console-env.ts'
import type { LogLine } from '../src/console-options.ts'
import { createConsole } from '../src/create-console.tsx'

/** Origin of the desk under test. */
export const deskUrl = 'http://localhost:8792'
const identityServer = 'http://localhost:8790'
/** The secret under which {@link Desk.signIn} opens sessions. */
export const sessionSecret = 'a session secret that is of the tests only'

/** The clock of every test, in seconds since 1970. */
export const now = 1_900_000_000

/** The operators of the desk, by their subject at the identity server. */
export const operators = [
  { subject: 'U-AN', name: 'an', role: 'money' },
  { subject: 'U-BINH', name: 'binh', role: 'money' },
  { subject: 'U-CHI', name: 'chi', role: 'view' },
  { subject: 'U-GIANG', name: 'giang', role: 'money', stores: ['STORE-2'] },
]

/** An order as the orders Worker would show it. */
export function orderView(changes: Partial<OrderView> = {}): OrderView {
  return {
    id: 'ORDER-1',
    state: 'paid',
    version: 4,
    amountVnd: 120_000,
    description: 'Lotus tea',
    createdAt: now - 600,
    expiresAt: now + 300,
    holdPayment: false,
    storeCode: 'STORE-1',
    payment: { transactionId: 'T1', vnd: 120_000, points: 0, confirmedAt: now - 300 },
    refunded: { vnd: 0, points: 0 },
    returned: { vnd: 0, points: 0 },
    attempts: [],
    disputedPayments: [],
    refunds: [],
    timeline: [],
    ...changes,
  }
}

/** Deviations of a sign-in from the default. */
interface IdentityChanges extends Partial<SignedInIdentity> {
  /** Whether the id_token has no `auth_time`. */
  readonly withoutTime?: boolean
}

type Calls = [name: string, ...args: unknown[]][]

/** A desk with a scripted orders Worker behind it; a call without a script throws. */
export interface Desk {
  readonly calls: Calls
  readonly lines: LogLine[]
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>
  /** Sends a form as a page of the desk does. */
  post(
    path: string,
    fields: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Response>
  /** Opens a session like a sign-in, and stores its cookie. */
  signIn(subject: string, identity?: IdentityChanges): Promise<void>
  /** Deletes every cookie. */
  signOut(): void
  /** Advances the clock. */
  wait(seconds: number): void
}

/** Changes of the desk for a test. */
export interface DeskParts {
  readonly view?: Partial<ConsoleEnv['CONSOLE_VIEW']>
  readonly money?: Partial<ConsoleMoneyApi>
  readonly signIns?: Partial<DeskSignInsApi>
  readonly env?: Partial<ConsoleEnv>
  /** The network to the identity server; without it no connection can be made. */
  readonly fetch?: SignOnPorts['fetch']
  readonly randomBytes?: (count: number) => Uint8Array
}

/** The queries of the page of an order besides the order itself. */
export const noTraces: Partial<ConsoleViewApi> = {
  listEvents: async () => ({ events: [] }),
  listCallbacks: async () => ({ callbacks: [] }),
  listAlerts: async () => ({ alerts: [] }),
  listServiceCalls: async () => [],
  listDifferencesAbout: async () => [],
}

/** Opens the desk as it is deployed, with its own database of sessions. */
export function openDesk({
  view = {},
  money = {},
  signIns = {},
  env: changes = {},
  fetch = () => Promise.reject(new TypeError('This test reaches no identity server.')),
  randomBytes,
}: DeskParts = {}): Desk {
  const calls: Calls = []
  const lines: LogLine[] = []
  const cookies = new Map<string, string>()
  let passedSeconds = 0
  const ports = { ...webPorts, fetch, now: () => (now + passedSeconds) * 1000 }
  const scripted = <Api extends object>(scripts: Partial<Api>): Api =>
    new Proxy(scripts, {
      get: (_target, name) => {
        return async (...args: unknown[]): Promise<unknown> => {
          calls.push([String(name), ...args])
          const script: unknown = Reflect.get(scripts, name)
          if (typeof script !== 'function') throw new Error(`${String(name)} has no script`)
          return script(...args)
        }
      },
    }) as Api
  const bindings: ConsoleEnv = {
    ENVIRONMENT: 'local',
    DB: env.DB,
    CONSOLE_URL: deskUrl,
    AUTH_URL: identityServer,
    CLIENT_ID: 'edge-desk',
    CLIENT_SECRET: 'a client secret of the tests only',
    SESSION_SECRET: sessionSecret,
    SECOND_FACTOR: 'amr:mfa,hwk',
    CONSOLE_OPERATORS: JSON.stringify(operators),
    CONSOLE_VIEW: scripted<ConsoleEnv['CONSOLE_VIEW']>(view),
    CONSOLE_MONEY: scripted<ConsoleMoneyApi>(money),
    CONSOLE_SIGN_INS: scripted<DeskSignInsApi>(signIns),
    ...changes,
  }
  const app = createConsole({
    ports,
    writeLog: (line) => lines.push(line),
    ...(randomBytes !== undefined && { randomBytes }),
  })

  async function send(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    if (!headers.has('accept')) headers.set('accept', 'text/html')
    const response = await app.request(`${deskUrl}${path}`, { ...init, headers }, bindings)
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (/max-age=0/i.test(cookie)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  return {
    calls,
    lines,
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, fields, headers = { 'sec-fetch-site': 'same-origin' }) =>
      send(path, { method: 'POST', body: new URLSearchParams(fields), headers }),
    async signIn(subject, { withoutTime = false, ...identity } = {}) {
      const relyingParty = createRelyingParty({
        issuer: identityServer,
        clientId: 'edge-desk',
        authentication: { method: 'none' },
        ports,
      })
      const keyRing = createKeyRing([{ id: '1', secret: sessionSecret }])
      const store = createD1SessionStore(env.DB)
      const sessions = createSessions({
        relyingParty,
        store,
        keyRing,
        kept: 'store',
        lifetimeSeconds: 36_000,
        idleSeconds: 1_200,
      })
      const at = now + passedSeconds
      const id = `${crypto.randomUUID()}-${crypto.randomUUID()}`.slice(0, 43)
      const claims = {
        issuer: identityServer,
        subject,
        issuedAt: at,
        ...(!withoutTime && { authenticatedAt: at }),
        amr: ['pwd', 'mfa'],
        ...identity,
      }
      const session = await sessions.open(
        id,
        {
          identity: claims,
          tokens: {
            accessToken: 'access token',
            accessTokenExpiresAt: at + 3600,
            idToken: 'id token',
            scope: 'openid',
          },
        },
        `${deskUrl}/auth/callback`,
      )
      cookies.set('8792-session', `1~${await sessions.cookieOf(session)}`)
    },
    signOut: () => cookies.clear(),
    wait: (seconds) => {
      passedSeconds += seconds
    },
  }
}
