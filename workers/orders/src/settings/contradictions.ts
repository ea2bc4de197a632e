import {
  environmentOf,
  environmentProblems,
  secretCommand,
  variablesIn,
  type SettingProblem,
} from '@merchant-edge/pages'
import * as v from 'valibot'
import type { OrdersEnv } from './orders-env.ts'
import { endpointList } from './webhook-endpoints.ts'

const setAsSecret = ({ ENVIRONMENT }: OrdersEnv): string =>
  `Set it with ${secretCommand('bulk orders.json', ENVIRONMENT)}.`

const setInVars = (name: string, { ENVIRONMENT }: OrdersEnv): string =>
  `Set ${name} in ${variablesIn(ENVIRONMENT)}.`

/** Settings that only work together, by their purpose. */
const together = [
  {
    use: 'linked wallets',
    begin: ['SERVICE_PAYMENT_URL', 'PARTNER_CODE'],
    need: ['SERVICE_PAYMENT_URL', 'PARTNER_CODE', 'MERCHANT_CODE', 'POS_CODE', 'LINK_SECRET'],
  },
  {
    use: 'transfers',
    begin: ['MERCHANT_ACCOUNT_ID', 'TRANSFER_LIMIT_VND', 'TRANSFER_DAY_LIMIT_VND'],
    need: ['MERCHANT_ACCOUNT_ID', 'TRANSFER_LIMIT_VND', 'TRANSFER_DAY_LIMIT_VND'],
  },
  {
    use: 'loyalty',
    begin: ['LOYALTY_BUSINESS_CODE', 'LOYALTY_PROGRAM_CODE'],
    need: ['LOYALTY_BUSINESS_CODE', 'LOYALTY_PROGRAM_CODE'],
  },
] as const satisfies readonly {
  use: string
  begin: readonly (keyof OrdersEnv)[]
  need: readonly (keyof OrdersEnv)[]
}[]

const isSet = (env: OrdersEnv, name: keyof OrdersEnv): boolean =>
  env[name] !== undefined && env[name] !== ''

/** Settings of a purpose whose other settings are missing. */
function halves(env: OrdersEnv): SettingProblem[] {
  return together.flatMap(({ use, begin, need }) => {
    const begun = begin.find((name) => isSet(env, name))
    if (begun === undefined) return []
    return need
      .filter((name) => !isSet(env, name))
      .map((name) => ({
        name,
        problem: `is missing for ${use}, which ${begun} is set for`,
        remedy: `${name === 'LINK_SECRET' ? setAsSecret(env) : setInVars(name, env)} Or empty ${begun}.`,
      }))
  })
}

const namesPartner = ({ PARTNER_ID }: OrdersEnv): boolean =>
  PARTNER_ID !== undefined && PARTNER_ID !== ''

/** Settings that only the daily files use, which PARTNER_ID turns on. */
const ofDailyFiles = [
  'CHECKSUM_KEY',
  'CHECKSUM_PROFILE',
  'CHECKSUM_CASE',
  'PARTNER_TOKEN',
  'SERVICE_TOKEN',
  'FOREIGN_ROWS',
  'REPORT_LANGUAGE',
] as const satisfies readonly (keyof OrdersEnv)[]

function dailyFileHalves(env: OrdersEnv): SettingProblem[] {
  if (!namesPartner(env)) {
    const begun = ofDailyFiles.find((name) => isSet(env, name))
    if (begun === undefined) return []
    const problem = `is missing for the daily files, which ${begun} is set for`
    const remedy = `${setInVars('PARTNER_ID', env)} Or remove ${begun}.`
    return [{ name: 'PARTNER_ID', problem, remedy }]
  }
  const problem = 'is missing for the daily files, which PARTNER_ID is set for'
  const remedies = {
    FILES: 'Bind the bucket in wrangler.jsonc.',
    CHECKSUM_KEY: setAsSecret(env),
  }
  return (['FILES', 'CHECKSUM_KEY'] as const)
    .filter((name) => env[name] === undefined)
    .map((name) => ({ name, problem, remedy: remedies[name] }))
}

function partnerTokenProblems(env: OrdersEnv): SettingProblem[] {
  const { PARTNER_ID = '', PARTNER_TOKEN, SERVICE_TOKEN } = env
  if (!namesPartner(env)) return []
  const name = 'PARTNER_TOKEN'
  const remedy = setInVars('it', env)
  if (!PARTNER_TOKEN && !/^[A-Za-z0-9]{1,32}$/.test(PARTNER_ID)) {
    return [
      { name, problem: 'must be set, as PARTNER_ID is not 1 to 32 letters and digits', remedy },
    ]
  }
  if ((PARTNER_TOKEN || PARTNER_ID) !== (SERVICE_TOKEN || 'SERVICE')) return []
  const problem =
    'is the name of the service in the file names too, so that two files have one name'
  return [{ name, problem, remedy }]
}

/** The bindings that must be configured in wrangler.jsonc. */
function bindingProblems(env: Partial<OrdersEnv>): SettingProblem[] {
  const remedy = 'Bind it in wrangler.jsonc.'
  return (['DB', 'OUTBOX_QUEUE'] as const)
    .filter((name) => env[name] === undefined)
    .map((name) => ({ name, problem: 'is not bound', remedy }))
}

/** Problems of the addresses in WEBHOOK_ENDPOINTS, each of which is one as WEBHOOK_URL is. */
function endpointProblems({ ENVIRONMENT, WEBHOOK_ENDPOINTS = '' }: OrdersEnv): SettingProblem[] {
  const listed = v.safeParse(endpointList, WEBHOOK_ENDPOINTS)
  // A malformed list is reported by the check of the setting itself.
  if (!listed.success || environmentOf(ENVIRONMENT) === undefined) return []
  return listed.output.flatMap(({ url }) =>
    environmentProblems(ENVIRONMENT, { WEBHOOK_ENDPOINTS: url }),
  )
}

type Word = keyof OrdersEnv & keyof typeof defaultWords

/** Words of the service as they are when their settings are left out. */
const defaultWords = {
  CAPTURE_STATUS: 'SUCCESS',
  RELEASE_STATUS: 'FAIL',
  WALLET_METHOD: 'WALLET',
  POINT_METHOD: 'POINT',
} as const

/** Words that mean opposite things. */
const opposites = [
  ['CAPTURE_STATUS', 'RELEASE_STATUS', 'one word for the capture and the release of held money'],
  ['WALLET_METHOD', 'POINT_METHOD', 'one method for the money and the points of a payment'],
] as const satisfies readonly (readonly [one: Word, other: Word, what: string])[]

/** With one word for both, a release would capture the money, or money would count as points. */
function oppositeProblems(env: OrdersEnv): SettingProblem[] {
  const wordOf = (name: Word): string => env[name] || defaultWords[name]
  return opposites
    .filter(([one, other]) => wordOf(one) === wordOf(other))
    .map(([one, other, what]) => {
      const [name, usual] = isSet(env, one) ? [one, other] : [other, one]
      const remedy = `Set ${one} and ${other} to different words in ${variablesIn(env.ENVIRONMENT)}.`
      return { name, problem: `has ${what}, together with ${usual}`, remedy }
    })
}

/**
 * Contradictions between settings that are individually valid; with one of them the Worker does no
 * work.
 */
export function contradictionsIn(env: OrdersEnv): SettingProblem[] {
  const { SERVICE_URL, SERVICE_PAYMENT_URL, IPN_URL, CHECKOUT_URL, WEBHOOK_URL } = env
  const addresses = { SERVICE_URL, SERVICE_PAYMENT_URL, IPN_URL, CHECKOUT_URL, WEBHOOK_URL }
  return [
    ...bindingProblems(env),
    ...environmentProblems(env.ENVIRONMENT, addresses),
    ...endpointProblems(env),
    ...partnerTokenProblems(env),
    ...oppositeProblems(env),
  ]
}

/** A pause that is not set as the runbook says; money is paused by it nevertheless. */
function pauseProblems({ ENVIRONMENT, MONEY_PAUSED = '' }: OrdersEnv): SettingProblem[] {
  if (MONEY_PAUSED === '' || MONEY_PAUSED === 'true') return []
  const name = 'MONEY_PAUSED'
  const command = (action: string) => secretCommand(`${action} ${name}`, ENVIRONMENT)
  const problem = 'must be true, or be deleted; until then money is paused'
  const remedy = `Set it with ${command('put')}, or end the pause with ${command('delete')}.`
  return [{ name, problem, remedy }]
}

/**
 * Settings that have no effect because another setting is missing, or another effect than was
 * meant; the rest of this Worker continues.
 */
export function halvesIn(env: OrdersEnv): SettingProblem[] {
  return [...halves(env), ...dailyFileHalves(env), ...pauseProblems(env)]
}
