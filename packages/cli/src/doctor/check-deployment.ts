import * as v from 'valibot'
import { networkFailure } from '../network/network-failure.ts'
import { isThisMachine } from '../network/base-url.ts'
import type { Terminal } from '../command/terminal.ts'
import type { Check } from './check.ts'
import type { GoLiveCheck } from './go-live.ts'

const timeoutMs = 10_000
const maxBytes = 100_000

/** Addresses of the public Workers of a deployment. */
export interface Deployment {
  readonly checkout?: URL | undefined
  readonly ipn?: URL | undefined
  /** The operator's desk. */
  readonly desk?: URL | undefined
  readonly till?: URL | undefined
  /** The expected environment, such as `production`. */
  readonly environment: string
}

const problem = v.object({
  worker: v.optional(v.string()),
  name: v.string(),
  problem: v.string(),
  remedy: v.string(),
})

const healthAnswer = v.object({
  status: v.string(),
  environment: v.nullish(v.string()),
  problems: v.optional(v.array(problem), []),
  alerts: v.optional(v.object({ open: v.number() })),
  oldestOutboxSeconds: v.optional(v.number()),
  moneyPaused: v.optional(v.boolean()),
})

type WorkerName = 'checkout' | 'ipn' | 'desk' | 'till'

type Health = v.InferOutput<typeof healthAnswer>
type Asked = { readonly health: Health } | { readonly failure: string }
type Deadline = Pick<Terminal, 'deadline'>

async function askHealth(base: URL, { deadline }: Deadline): Promise<Asked> {
  try {
    const signal = deadline(timeoutMs)
    const response = await fetch(`${base.origin}/health`, { redirect: 'manual', signal })
    const text = await response.text()
    const parsed = v.safeParse(
      v.pipe(v.string(), v.maxLength(maxBytes), v.parseJson(), healthAnswer),
      text,
    )
    return parsed.success
      ? { health: parsed.output }
      : { failure: `answers HTTP ${response.status}, but not as this Worker does` }
  } catch (error) {
    return { failure: `does not answer: ${networkFailure(error)}` }
  }
}

function settingsChecks(worker: WorkerName, base: URL, asked: Asked): Check[] {
  const name = `${worker} settings`
  if ('failure' in asked) {
    const remedy = `Check the address of the ${worker} Worker, and that it is deployed.`
    return [{ name, status: 'fail', message: `${base.origin}/health ${asked.failure}.`, remedy }]
  }
  const { status, problems } = asked.health
  if (problems.length > 0) {
    return problems.map((one) => ({
      name,
      status: 'fail',
      message: `${one.name} of the ${one.worker ?? worker} Worker: ${one.problem}.`,
      remedy: one.remedy,
    }))
  }
  if (status === 'ok') return [{ name, status: 'ok', message: 'Nothing is wrong with them.' }]
  const remedy = `Look into the log of the ${worker} Worker.`
  return [{ name, status: 'fail', message: `${base.origin}/health says "${status}".`, remedy }]
}

function environmentCheck(worker: string, expected: string, asked: Asked): Check[] {
  const name = 'environment'
  if ('failure' in asked) return []
  const { environment } = asked.health
  if (environment === expected) {
    return [{ name, status: 'ok', message: `The ${worker} Worker is of ${expected}.` }]
  }
  const message = `The ${worker} Worker is of ${environment ?? 'no environment'}, and ${expected} is meant.`
  const remedy = `Deploy it with --env ${expected}, or ask the right deployment with --environment.`
  return [{ name, status: 'fail', message, remedy }]
}

function moneyCheck({ moneyPaused = false }: Pick<Health, 'moneyPaused'>): Check {
  const name = 'money sent'
  if (!moneyPaused)
    return { name, status: 'ok', message: 'Refunds, transfers and charges are sent.' }
  const message = 'MONEY_PAUSED is set: no refund, transfer or charge is sent.'
  const remedy =
    'When its reason is gone: wrangler secret delete MONEY_PAUSED, of the orders Worker.'
  return { name, status: 'fail', message, remedy }
}

function workChecks(asked: Asked): Check[] {
  if ('failure' in asked) return []
  const { alerts, oldestOutboxSeconds: seconds } = asked.health
  const checks: Check[] = []
  if (alerts !== undefined) {
    const message = `${alerts.open} wait for a person.`
    const remedy = 'Read them with merchant-edge alerts list, and docs/operations.md.'
    checks.push({
      name: 'alerts',
      message,
      ...(alerts.open === 0 ? { status: 'ok' } : { status: 'warn', remedy }),
    })
  }
  if (seconds !== undefined) {
    const message = `The oldest is due for ${seconds} s.`
    const remedy = 'See that both cron triggers of the orders Worker run.'
    checks.push({
      name: 'due work',
      message,
      ...(seconds <= 300 ? { status: 'ok' } : { status: 'fail', remedy }),
    })
    checks.push(moneyCheck(asked.health))
  }
  return checks
}

/** An unauthenticated request, and the expected refusal. */
interface Refusal {
  readonly name: GoLiveCheck
  readonly url: string
  /** Path of the page to which the request is redirected; a refusal with 401 when left out. */
  readonly leadsTo?: string
}

/** Sends a request that must be refused, and checks the refusal. */
async function refusalCheck(
  { name, url, leadsTo }: Refusal,
  { deadline }: Deadline,
): Promise<Check> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: deadline(timeoutMs) })
    await response.body?.cancel()
    const { status, headers } = response
    if (leadsTo === undefined) {
      if (status === 401) return { name, status: 'ok', message: 'It is refused with 401.' }
    } else {
      const location = headers.get('location') ?? ''
      const next = URL.canParse(location, url) ? new URL(location, url) : undefined
      const isLed = next?.origin === new URL(url).origin && next.pathname === leadsTo
      if (status === 303 && isLed) {
        return { name, status: 'ok', message: `A stranger is led to ${leadsTo}.` }
      }
    }
    const expected = leadsTo === undefined ? '401' : `303 to ${leadsTo}`
    const message = `It is answered ${status}, and ${expected} is expected.`
    const remedy = 'See that this is the Worker that is meant, and that its secrets are set.'
    return { name, status: 'fail', message, remedy }
  } catch (error) {
    const message = `There is no answer: ${networkFailure(error)}.`
    return { name, status: 'fail', message, remedy: 'Check the address.' }
  }
}

function addressCheck(bases: readonly URL[]): Check {
  const name = 'addresses'
  const plain = bases.filter((base) => base.protocol !== 'https:')
  if (plain.length === 0) return { name, status: 'ok', message: 'All are https.' }
  const message = `${plain.map(({ origin }) => origin).join(', ')} is not https.`
  const remedy = 'Give the addresses under which customers and the service reach the Workers.'
  return {
    name,
    status: plain.every((base) => isThisMachine(base)) ? 'warn' : 'fail',
    message,
    remedy,
  }
}

/**
 * A callback for an order that does not exist; its signature is 256 zero bytes, which is never
 * valid.
 */
const forged = `/ipn?order_id=19700101T0&transaction_id=0&pay_status=SUCCESS&extra_data=&signature=${'A'.repeat(342)}%3D%3D`

async function checkCheckout(base: URL, environment: string, terminal: Deadline): Promise<Check[]> {
  const asked = await askHealth(base, terminal)
  return [
    ...settingsChecks('checkout', base, asked),
    ...environmentCheck('checkout', environment, asked),
    await refusalCheck(
      { name: 'shop API closed', url: `${base.origin}/orders/19700101T0` },
      terminal,
    ),
    await refusalCheck(
      { name: 'operator API closed', url: `${base.origin}/operator/me` },
      terminal,
    ),
    ...workChecks(asked),
  ]
}

async function checkIpn(base: URL, environment: string, terminal: Deadline): Promise<Check[]> {
  const asked = await askHealth(base, terminal)
  return [
    ...settingsChecks('ipn', base, asked),
    ...environmentCheck('ipn', environment, asked),
    await refusalCheck({ name: 'forged callback', url: base.origin + forged }, terminal),
  ]
}

/** Checks pages that require a sign-in or a paired device. */
async function checkPages(
  worker: 'desk' | 'till',
  base: URL,
  { environment, terminal }: { readonly environment: string; readonly terminal: Deadline },
): Promise<Check[]> {
  const asked = await askHealth(base, terminal)
  const closed: Refusal =
    worker === 'desk'
      ? { name: 'desk closed', url: `${base.origin}/orders`, leadsTo: '/auth/sign-in' }
      : { name: 'till closed', url: `${base.origin}/till`, leadsTo: '/till/pair' }
  return [
    ...settingsChecks(worker, base, asked),
    ...environmentCheck(worker, environment, asked),
    await refusalCheck(closed, terminal),
  ]
}

/**
 * Checks a deployment from outside: the reported state of its settings, and that unauthenticated
 * requests are refused. It changes nothing there.
 */
export async function checkDeployment(
  { checkout, ipn, desk, till, environment }: Deployment,
  terminal: Deadline,
): Promise<Check[]> {
  const bases = [checkout, ipn, desk, till].filter((base) => base !== undefined)
  if (bases.length === 0) return []
  return [
    addressCheck(bases),
    ...(checkout === undefined ? [] : await checkCheckout(checkout, environment, terminal)),
    ...(ipn === undefined ? [] : await checkIpn(ipn, environment, terminal)),
    ...(desk === undefined ? [] : await checkPages('desk', desk, { environment, terminal })),
    ...(till === undefined ? [] : await checkPages('till', till, { environment, terminal })),
  ]
}
