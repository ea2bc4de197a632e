import { parseArgs } from 'node:util'
import { fuzzParser, type FuzzResult } from './fuzz/fuzz-parser.ts'
import { fuzzedParsers } from './fuzz/parsers.ts'

/**
 * Feeds every parser of outside data with mutated inputs:
 * `node tools/fuzz.ts [PARSER...] [--inputs N] [--seed N] [--json]`. Exit code 0 when all promises
 * of the parsers hold, 1 when one is broken, 2 when the arguments are wrong.
 */
const usage = `Usage: npm run fuzz -- [PARSER...] [--inputs N] [--seed N] [--json] [--help]

  --inputs N  inputs for each parser, 1 to 1000000000; 1000000 if left out, fewer for slow ones
  --seed N    seed of the run: the same seed makes the same keys, inputs and sealed texts; the time if left out
  --json      prints one JSON object for each parser to standard output
  --help      this help, with the parsers`

const defaultInputs = 1_000_000

class UsageError extends Error {}

function wholeNumber(name: string, text: string, max: number): number {
  const value = Number(text)
  if (/^\d{1,10}$/.test(text) && value >= 1 && value <= max) return value
  throw new UsageError(`--${name} must be a whole number from 1 to ${max}.`)
}

function readCommand() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        inputs: { type: 'string' },
        seed: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    return {
      names: positionals,
      inputs:
        values.inputs === undefined
          ? undefined
          : wholeNumber('inputs', values.inputs, 1_000_000_000),
      seed:
        values.seed === undefined
          ? Date.now() % 2 ** 31
          : wholeNumber('seed', values.seed, 2 ** 31 - 1),
      json: values.json,
      help: values.help,
    }
  } catch (error) {
    if (error instanceof UsageError) throw error
    if (error instanceof TypeError) throw new UsageError(error.message)
    throw error
  }
}

function describe({ parser, seed, inputs, failure }: FuzzResult): string {
  if (failure === undefined) return `ok     ${parser}: ${inputs} inputs`
  const { number, message, input } = failure
  const again = `npm run fuzz -- ${parser} --seed ${seed} --inputs ${number}`
  const shown = input === '' ? '' : `\n       ${JSON.stringify(input).slice(0, 2_000)}`
  return `BROKEN ${parser}: input ${number}: ${message}${shown}\n       again: ${again}`
}

async function run(): Promise<number> {
  const { names, inputs, seed, json, help } = readCommand()
  const parsers = await fuzzedParsers(seed)
  const known = parsers.map(({ name, summary }) => `  ${name.padEnd(18)}${summary}`).join('\n')
  if (help) {
    console.log(`${usage}\n\nParsers:\n${known}`)
    return 0
  }
  const unknown = names.find((name) => !parsers.some((parser) => parser.name === name))
  if (unknown !== undefined) throw new UsageError(`There is no parser "${unknown}".\n\n${known}`)
  const chosen = parsers.filter(({ name }) => names.length === 0 || names.includes(name))
  console.error(`seed ${seed}, ${chosen.length} parsers`)
  let broken = 0
  for (const parser of chosen) {
    const progress = (done: number): void => {
      if (process.stderr.isTTY) process.stderr.write(`\r       ${parser.name}: ${done}`)
    }
    const wanted = inputs ?? parser.defaultInputs ?? defaultInputs
    const result = await fuzzParser(parser, { seed, inputs: wanted, progress })
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
    console.log(json ? JSON.stringify(result) : describe(result))
    if (result.failure !== undefined) broken += 1
  }
  return broken === 0 ? 0 : 1
}

try {
  process.exitCode = await run()
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(`${error.message}\n\n${usage}`)
  process.exitCode = 2
}
