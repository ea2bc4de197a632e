import { loadCommands } from '@merchant-edge/cli'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operatorCommand } from './operator-command.ts'
import { freePorts } from '../places/ports.ts'
import { startHouse, type House } from '../start-house.ts'
import { wrongValues } from './wrong-values.ts'

let house: House

/** Runs `merchant-edge` as an operator of the house, and returns everything that it prints. */
const operator = (args: readonly string[], environment?: Readonly<Record<string, string>>) =>
  operatorCommand(house, args, environment)

/** The arguments of a command by their names as one types them: `ORDER`, `--reason`. */
function typed(name: string, values: Readonly<Record<string, string>>): readonly string[] {
  const parts = Object.entries(values)
  return [
    ...name.split(' '),
    ...parts.flatMap(([argument, value]) => (argument.startsWith('--') ? [] : [value])),
    ...parts.flatMap(([argument, value]) =>
      argument.startsWith('--') ? [`${argument}=${value}`] : [],
    ),
  ]
}

// Words of the API, and its names that no option has.
const ofTheApi =
  /\b(?:GET|POST) \/|\brequest\b|\bquery\b|\bheader\b|\bfields?\b|\bthe body\b|\w[a-z](?:Code|Vnd|Id)\b/

const shared = new Set(['url', 'token', 'access'])
const own = await loadCommands().then((all) =>
  all.filter(({ name, options }) => 'token' in options && name !== 'sign-out'),
)
const rows = Object.entries(wrongValues).flatMap(([name, { usable, wrong }]) =>
  Object.entries(wrong).map(([argument, value]) => ({ name, argument, usable, ...value })),
)

beforeAll(async () => {
  house = await startHouse({ ports: await freePorts() })
  await fetch(`${house.addresses.checkout}/orders`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${house.secrets.checkoutSecret}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ id: 'ORDER-1', amountVnd: 45_000 }),
  })
})
afterAll(() => house.stop())

it('every argument of every operator command has a wrong value in this test', () => {
  const described = own.map(({ name, operands, options }) => [
    name,
    [
      ...Object.values(operands).map(({ placeholder }) => placeholder),
      // A flag has no value.
      ...Object.entries(options).flatMap(([option, { kind }]) =>
        shared.has(option) || kind === 'flag' ? [] : [`--${option}`],
      ),
    ].toSorted(),
  ])
  const listed = Object.entries(wrongValues).map(([name, { wrong }]) => [
    name,
    Object.keys(wrong).toSorted(),
  ])

  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(described))
})

it.each(rows)(
  '$name refuses $argument $value, and says what is allowed',
  async ({ name, argument, usable, value, says, named = argument, code = 2 }) => {
    const said = await operator(typed(name, { ...usable, [argument]: value }))

    expect(said.text).toContain(says)
    expect(said.text.split(/[,.:]?\s/)).toContain(named)
    expect(said.text).not.toMatch(ofTheApi)
    expect(said.code).toBe(code)
  },
)

describe('arguments that do not fit together are refused by their names', () => {
  it.each([
    ['orders list --terminal T1', '--terminal must come with a --store'],
    ['refunds list --terminal T1', '--terminal must come with a --store'],
    ['callbacks list --state dead --order O1', '--order must stand alone'],
    ['events resend KEY --state dead --reason why', 'A key and a filter'],
    ['differences list --limit 10', '--day DATE is missing'],
    ['refunds create ORDER-1 --refund R1 --reason why', '--vnd, --points or both'],
    ['persons export', '--customer, --phone or both'],
    ['proposals list --terminal T1', '--terminal must come with a --store'],
    ['takings show --from 2026-09-02 --to 2026-09-01', '--from and --to must be one day'],
    ['takings show --from 2026-09-01 --to 2026-11-01', 'the last of at most 31 days'],
    ['transfers settle TRANSFER-1 --result succeeded --reason why', '--transaction must be given'],
  ])('%s', async (line, says) => {
    const said = await operator(line.split(' '))

    expect(said.text).toContain(says)
    expect(said.text).not.toMatch(ofTheApi)
    expect(said.code).toBe(2)
  })
})

describe.each(own.map(({ name }) => name))('%s', (name) => {
  const usable = wrongValues[name]?.usable ?? {}

  it.each([
    ['--url', 'http://checkout.example.com', 'https://checkout.example.com', 2],
    ['--url', 'http://127.0.0.1:9', 'Check --url', 1],
    ['--token', 'two words', 'merchant-edge operators add', 2],
    ['--token', 'meo_of-nobody', 'merchant-edge sign-in', 1],
  ])('refuses %s %s', async (argument, value, says, code) => {
    const said = await operator(typed(name, { ...usable, [argument]: value }))

    expect(said.text).toContain(says)
    expect(said.text).toContain(argument)
    expect(said.text).not.toMatch(ofTheApi)
    expect(said.text).not.toContain(house.secrets.operatorToken)
    expect(said.code).toBe(code)
  })

  it('refuses --access with a file that does not exist', async () => {
    const said = await operator(typed(name, { ...usable, '--access': '/nowhere/at/all' }), {})

    expect(said.text).toContain('Check --access')
    expect(said.code).toBe(2)
  })
})

const chosen = own.flatMap(({ name, options }) =>
  Object.entries(options).flatMap(([option, { choices = [] }]) =>
    choices.map((choice) => ({ name, option, choice })),
  ),
)

it('the options with listed choices are found', () => {
  expect(chosen.length).toBeGreaterThan(10)
})

it.each(chosen)('$name accepts --$option $choice, which it lists', async (one) => {
  const { name, option, choice } = one
  const usable = wrongValues[name]?.usable ?? {}
  const transaction = name === 'transfers settle' ? { '--transaction': 'T1' } : {}

  const said = await operator(typed(name, { ...usable, ...transaction, [`--${option}`]: choice }))

  expect(said.code).not.toBe(2)
})
