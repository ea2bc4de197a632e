import { createHash, randomBytes } from 'node:crypto'
import { checksumProfiles } from '@merchant-edge/reconcile'
import { formatRow } from '@merchant-edge/reconcile/files'
import { generateKeyPair } from '@merchant-edge/signing'
import { expect, it } from 'vitest'
import type { HouseSecrets } from './secrets.ts'
import {
  startVersionedHouse,
  type DoorAnswer,
  type HouseVersion,
  type VersionedHouse,
  type VersionedWorker,
} from './versioned-house.ts'

type Json = Record<string, unknown>

const fresh = (): string => randomBytes(24).toString('base64url')
const merchantKeyPair = await generateKeyPair()
const callbackKeyPair = await generateKeyPair()
const newChecksumKey = fresh()
const newMerchantKey = { keyCode: 'edge-key-2', privateKey: merchantKeyPair.privateKeyPem }

/** The rotation of a secret: the versions in the order of their deployment. */
interface Rotation {
  readonly versions: (secrets: HouseSecrets) => readonly HouseVersion[]
  /** Bearers that the shop's backend sends while the version serves. */
  readonly bearer?: (secrets: HouseSecrets, version: number) => string
  readonly before?: (house: VersionedHouse) => Promise<void>
  /** What must hold while two versions serve side by side. */
  readonly whileBothServe?: (house: VersionedHouse, version: number) => Promise<void>
  /** What must hold while a version serves. */
  readonly holds?: (house: VersionedHouse, version: number) => Promise<void>
}

/** The three steps of docs/guides/deploy.md for every Worker that has the secret: accept, use, retire. */
function inThreeSteps(
  workers: readonly VersionedWorker[],
  name: string,
  { old, value }: { readonly old: string; readonly value: string },
): HouseVersion[] {
  const version = (variables: Readonly<Record<string, string>>): HouseVersion =>
    Object.fromEntries(workers.map((worker) => [worker, variables]))
  const previous = `${name}_PREVIOUS`
  return [
    {},
    version({ [name]: old, [previous]: value }),
    version({ [name]: value, [previous]: old }),
    version({ [name]: value }),
  ]
}

/** Rotations with the same steps, each in different Workers or, in the orders Worker, with different variables. */
function together(
  one: readonly HouseVersion[],
  other: readonly HouseVersion[],
): readonly HouseVersion[] {
  return one.map((step, index) => ({
    ...step,
    ...other[index],
    orders: { ...step.orders, ...other[index]?.orders },
  }))
}

const checkoutSecret = fresh()
const operatorToken = `meo_${fresh()}`

function operator(token: string): Json {
  const token_sha256 = createHash('sha256').update(token).digest('hex')
  return { name: 'operator', role: 'money', holder: 'program', token_sha256 }
}

function checkoutWith(...operators: readonly Json[]): HouseVersion {
  return { checkout: { OPERATORS: JSON.stringify(operators) } }
}

// The secrets of one line are rotated in one house, because none of them affects the answers that test another.
// Starting a house takes longer than its traffic.
const rotations: Readonly<Record<string, Rotation>> = {
  'CALLBACK_SECRET, ORDER_KEY_SECRET and MERCHANT_KEY': {
    versions({ callbackSecret, orderKeySecret }) {
      const callbacks = { old: callbackSecret, value: fresh() }
      const orderKeys = { old: orderKeySecret, value: fresh() }
      const withNewKey = { orders: { MERCHANT_KEY: JSON.stringify(newMerchantKey) } }
      return together(
        together(
          inThreeSteps(['ipn', 'orders'], 'CALLBACK_SECRET', callbacks),
          inThreeSteps(['checkout'], 'ORDER_KEY_SECRET', orderKeys),
        ),
        [{}, {}, withNewKey, withNewKey],
      )
    },
    async before(house) {
      const { keyCode } = newMerchantKey
      const publicKeyPem = merchantKeyPair.publicKeyPem
      const name = 'the key that comes after'
      await control(house, '/api-keys', { merchantCode: 'EDGE', name, keyCode, publicKeyPem })
    },
  },
  'CHECKOUT_SECRET and LINK_SECRET': {
    versions: ({ checkoutSecret: old, linkSecret }) =>
      together(
        inThreeSteps(['checkout', 'shop'], 'CHECKOUT_SECRET', { old, value: checkoutSecret }),
        inThreeSteps(['orders'], 'LINK_SECRET', { old: linkSecret, value: fresh() }),
      ),
    bearer: ({ checkoutSecret: old }, version) => (version < 2 ? old : checkoutSecret),
    async before(house) {
      await ask(house, '/links', { customerId })
      const [link] = [await control(house, '/links')].flat()
      await control(house, `/links/${textOf(link, 'linkId')}/confirm`, {})
      await expect
        .poll(() => linkState(house, house.secrets.checkoutSecret), { timeout: 60_000 })
        .toBe('linked')
    },
    async whileBothServe(house, version) {
      // The bearer that both versions accept, which the shop's backend sends.
      const bearer = version < 3 ? house.secrets.checkoutSecret : checkoutSecret
      for (let look = 0; look < 4; look += 1) expect(await linkState(house, bearer)).toBe('linked')
    },
  },
  'WEBHOOK_SECRET and OPERATORS': {
    versions({ webhookSecret: old, operatorToken: oldToken }) {
      const value = `whsec_${randomBytes(24).toString('base64')}`
      const webhooks = inThreeSteps(['shop', 'orders'], 'WEBHOOK_SECRET', { old, value })
      const both = checkoutWith(operator(operatorToken), operator(oldToken))
      return together(webhooks, [{}, both, both, checkoutWith(operator(operatorToken))])
    },
    async holds(house, version) {
      const { operatorToken: old } = house.secrets
      const tokens = [[old], [old, operatorToken], [old, operatorToken], [operatorToken]][version]
      for (const token of tokens ?? []) {
        const me = await ask(house, '/operator/me', undefined, token)
        expect(me).toEqual({ name: 'operator', role: 'money' })
      }
    },
  },
  'CALLBACK_KEYS, CHECKSUM_KEY and SESSION_SECRET': {
    versions({ callbackPublicKeyPem: oldKey, checksumKey, sessionSecret: old }) {
      const sessions = inThreeSteps(['shop'], 'SESSION_SECRET', { old, value: fresh() })
      const files = { old: checksumKey, value: newChecksumKey }
      const checksums = inThreeSteps(['orders'], 'CHECKSUM_KEY', files)
      const both = callbackKeys(callbackKeyPair.publicKeyPem, oldKey)
      const keys = [{}, both, both, callbackKeys(callbackKeyPair.publicKeyPem)]
      return together(
        together(sessions, checksums),
        keys.map((ipn) => ({ ipn })),
      )
    },
    async whileBothServe(house, version) {
      // A session becomes invalid with the secret that sealed it; it lasts an hour at most.
      if (version === 3) signedIn.splice(0, 3)
      signedIn.push(await signIn(house))
      for (const cookies of signedIn) {
        const { text } = await browse(cookies, `${house.addresses.shop}/account`)
        expect(text).toContain('Nguyen Van An')
      }
    },
    async holds(house, version) {
      if (version === 2) await house.signCallbacksWith(callbackKeyPair)
      const { checksumKey: old } = house.secrets
      const keys = [[old], [old, newChecksumKey], [old, newChecksumKey], [newChecksumKey]][version]
      const day = new Date(Date.now() - (version + 4) * 86_400_000).toISOString().slice(0, 10)
      const rows = (keys ?? []).map((key, index) => serviceRow(day, `T-${index}`, key))
      await house.compareServiceFile(day, rows.join(''))
      expect(await ask(house, `/reconciliations/${day}`)).toMatchObject({
        state: 'done',
        run: { totals: { exceptions: { bad_checksum: 0 } } },
      })
    },
  },
}

/** Callbacks are verified by the keys of the service, newest first. */
function callbackKeys(...publicKeys: readonly string[]): Readonly<Record<string, string>> {
  const keys = publicKeys.map((pem, index) => ({ id: `key-${publicKeys.length - index}`, pem }))
  return { CALLBACK_KEYS: JSON.stringify(keys) }
}

/** A row of a service file, of a payment that is unknown here. */
function serviceRow(day: string, id: string, key: string): string {
  const date = day.split('-').toReversed().join('/')
  const sums = ['1000', 'VND', '0', '0', '0']
  const values = [id, id, ...sums, 'M', 'S', 'P', date, '12:00:00', '', id, '0', '1']
  return formatRow(values, { profile: checksumProfiles.record, key })
}

/** Cookies of browsers in which a customer is signed in to the shop. */
type Cookies = Map<string, string>
const signedIn: Cookies[] = []

async function browse(cookies: Cookies, address: string) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(address, { redirect: 'manual', headers: { cookie } })
  for (const set of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
    cookies.set(name, value)
  }
  return { location: response.headers.get('location') ?? '', text: await response.text() }
}

/** A sign-in whose requests may each reach a different version of the shop. */
async function signIn(house: VersionedHouse): Promise<Cookies> {
  const cookies: Cookies = new Map()
  const { location } = await browse(cookies, `${house.addresses.shop}/auth/sign-in`)
  const atTheWallet = await control(house, '/identity/sign-ins', { url: location })
  await browse(cookies, textOf(atTheWallet, 'location'))
  return cookies
}

const customerId = 'ROTATION-CUSTOMER'

async function linkState(house: VersionedHouse, bearer: string): Promise<string> {
  return textOf(await ask(house, `/links/${customerId}`, undefined, bearer), 'state')
}

/** Sends a request to the checkout, as the shop's backend or with another bearer. */
async function ask(
  { addresses, secrets }: VersionedHouse,
  path: string,
  body?: Json,
  bearer = secrets.checkoutSecret,
): Promise<unknown> {
  const response = await fetch(`${addresses.checkout}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response.json()
}

async function control(house: VersionedHouse, path: string, body?: Json): Promise<unknown> {
  const response = await fetch(`${house.addresses.sandbox}/control${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`The sandbox answered ${response.status} to ${path}: ${text}`)
  return JSON.parse(text)
}

function textOf(value: unknown, ...names: readonly (string | number)[]): string {
  let inner = value
  for (const name of names) inner = Reflect.get(Object(inner), name)
  return typeof inner === 'string' ? inner : ''
}

/** The service's order id of the newest payment of an order; earlier attempts may have got no answer. */
function paymentOf(order: unknown): string {
  const attempts: unknown = Reflect.get(Object(order), 'attempts')
  const ids = [attempts].flat().map((attempt) => textOf(attempt, 'serviceOrderId'))
  const id = ids.findLast((one) => one !== '')
  if (id === undefined) throw new Error(`The order has no payment: ${JSON.stringify(order)}`)
  return id
}

/** The shop's backend and its customers, who create, pay and settle orders. */
class Traffic {
  readonly #house: VersionedHouse
  readonly #unpaid: { readonly id: string; readonly serviceOrderId: string }[] = []
  readonly paid: string[] = []
  bearer: string
  #count = 0

  constructor(house: VersionedHouse) {
    this.#house = house
    this.bearer = house.secrets.checkoutSecret
  }

  #ask(path: string, body?: Json): Promise<unknown> {
    return ask(this.#house, path, body, this.bearer)
  }

  order(id: string): Promise<unknown> {
    return this.#ask(`/orders/${id}`)
  }

  /** A customer who opens the payment page and pays later. */
  async begin(): Promise<void> {
    const id = `ROTATION-${(this.#count += 1)}`
    const opened = await this.#ask('/orders', { id, amountVnd: 50_000 })
    const address = textOf(opened, 'paymentUrl') || textOf(await this.order(id), 'paymentUrl')
    const go = () => fetch(address, { redirect: 'manual' })
    let went = await go()
    // The service may be slow to start on a busy machine; the page asks the customer to try again.
    if (went.status === 502) went = await go()
    if (went.status !== 303) throw new Error(`The payment of ${id} answered ${went.status}.`)
    this.#unpaid.push({ id, serviceOrderId: paymentOf(await this.order(id)) })
  }

  /** Waits until every payment so far is settled, and every callback that was signed so far has arrived. */
  async settle(): Promise<void> {
    await this.payAll()
    const open = async (): Promise<number> => {
      await this.#house.sweep()
      const orders = await Promise.all(this.paid.map((id) => this.order(id)))
      const callbacks = [await control(this.#house, '/callbacks')].flat()
      return (
        orders.filter((order) => textOf(order, 'state') !== 'paid').length +
        callbacks.filter((callback) => ['due', 'sending'].includes(textOf(callback, 'state')))
          .length
      )
    }
    await expect.poll(open, { timeout: 120_000, interval: 500 }).toBe(0)
  }

  /** Lets the customers with an open payment page pay. */
  async payAll(): Promise<void> {
    for (const { id, serviceOrderId } of this.#unpaid.splice(0)) {
      await control(this.#house, `/orders/${serviceOrderId}/pay`, {})
      this.paid.push(id)
    }
  }
}

/**
 * The shop knows none of these orders and answers 404, but only to an event with a valid signature. The checkout answers
 * 404 for a customer without a linked wallet, but only to a valid bearer.
 */
function isRefused({ worker, path, status }: DoorAnswer): boolean {
  const isUnknown = worker === 'shop' || (worker === 'checkout' && path.startsWith('/links/'))
  return status >= 400 && !(isUnknown && status === 404)
}

const cases = Object.entries(rotations)

// Specification: 2.17.6
it.each(cases)(
  '%s is rotated under traffic without a lost payment, callback or event',
  async (_name, rotation) => {
    const house = await startVersionedHouse(rotation.versions)
    try {
      await rotation.before?.(house)
      const traffic = new Traffic(house)
      const last = rotation.versions(house.secrets).length - 1
      await traffic.begin()
      for (let version = 0; version <= last; version += 1) {
        // The previous value is retired when nothing that was made with it is valid any more, as docs/guides/deploy.md says.
        if (version === last) await traffic.settle()
        // Old and new versions serve side by side; customers who began before pay now, and others begin.
        house.serveWith(Math.max(0, version - 1), version)
        await traffic.payAll()
        await Promise.all([traffic.begin(), traffic.begin()])
        await rotation.whileBothServe?.(house, version)
        if (version === last) await traffic.settle()
        house.serveWith(version)
        traffic.bearer = rotation.bearer?.(house.secrets, version) ?? traffic.bearer
        await traffic.begin()
        await rotation.holds?.(house, version)
        await house.sweep()
      }
      await traffic.settle()

      expect(house.answers.filter(isRefused)).toEqual([])
      // An order is paid before its webhook is delivered. The shop knows none of these orders, and answers 204.
      const delivered = async (): Promise<number> => {
        await house.sweep()
        return house.answers.filter(({ worker, status }) => worker === 'shop' && status === 204)
          .length
      }
      await expect
        .poll(delivered, { timeout: 120_000, interval: 500 })
        .toBeGreaterThanOrEqual(traffic.paid.length)
      const callbacks = house.answers.filter(({ worker }) => worker === 'ipn')
      expect(callbacks.length).toBeGreaterThanOrEqual(traffic.paid.length)
    } finally {
      await house.stop()
    }
  },
  600_000,
)
