// Plain JavaScript: `npm start` reads its options before anything is installed, on any Node from 20
// on.
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { defaultPortBase } from '../house/places/taken-place.js'

export const usage = `Usage: npm start [-- --reset] [-- --demo] [-- --state DIR] [-- --profile NAME]

Starts the shop, the merchant's Workers and the wallet service's sandbox on this machine.

  --reset      delete every order, key and balance of earlier starts
  --demo       begin with demonstration data: a month of orders, refunds, transfers, daily files and webhooks,
               made with real calls, which takes minutes; skipped if there are orders of earlier starts
  --days N     with --demo: number of days until today, 3 to 31 (30 if left out)
  --seed N     with --demo: seed of the data; the same seed makes the same data (1 if left out)
  --state DIR  folder for orders, keys and balances, which holds nothing else (.merchant-edge if left out)
  --profile NAME
               how strictly the sandbox reads requests: lenient, like the real service, or strict, exactly as
               the specification says; unchanged from the last start if left out
  --help       this text

PORT_BASE=9000 npm start uses the ports 9000 to 9006 (8787 to 8793 if left out).`

/** An option is wrong; the message is shown to the user. */
export class StartOptionError extends Error {}

/** @typedef {'lenient' | 'strict'} ApiProfile how the wallet service reads requests */

/**
 * @typedef {object} DemoRange the requested demonstration data
 * @property {number} seed
 * @property {number} days
 */

/**
 * @typedef {object} StartOptions
 * @property {boolean} reset whether orders, keys and balances of earlier starts are deleted
 * @property {boolean} help
 * @property {string} stateDirectory
 * @property {ApiProfile | undefined} profile
 * @property {DemoRange | undefined} demo
 * @property {number} portBase the first of seven ports
 */

/**
 * Reads the whole number of an option.
 *
 * @param {string} name
 * @param {string} text
 * @param {readonly [number, number]} limits the minimum and the maximum
 * @returns {number}
 */
function wholeNumber(name, text, [min, max]) {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (number >= min && number <= max) return number
  throw new StartOptionError(`--${name} must be a whole number from ${min} to ${max}.`)
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
  throw new StartOptionError('--days and --seed need --demo: npm start -- --demo --days 7')
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
 * @throws StartOptionError when one is wrong or unknown; its message ends with the usage
 */
export function readStartOptions() {
  try {
    return readGiven()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new StartOptionError(`${message}\n\n${usage}`)
  }
}
