import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { withChanceOf } from './chance-of-seed.ts'
import type { FuzzedParser } from './fuzzed-parser.ts'
import { mutate, mutateJson } from './mutate.ts'
import { createRandom } from './random.ts'
import { shrink } from './shrink.ts'

/** An input that breaks a promise. */
export interface FuzzFailure {
  /** Which input it was, from 1. */
  readonly number: number
  readonly reason: 'throws' | 'slow' | 'grows'
  readonly message: string
  /** The input, shortened as far as that was cheap; empty if memory grows. */
  readonly input: string
}

/** The result of fuzzing a parser. */
export interface FuzzResult {
  readonly parser: string
  readonly seed: number
  /** Number of inputs that were read. */
  readonly inputs: number
  readonly failure?: FuzzFailure
}

/** Options of fuzzing. */
export interface FuzzSettings {
  readonly seed: number
  readonly inputs: number
  /** Called for every thousandth input. */
  readonly progress?: (inputs: number) => void
}

const defaultSlowMs = 50
const measurements = 5
const maxGrowthBytes = 24 * 2 ** 20

/** One input: the same for the same seed, number and seeds of the parser. */
export function inputOf(
  { name, seeds, words, isJson, draw }: FuzzedParser,
  seed: number,
  number: number,
) {
  const random = createRandom(seed, `${name} ${number}`)
  if (draw !== undefined) return draw(random)
  const valid = random.pick(seeds)
  if (isJson !== true || random.below(2) === 0) return mutate(valid, random, words)
  const changed = mutateJson(valid, random, words)
  return random.below(4) === 0 ? mutate(changed, random, words) : changed
}

async function problemOf(parser: FuzzedParser, input: string): Promise<unknown> {
  try {
    await parser.read(input)
    return undefined
  } catch (error) {
    return error ?? new Error('It threw nothing.')
  }
}

/**
 * Processor time of this thread in milliseconds, which does not include other programs of a busy
 * machine.
 */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * Milliseconds for an input: the minimum of several runs, because the compiler and the garbage
 * collector interfere.
 */
async function quickestMs(parser: FuzzedParser, input: string): Promise<number> {
  let quickest = Infinity
  const { slowMs = defaultSlowMs } = parser
  for (let count = 0; count < measurements && quickest > slowMs; count += 1) {
    const started = threadMs()
    await problemOf(parser, input)
    quickest = Math.min(quickest, threadMs() - started)
  }
  return quickest
}

function usedBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
  return process.memoryUsage().heapUsed
}

function messageOf(problem: unknown): string {
  return problem instanceof Error ? `${problem.name}: ${problem.message}` : String(problem)
}

async function failureOf(
  parser: FuzzedParser,
  input: string,
  number: number,
): Promise<FuzzFailure | undefined> {
  const { slowMs = defaultSlowMs } = parser
  const started = threadMs()
  const problem = await problemOf(parser, input)
  if (problem !== undefined) {
    const isSame = async (shorter: string) =>
      messageOf(await problemOf(parser, shorter)) === messageOf(problem)
    const shortest = await shrink(input, isSame)
    return { number, reason: 'throws', message: messageOf(problem), input: shortest }
  }
  if (threadMs() - started <= slowMs) return undefined
  const milliseconds = await quickestMs(parser, input)
  if (milliseconds <= slowMs) return undefined
  const message = `It takes ${Math.round(milliseconds)} ms, more than ${slowMs}.`
  return { number, reason: 'slow', message, input }
}

/**
 * Fuzzes a parser, and stops at the first broken promise: the parser throws an undocumented error,
 * takes more than 50 ms (or its own limit) of processor time in each of five runs, or the heap
 * grows by more than 24 MiB over the second half of the inputs.
 */
export async function fuzzParser(
  parser: FuzzedParser,
  settings: FuzzSettings,
): Promise<FuzzResult> {
  return withChanceOf(settings.seed, parser.name, () => feed(parser, settings))
}

async function feed(
  parser: FuzzedParser,
  { seed, inputs, progress }: FuzzSettings,
): Promise<FuzzResult> {
  const half = Math.ceil(inputs / 2)
  let usedBefore = 0
  for (let number = 1; number <= inputs; number += 1) {
    const failure = await failureOf(parser, inputOf(parser, seed, number), number)
    if (failure !== undefined) return { parser: parser.name, seed, inputs: number, failure }
    if (number === half) usedBefore = usedBytes()
    if (number % 1000 === 0) progress?.(number)
  }
  const grown = usedBytes() - usedBefore
  const result = { parser: parser.name, seed, inputs }
  if (grown <= maxGrowthBytes) return result
  const message = `The heap grew by ${Math.round(grown / 2 ** 20)} MiB.`
  return { ...result, failure: { number: inputs, reason: 'grows', message, input: '' } }
}
