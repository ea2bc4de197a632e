import { endpoints } from '@merchant-edge/contract'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { commandHelp } from '../src/command/help-text.ts'
import { readArguments } from '../src/command/read-arguments.ts'
import { findCommand } from '../src/command/find-command.ts'
import { commandsMarkdown } from '../src/commands-markdown.ts'
import { commandGroups, commands as entries, loadCommands } from '../src/commands.ts'
import { jsonOf, merchantEdge, merchantEdgeHere, startMerchantEdge } from './merchant-edge.ts'

const commands = await loadCommands()

const signed = '--key k.pem --key-code K1 --method POST --path /merchant-integration/v1/x'
const service = '--url http://127.0.0.1:9 --key k.pem --key-code K1'

const mistakes = [
  ['', 'Usage: merchant-edge COMMAND'],
  ['sgin', 'Did you mean "sign"'],
  ['keys', 'keys generate, keys inspect'],
  ['keys genrate', 'Did you mean "keys generate"'],
  ['hlep', 'Did you mean "help"'],
  ['--verison', 'Did you mean "--version"'],
  ['-v', '"-v" stands where the command is expected'],
  ['--url http://127.0.0.1:9 orders list', 'Write the command first'],
  ['list orders', 'Did you mean "orders list"'],
  ['--version 2', '"2" is one argument too many'],
  ['keys generate', '--out DIR is missing'],
  ['keys generate --ot d', 'Did you mean --out?'],
  ['keys generate --out', '--out has no value'],
  ['keys generate --out --bits 2048', '--out is followed by another option'],
  ['keys generate --out d --out e', '--out is given 2 times'],
  ['keys generate --out d --bits 1024', 'from 2048 to 4096'],
  ['keys inspect', 'FILE is missing'],
  ['keys inspect a b', 'one argument too many'],
  ['keys inspect nowhere.pem', 'there is no such file'],
  ['keys inspect .', 'it is a directory'],
  ['sign', '--key FILE is missing'],
  [`sign ${signed} --nonse n`, 'Did you mean --nonce?'],
  [`sign ${signed.replace('POST', 'post')}`, 'Write --method POST'],
  [
    `sign ${signed.replace('--path /', '--path https://service.example/')}`,
    'the host is not signed',
  ],
  [`sign ${signed.replace('--path /', '--path ')}`, 'begin with one slash'],
  [`sign ${signed} --nonce a;b`, 'semicolon'],
  [`sign ${signed} --nonce ${'n'.repeat(256)}`, 'at most 255'],
  [`sign ${signed.replace('K1', 'k'.repeat(37))}`, 'at most 36'],
  [`sign ${signed} --timestamp 1.5`, 'not a whole number'],
  [`sign ${signed} --timestamp 1767225600000`, 'not milliseconds'],
  ['verify-callback http://shop.example/ipn', '--key FILE is missing'],
  ['verify-callback --key k.pem', 'URL is missing'],
  ['explain --key k.pem --method POST --path /merchant-integration/v1/x', 'neither a signature'],
  ['explain --key k.pem --method POST --path /x --header nonsense', 'no header'],
  ['call', 'ENDPOINT is missing'],
  ['call creatTqrOrder', 'Did you mean createTqrOrder?'],
  ['call createTqrOrder', '--url BASE is missing'],
  ['call createTqrOrder --json-body {', '--url BASE is missing'],
  [`call createTqrOrder ${service}`, 'There is no body'],
  [`call createTqrOrder ${service} --json-body {`, 'not JSON'],
  [`call createTqrOrder ${service} --json-body [] --body b.json`, 'both given'],
  [
    `call createTqrOrder ${service} --json-body {"order_amount":1,"order_amount":2}`,
    'the field "order_amount" twice',
  ],
  [`call createTqrOrder ${service} --json-body {"order_amount":1}`, 'store_code is required'],
  [
    `call queryOrder ${service} --json-body {"order_id":"20260101T1","order_idd":1}`,
    'Did you mean "order_id"',
  ],
  [`call queryOrder --url http://service.example --key k --key-code K1`, 'not encrypted'],
  [`call queryOrder ${service} --timeout 0`, 'from 1 to 600'],
  ['trigger', 'trigger callback'],
  ['trigger callback --key k.pem', '--url URL is missing'],
  ['trigger callback --url http://127.0.0.1:9', '--key FILE is missing'],
  ['trigger callback --url ftp://127.0.0.1 --forge', 'not an http or https address'],
  ['trigger callback --url http://127.0.0.1:9 --forge --order-id a;b', 'semicolon'],
  ['trigger callback --url http://127.0.0.1:9 --forge --repeat many', 'from 1 to 1000'],
  ['trigger callback --url http://127.0.0.1:9 --forge=yes', 'takes no value'],
  ['sandbox --port http', 'from 0 to 65535'],
  ['sandbox start', 'one argument too many'],
  ['doctor', 'nothing to check'],
  ['doctor --url service.example', 'not an http or https address'],
  ['doctor --key nowhere.pem', 'there is no such file'],
] as const

describe('wrong usage', () => {
  it.each(mistakes)('of "%s" exits with 2 and says: %s', async (line, said) => {
    const run = await merchantEdgeHere(line === '' ? [] : line.split(' '))

    expect(run.code).toBe(2)
    expect(run.stdout).toBe('')
    expect(run.stderr).toContain(said)
  })

  it.each(mistakes.slice(1))('of "%s" is one JSON object with --json', async (line) => {
    const run = await merchantEdgeHere([...line.split(' '), '--json'])

    expect(jsonOf(run)).toEqual({
      error: {
        reason: expect.stringMatching(/^[a-z_]+$/),
        message: expect.any(String),
        remedy: expect.any(String),
      },
    })
  })

  it.each([
    'sgin',
    'keys generate',
    'sign --key nowhere.pem --unknown',
    'explain --key',
    'verify-callback --key nowhere.pem http://shop.example/ipn',
    'call nothing',
    'trigger callback',
    'sandbox --port http',
    'doctor',
  ])('of "%s" exits the process with 2 and without a stack trace', async (line) => {
    const run = await merchantEdge(line.split(' '))

    expect(run.code).toBe(2)
    expect(run.stdout).toBe('')
    expect(run.stderr).toMatch(/^merchant-edge: .+\n.+\n$/)
  })

  it('of a process is one JSON object on standard output', async () => {
    const run = await merchantEdge(['--json', 'sign'])

    expect(run).toMatchObject({ code: 2, stderr: '' })
    expect(jsonOf(run)).toMatchObject({ error: { reason: 'wrong_usage' } })
  })
})

it('a command of two words that is typed as one is named', async () => {
  const { code, stderr } = await merchantEdgeHere(['orders list'])

  expect([code, stderr]).toEqual([
    2,
    'merchant-edge: "orders list" is one word.\nWrite it without quotes: merchant-edge orders list\n',
  ])
})

describe('--json as the first word', () => {
  it('is understood before a command of two words', async () => {
    const run = await merchantEdgeHere(['--json', 'keys', 'generate'])

    expect(run).toMatchObject({ code: 2, stderr: '' })
    expect(jsonOf(run)).toMatchObject({ error: { message: expect.stringContaining('--out DIR') } })
  })

  it('does not change what follows two dashes', async () => {
    const run = await merchantEdgeHere(['--json', 'keys', 'inspect', '--', 'nowhere.pem'])

    expect(run.stderr).toBe('')
    expect(jsonOf(run)).toMatchObject({ error: { reason: 'file_unreadable' } })
  })

  it('needs a command', async () => {
    const run = await merchantEdgeHere(['--json'])

    expect(run.code).toBe(2)
    expect(jsonOf(run)).toMatchObject({ error: { message: 'No command was typed.' } })
  })

  it.each([['--version'], ['--help'], ['help', 'sign']])(
    'is understood before %s',
    async (...line) => {
      const run = await merchantEdgeHere(['--json', ...line])

      expect(run.code).toBe(0)
      expect(Object.keys(jsonOf(run))).toHaveLength(1)
    },
  )
})

describe('help', () => {
  it('of the program lists every command', async () => {
    const run = await merchantEdge(['--help'])

    expect(run.code).toBe(0)
    for (const { name, summary } of commands) {
      expect(run.stdout).toMatch(new RegExp(`^  ${name} +${summary}$`, 'm'))
    }
    for (const { title } of commandGroups) expect(run.stdout).toContain(`\n\n${title}\n  `)
  })

  it('of a first word lists its commands under the heading of the program', async () => {
    const run = await merchantEdgeHere(['help', 'refunds'])

    expect(run.stdout).toMatch(
      /\n\nOperators: orders and money\n {2}refunds list .+\n {2}refunds create .+\n {2}refunds settle .+\n\n/,
    )
    expect(run.stdout).not.toContain('orders list')
  })

  it.each([
    ['sign', '--help'],
    ['help', 'sign'],
    ['sign', '--key', 'k', '-h'],
  ])('is printed for %s %s', async (...args) => {
    const run = await merchantEdge(args)

    expect(run.code).toBe(0)
    expect(run.stdout).toContain('Usage: merchant-edge sign --key FILE')
  })

  it('is one JSON object with --json', async () => {
    const run = await merchantEdgeHere(['call', '--help', '--json'])

    expect(jsonOf(run)).toEqual({ help: expect.stringContaining('merchant-edge call') })
  })

  it('prints the version', async () => {
    const manifest: unknown = JSON.parse(
      readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
    )

    const run = await merchantEdge(['--version'])

    expect(manifest).toMatchObject({ version: run.stdout.trim() })
  })
})

describe.each(commands.map((command) => [command.name, command] as const))(
  '%s',
  (_name, command) => {
    it('names in its usage only what it takes', () => {
      const known = Object.keys(command.options)

      const used = [...command.usage.matchAll(/--([a-z-]+)/g)].map(([, name]) => name)

      expect(known).toEqual(expect.arrayContaining(used))
    })

    it('shows every option in its help', () => {
      for (const [name, { summary }] of Object.entries(command.options)) {
        expect(commandHelp(command)).toContain(`--${name}`)
        expect(summary).toMatch(/\.$/)
      }
    })

    it.each([40, 60, 100])(
      'has a help that fits into %i columns, word by word',
      async (columns) => {
        const args = [...command.name.split(' '), '--help']
        const whole = await merchantEdgeHere(args)
        const narrow = await merchantEdgeHere(args, { columns })

        const words = (text: string) => text.split(/\s+/)
        expect(words(narrow.stdout)).toEqual(words(whole.stdout))
        const tooLong = narrow.stdout.split('\n').filter((line) => {
          // Examples are not wrapped, and a single long word stays whole.
          const isExample = line.startsWith('  merchant-edge ')
          return line.length > columns && !isExample && line.trim().includes(' ')
        })
        expect(tooLong).toEqual([])
      },
    )

    it.each(command.examples)('has an example that parses: %s', (example) => {
      const words = [...example.matchAll(/'([^']*)'|(\S+)/g)].map(
        ([, quoted, bare]) => quoted ?? bare ?? '',
      )

      const found = findCommand(commands, words)

      expect(found.command).toBe(command)
      expect(() => readArguments(command, found.args, {})).not.toThrow()
    })
  },
)

describe('the list of commands', () => {
  it('fits into a narrow terminal', async () => {
    const { stderr } = await merchantEdgeHere([], { columns: 60 })

    expect(stderr.split('\n').filter((line) => line.length > 60)).toEqual([])
    expect(stderr).toMatch(/\n {2}alerts list {9}List alerts by state and kind\.\n/)
  })

  it.each([
    ['alert list', ['alerts list', 'alerts show', 'alerts acknowledge', 'alerts close']],
    ['alerts sho 7', ['alerts list', 'alerts show', 'alerts acknowledge', 'alerts close']],
    ['sgin', ['sign']],
  ])(
    'names for the unknown command "%s" those that may be meant, and no other',
    async (line, meant) => {
      const { stderr } = await merchantEdgeHere(line.split(' '))

      expect(stderr).toContain('Did you mean')
      for (const { name } of commands) {
        expect([
          name,
          [`${name},`, `${name}.`, `"${name}"`].some((named) => stderr.includes(named)),
        ]).toEqual([name, meant.includes(name)])
      }
    },
  )

  it('leads to the help for a command that resembles none', async () => {
    const { stderr } = await merchantEdgeHere(['frobnicate'])

    expect(stderr).toContain('See merchant-edge --help.')
    expect(stderr.length).toBeLessThan(200)
  })

  it('calls each command by its name', () => {
    expect(entries.map(({ name }) => name)).toEqual(commands.map(({ name }) => name))
  })
})

describe('documents', () => {
  it('describe every option of every command', async () => {
    const markdown = await commandsMarkdown()
    const rows = markdown.match(/^\| `/gm) ?? []
    const expected = commands.map(({ operands, options }) => {
      return Object.keys(operands).length + Object.keys(options).length + 2
    })

    expect(rows).toHaveLength(commands.length + expected.reduce((sum, count) => sum + count, 0))
  })
})

describe.each(Object.keys(endpoints))('call %s --example', (name) => {
  it('prints a body that the call accepts', async () => {
    const example = await merchantEdgeHere(['call', name, '--example'])

    const run = await merchantEdgeHere([
      'call',
      name,
      '--json-body',
      example.stdout,
      '--url',
      'http://127.0.0.1:9',
      '--key',
      '/nowhere/private.pem',
      '--key-code',
      'K',
    ])

    expect(example.code).toBe(0)
    expect(run.stderr).toContain('/nowhere/private.pem')
  })
})

describe('output', () => {
  it('has no colours when it is not a terminal', async () => {
    const run = await merchantEdge(['call', '--list'], { environment: { FORCE_COLOR: '1' } })

    expect(run.stdout).not.toContain('\u001B')
  })

  it('succeeds when its reader closes early', async () => {
    const child = startMerchantEdge(['--help'])
    child.stdout.destroy()
    let stderr = ''
    child.stderr.on('data', (chunk) => (stderr += String(chunk)))

    const code = await new Promise((resolve) => {
      child.once('close', resolve)
    })

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })
})
