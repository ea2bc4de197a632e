// Plain JavaScript: `npm start` reads its options before anything is installed, on any Node from 20 on.
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { defaultPortBase } from '../house/taken-place.js'

export const usage = `Usage: npm start [-- --reset] [-- --demo] [-- --state DIR] [-- --profile NAME]

Starts the shop, the merchant's Workers and the wallet service's sandbox on this machine.

  --reset      forget every order, key and balance of earlier starts
  --demo       begin with a month of orders, refunds, transfers, daily files and webhooks, made by the real
               calls, which takes minutes; where orders are kept already, they stay as they are
  --days N     with --demo: so many days until today, 3 to 31 (30 when left out)
  --seed N     with --demo: another month, the same one for the same number (1 when left out)
  --state DIR  keep them in DIR, which holds nothing else (.merchant-edge when left out)
  --profile NAME
               how the wallet service reads requests: lenient, as the real one does, or strict, by the
               letter; as it was left when left out
  --help       this text

PORT_BASE=9000 npm start moves the seven addresses to 9000 to 9006 (8787 to 8793 when left out).`

/** An option that is wrong; its message is for a person. */
export class StartOptionError extends Error {}

/** @typedef {'lenient' | 'strict'} ApiProfile how the wallet service reads requests */

/**
 * @typedef {object} DemoRange the month of demonstration that is asked for
 * @property {number} seed
 * @property {number} days
 */

/**
 * @typedef {object} StartOptions
 * @property {boolean} reset whether orders, keys and balances of earlier starts are forgotten
 * @property {boolean} help
 * @property {string} stateDirectory
 * @property {ApiProfile | undefined} profile
 * @property {DemoRange | undefined} demo
 * @property {number} portBase the first of seven ports
 */

/**
 * A whole number of an option.
 *
 * @param {string} name
 * @param {string} text
 * @param {readonly [number, number]} limits the least and the most
 * @returns {number}
 */
function wholeNumber(name, text, [least, most]) {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw new StartOptionError(`--${name} must be a whole number from ${least} to ${most}.`)
}

/**
 * @param {{ demo: boolean, days?: string | undefined, seed?: string | undefined }} given
 * @returns {DemoRange | undefined}
 */
function readDemo({ demo, days, seed }) {
  const range = {
    days: wholeNumber('days', days ?? '30', [3, 31]),
    seed: wholeNumber('seed', seed ?? '1', [0, 999_999_999]),
  }
  if (demo) return range
  if (days === undefined && seed === undefined) return undefined
  throw new StartOptionError('--days and --seed belong to --demo: npm start -- --demo --days 7')
}

/**
 * @param {string | undefined} profile
 * @returns {ApiProfile | undefined}
 */
function readProfile(profile) {
  if (profile === undefined || profile === 'lenient' || profile === 'strict') return profile
  throw new StartOptionError('--profile must be lenient or strict.')
}

/** @returns {number} */
function readPortBase() {
  const portBase = Number(process.env['PORT_BASE'] ?? defaultPortBase)
  if (Number.isInteger(portBase) && portBase >= 1024 && portBase <= 65_529) return portBase
  throw new StartOptionError('PORT_BASE must be a port number from 1024 to 65529.')
}

/** @returns {StartOptions} */
function readGiven() {
  const { values } = parseArgs({
    options: {
      reset: { type: 'boolean', default: false },
      state: { type: 'string' },
      profile: { type: 'string' },
      demo: { type: 'boolean', default: false },
      days: { type: 'string' },
      seed: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  const { reset, help, state, demo, days, seed } = values
  if (state === '') throw new StartOptionError('--state must name a folder.')
  return {
    reset,
    help,
    stateDirectory: resolve(
      state ?? join(fileURLToPath(new URL('../..', import.meta.url)), '.merchant-edge'),
    ),
    profile: readProfile(values.profile),
    demo: readDemo({ demo, days, seed }),
    portBase: readPortBase(),
  }
}

/**
 * Reads the options of `npm start` and PORT_BASE.
 *
 * @returns {StartOptions}
 * @throws StartOptionError with the usage behind it when one is wrong or unknown
 */
export function readStartOptions() {
  try {
    return readGiven()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new StartOptionError(`${message}\n\n${usage}`)
  }
}
