import {
  environmentOf,
  environmentProblems,
  misspeltSettings,
  secretCommand,
  variablesIn,
  type Configuration,
  type SettingProblem,
} from '@merchant-edge/pages'
import type { ConsoleEnv } from '../console-env.ts'
import { operatorProblems } from '../sign-in/find-operator.ts'
import { secondFactorProblems } from '../sign-in/second-factor.ts'

const minSecretChars = 32

/** A bare origin, as browsers write it. */
function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.hash === ''
}

function signOnProblems(env: Partial<ConsoleEnv>): SettingProblem[] {
  const { CONSOLE_URL = '', AUTH_URL = '', CLIENT_ID = '', CLIENT_SECRET = '' } = env
  const inVariables = `Set it in ${variablesIn(env.ENVIRONMENT)}.`
  const wrong = (name: keyof ConsoleEnv, problem: string, remedy: string) => ({
    name,
    problem,
    remedy,
  })
  return [
    ...(isOrigin(CONSOLE_URL)
      ? []
      : [
          wrong(
            'CONSOLE_URL',
            'is missing or not an origin such as https://desk.example.com',
            inVariables,
          ),
        ]),
    ...(isWebAddress(AUTH_URL)
      ? []
      : [wrong('AUTH_URL', 'is missing or no https address', inVariables)]),
    ...(CLIENT_ID === ''
      ? [wrong('CLIENT_ID', 'is missing', `${inVariables} The identity server gives it.`)]
      : []),
    ...(CLIENT_SECRET === ''
      ? [
          wrong(
            'CLIENT_SECRET',
            'is missing',
            `Set it with: ${secretCommand('put CLIENT_SECRET', env.ENVIRONMENT)}. The identity server gives it.`,
          ),
        ]
      : []),
  ]
}

function sessionProblems(env: Partial<ConsoleEnv>): SettingProblem[] {
  const { SESSION_SECRET = '', SESSION_SECRET_PREVIOUS: previous } = env
  const short = `shorter than ${minSecretChars} characters`
  return [
    ...(SESSION_SECRET.length < minSecretChars
      ? [
          {
            name: 'SESSION_SECRET',
            problem: `is missing or ${short}`,
            remedy: `Set it with: openssl rand -base64 32 | ${secretCommand('put SESSION_SECRET', env.ENVIRONMENT)}`,
          },
        ]
      : []),
    ...(previous !== undefined && previous.length < minSecretChars
      ? [
          {
            name: 'SESSION_SECRET_PREVIOUS',
            problem: `is ${short}`,
            remedy: `Set it to the SESSION_SECRET before, or delete it: ${secretCommand('delete SESSION_SECRET_PREVIOUS', env.ENVIRONMENT)}`,
          },
        ]
      : []),
  ]
}

const bindings = [
  ['DB', 'Bind the database of the sessions in wrangler.jsonc.'],
  ['CONSOLE_VIEW', 'Bind the entrypoint ConsoleView of the orders Worker in wrangler.jsonc.'],
  ['CONSOLE_MONEY', 'Bind the entrypoint ConsoleMoney of the orders Worker in wrangler.jsonc.'],
  [
    'CONSOLE_SIGN_INS',
    'Bind the entrypoint ConsoleSignIns of the orders Worker in wrangler.jsonc.',
  ],
] as const satisfies readonly (readonly [keyof ConsoleEnv, string])[]

function bindingProblems(env: Partial<ConsoleEnv>): SettingProblem[] {
  return bindings
    .filter(([name]) => env[name] === undefined)
    .map(([name, remedy]) => ({ name, problem: 'is not bound', remedy }))
}

/** Checks all variables, secrets and bindings of this Worker. It never quotes a value. */
export function checkSettings(env: ConsoleEnv): Configuration {
  const { ENVIRONMENT, CONSOLE_URL, AUTH_URL } = env
  return {
    environment: environmentOf(ENVIRONMENT) ?? null,
    problems: [
      ...environmentProblems(ENVIRONMENT, { CONSOLE_URL, AUTH_URL }),
      ...signOnProblems(env),
      ...sessionProblems(env),
      ...secondFactorProblems(env.SECOND_FACTOR),
      ...operatorProblems(env),
      ...bindingProblems(env),
    ],
  }
}

const settings = [
  'ENVIRONMENT',
  'CONSOLE_URL',
  'AUTH_URL',
  'CLIENT_ID',
  'CLIENT_SECRET',
  'SESSION_SECRET',
  'SESSION_SECRET_PREVIOUS',
  'SECOND_FACTOR',
  'CONSOLE_OPERATORS',
] as const satisfies readonly (keyof ConsoleEnv)[]

/** Misspelt settings; they do not make a page unavailable. */
export function misspeltSettingsOf(env: ConsoleEnv): SettingProblem[] {
  return misspeltSettings(env, settings)
}
