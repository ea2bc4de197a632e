import { signText, signRequest } from '@merchant-edge/signing'
import { endpoints } from '@merchant-edge/contract'
import { checkArguments } from '@merchant-edge/signing/options'
import { ordinaryFields } from './ordinary-fields.ts'
import type { StepValue, CallStep, ControlStep, Recipe, Step } from './recipe.ts'

/**
 * Values that the field `signature` of a linked-account call covers, in their order, by the name of
 * the endpoint. Recipes pay with money only, so the last value of a purchase is empty.
 *
 * @see Specification 5.3
 */
const bodySignedNames: Readonly<Record<string, readonly string[]>> = {
  linkWallet: ['partner_user_id', 'partner_code', 'callback_url'],
  checkWalletLink: ['partner_user_id', 'partner_code', 'callback_url'],
  createOnlineTransaction: [
    'user_token',
    'merchant_code',
    'merchant_id',
    'terminal_id',
    'invoice_no',
    'order_created_at',
    'bill_amount',
    'amount',
    'amount in points',
  ],
  confirmOnlineTransaction: ['user_token', 'transaction_id', 'transaction_reference_number'],
  confirmOrder: ['invoice_no', 'partner_code', 'order_status'],
  unlinkWallet: ['user_token', 'partner_code'],
}

/** Fields of a request by name. */
type Fields = ReadonlyMap<string, StepValue>

/** What is signed and not sent. Assumes G-05. */
const unsentNames: Readonly<Record<string, readonly string[]>> = {
  checkWalletLink: ['partner_user_id', 'callback_url'],
}

/**
 * The fields of a call with the signature that its body carries, where it carries one; a signature
 * that is given stays as it is.
 *
 * @param call name of the endpoint
 */
async function signBody(call: string, fields: Fields, key: CryptoKey): Promise<Fields> {
  const names = bodySignedNames[call]
  if (names === undefined) return fields
  const text = names
    .map((name) => fields.get(name) ?? '')
    .map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)))
    .join('|')
  const signature = await signText(key, text)
  const sent = [...fields].filter(([name]) => unsentNames[call]?.includes(name) !== true)
  // A later pair of the same name wins.
  return new Map<string, StepValue>([['signature', signature], ...sent])
}

/** A sandbox and a merchant's API key. */
export interface RecipeBench {
  /** Origin of the sandbox. */
  readonly url: string
  readonly keyCode: string
  /** From `importPrivateKey`. */
  readonly privateKey: CryptoKey
  /** Public half of the key. */
  readonly publicKeyPem: string
  readonly merchantCode: string
  readonly storeCode: string
  readonly posCode: string
}

/** Answer to the last step of a recipe. */
export interface RecipeOutcome {
  /** `meta.code`. */
  readonly code: number
  readonly message: string
  readonly httpStatus: number
}

type Known = Map<string, string>

interface Sent {
  readonly httpStatus: number
  readonly json: unknown
}

function text(template: string, known: Known): string {
  return template.replaceAll(/\{([^{}]+)\}/g, (_match, name: string) => {
    if (name.startsWith('id:')) return `${name.slice(3)}-${known.get('run') ?? ''}`
    const later = /^now([+-]\d+)$/.exec(name)
    if (later !== null) return String(Number(known.get('now')) + Number(later[1]))
    return known.get(name) ?? `{${name}}`
  })
}

function filled(value: StepValue, known: Known): StepValue {
  if (typeof value === 'string') {
    const isInstant = /^\{now(?:[+-]\d+)?\}$/.test(value)
    return isInstant ? Number(text(value, known)) : text(value, known)
  }
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((item: StepValue) => filled(item, known))
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, filled(inner, known)]),
  )
}

async function readSent(answer: Response): Promise<Sent> {
  return { httpStatus: answer.status, json: await answer.json().catch(() => undefined) }
}

async function control(url: string, step: ControlStep, known: Known): Promise<Sent> {
  const [method = 'POST', path = ''] = step.control.split(' ')
  const body = JSON.stringify(filled(step.body ?? {}, known))
  const headers = { 'content-type': 'application/json' }
  return readSent(await fetch(url + text(path, known), { method, headers, body }))
}

function plain(value: StepValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The fields of a GET that are not in its path, as a query. */
function queryOf(path: string, fields: ReadonlyMap<string, StepValue>): string {
  const asked = [...fields].filter(([name]) => !path.includes(`{${name}}`))
  const query = new URLSearchParams(asked.map(([name, value]) => [name, plain(value)])).toString()
  return query === '' ? '' : `?${query}`
}

async function call(bench: RecipeBench, step: CallStep, known: Known): Promise<Sent> {
  const endpoint = Object.values(endpoints).find(({ name }) => name === step.call)
  if (endpoint === undefined) throw new TypeError(`There is no endpoint ${step.call}.`)
  const given = Object.entries({ ...ordinaryFields[step.call], ...step.fields })
  const unsigned = new Map(
    given.flatMap(([name, value]) => (value === null ? [] : [[name, filled(value, known)]])),
  )
  const fields = await signBody(step.call, unsigned, bench.privateKey)
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = fields.get(name)
    return typeof value === 'string' ? value : ''
  })
  const { headerFields = [], apiCode } = endpoint
  const asHeaders = [...fields].filter(([name]) => headerFields.some((field) => field === name))
  const others = new Map(
    [...fields].filter(([name]) => !headerFields.some((field) => field === name)),
  )
  const body = endpoint.method === 'GET' ? '' : JSON.stringify(Object.fromEntries(others))
  const { sign = {} } = step
  const { headers } = await signRequest({
    key: bench.privateKey,
    keyCode: text(sign.keyCode ?? bench.keyCode, known),
    method: endpoint.method,
    path: sign.path ?? path,
    body,
    nonce: sign.nonce === undefined ? undefined : text(sign.nonce, known),
    timestamp: text(sign.timestamp ?? '{now}', known),
  })
  const all = new Headers({ ...headers, 'content-type': 'application/json' })
  if (apiCode !== undefined) all.set('X-API-Code', apiCode)
  for (const [name, value] of asHeaders) all.set(name, plain(value))
  for (const [name, value] of Object.entries(step.headers ?? {})) {
    if (value === null) all.delete(name)
    else all.set(name, text(value, known))
  }
  const { method } = endpoint
  const init = { method, headers: all, ...(body !== '' && { body }) }
  const query = method === 'GET' ? queryOf(endpoint.path, others) : ''
  return readSent(await fetch(bench.url + path + query, init))
}

function valueAt(json: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined,
    json,
  )
}

function remember(known: Known, { json }: Sent): void {
  const orderId = valueAt(json, 'data', 'order_id') ?? valueAt(json, 'order', 'orderId')
  if (typeof orderId === 'string') known.set('orderId', orderId)
  const linked = [
    ['linkId', 'link_id'],
    ['userToken', 'user_token'],
    ['transactionId', 'transaction_id'],
  ] as const
  for (const [name, field] of linked) {
    const value = valueAt(json, 'data', field)
    if (typeof value === 'string') known.set(name, value)
  }
  const reference = valueAt(json, 'order', 'orderReferenceId')
  if (typeof reference === 'string') known.set('orderReferenceId', reference)
}

async function takeStep(bench: RecipeBench, step: Step, known: Known): Promise<Sent> {
  // The clock may have been moved by the step before.
  const { json } = await readSent(await fetch(`${bench.url}/control/clock`))
  known.set('now', String(valueAt(json, 'now')))
  const sent =
    'control' in step ? await control(bench.url, step, known) : await call(bench, step, known)
  remember(known, sent)
  return sent
}

/**
 * Runs a recipe against a sandbox over HTTP, with signed requests.
 *
 * @returns the answer to the last step
 *
 * @example
 * ```ts
 * import { recipes, runRecipe, type RecipeBench } from '@merchant-edge/sandbox/recipes'
 *
 * export async function codesThatDiffer(bench: RecipeBench): Promise<number[]> {
 *   const differing: number[] = []
 *   for (const recipe of recipes) {
 *     await fetch(`${bench.url}/control/reset`, { method: 'POST' })
 *     const { code } = await runRecipe(bench, recipe)
 *     if (code !== recipe.code) differing.push(recipe.code)
 *   }
 *   return differing
 * }
 * ```
 */
export async function runRecipe(bench: RecipeBench, recipe: Recipe): Promise<RecipeOutcome> {
  checkArguments('runRecipe', { bench, recipe })
  const { url: _url, privateKey: _privateKey, ...texts } = bench
  const known: Known = new Map(Object.entries(texts))
  known.set('run', crypto.randomUUID().slice(0, 13))
  // A txn_id begins with the store code and has at most 23 characters.
  known.set('txn', `${bench.storeCode}-${crypto.randomUUID().slice(0, 8)}`)
  let last: Sent = { httpStatus: 0, json: undefined }
  for (const step of recipe.steps) last = await takeStep(bench, step, known)
  return {
    code: Number(valueAt(last.json, 'meta', 'code')),
    message: String(valueAt(last.json, 'meta', 'message')),
    httpStatus: last.httpStatus,
  }
}
