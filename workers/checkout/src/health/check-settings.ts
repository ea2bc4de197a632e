import {
  environmentOf,
  environmentProblems,
  misspeltSettings,
  type Configuration,
  type SettingProblem,
} from '@merchant-edge/pages'
import { secretProblems } from '../api/checkout-secrets.ts'
import { checkoutUrlProblems } from '../api/checkout-url.ts'
import type { CheckoutEnv } from '../checkout-env.ts'
import { brandProblems } from '../pages/brand.ts'
import { operatorProblems } from '../operator/access/operators.ts'

/** The bindings to the orders Worker, with the entrypoint of each. */
const bindings = [
  ['ORDERS', 'Orders'],
  ['PUBLIC_PAGES', 'PublicPages'],
  ['LOYALTY', 'Loyalty'],
  ['OPERATOR_VIEW', 'OperatorView'],
  ['OPERATOR_MONEY', 'OperatorMoney'],
  ['OPERATOR_SIGN_INS', 'OperatorSignIns'],
] as const satisfies readonly (readonly [keyof CheckoutEnv, string])[]

const settings = [
  'ENVIRONMENT',
  'CHECKOUT_URL',
  'CHECKOUT_SECRET',
  'CHECKOUT_SECRET_PREVIOUS',
  'ORDER_KEY_SECRET',
  'ORDER_KEY_SECRET_PREVIOUS',
  'OPERATORS',
  'BRAND_NAME',
  'BRAND_LOGO',
  'BRAND_COLOR',
  'BRAND_BACKGROUND',
] as const satisfies readonly (keyof CheckoutEnv)[]

function bindingProblems(env: Partial<CheckoutEnv>): SettingProblem[] {
  return bindings
    .filter(([name]) => env[name] === undefined)
    .map(([name, entrypoint]) => ({
      name,
      problem: 'is not bound',
      remedy: `Bind the entrypoint ${entrypoint} of the orders Worker in wrangler.jsonc.`,
    }))
}

/** Checks all variables, secrets and bindings of this Worker. It never quotes a value. */
export function checkSettings(env: CheckoutEnv): Configuration {
  return {
    environment: environmentOf(env.ENVIRONMENT) ?? null,
    problems: [
      ...environmentProblems(env.ENVIRONMENT, { CHECKOUT_URL: env.CHECKOUT_URL }),
      ...checkoutUrlProblems(env),
      ...secretProblems(env),
      ...operatorProblems(env),
      ...brandProblems(env),
      ...bindingProblems(env),
      ...misspeltSettings(env, settings),
    ],
  }
}
