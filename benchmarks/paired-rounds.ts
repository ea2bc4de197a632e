/** A function to measure: repeats its work `times` times. */
export type Work = (times: number) => Promise<void>

export interface PairedResult {
  /** Operations a second of the measured function, in its median round. */
  readonly ours: number
  /** Operations a second of its floor, in the median round. */
  readonly floor: number
  /** Median or mean over the rounds of ours / floor; 1 means no overhead. */
  readonly ratio: number
}

/** The median of values; 0 if there are none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

async function rate(work: Work, times: number): Promise<number> {
  const started = performance.now()
  await work(times)
  return times / ((performance.now() - started) / 1000)
}

/** Figures of every round; the two lists have the same length. */
export interface Rounds {
  readonly ours: readonly number[]
  readonly floor: readonly number[]
}

interface RoundsWanted {
  readonly rounds: number
  /** Number of first rounds that are not counted. */
  readonly warmUpRounds: number
}

/**
 * Measures two functions in turn, round by round and in alternating order, so that both run under the same conditions. The
 * result is their ratio, not their times.
 */
export async function inTurn(
  pair: { ours: () => Promise<number>; floor: () => Promise<number> },
  { rounds, warmUpRounds }: RoundsWanted,
): Promise<Rounds> {
  const ours: number[] = []
  const floor: number[] = []
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    const floorFirst = round % 2 === 0
    const before = floorFirst ? await pair.floor() : undefined
    const own = await pair.ours()
    const bare = before ?? (await pair.floor())
    if (round < 0) continue
    ours.push(own)
    floor.push(bare)
  }
  return { ours, floor }
}

/** Measures the rates of two functions {@link inTurn}, in operations a second. */
export function roundRates(
  pair: { ours: Work; floor: Work },
  { times, ...wanted }: RoundsWanted & { readonly times: number },
): Promise<Rounds> {
  return inTurn(
    { ours: () => rate(pair.ours, times), floor: () => rate(pair.floor, times) },
    wanted,
  )
}

function ratios({ ours, floor }: Rounds): number[] {
  return ours.map((value, round) => value / (floor[round] ?? Number.NaN))
}

/** The medians of rounds; each ratio is computed from the two rates of one round. */
export function medianRound(rounds: Rounds): PairedResult {
  return { ours: median(rounds.ours), floor: median(rounds.floor), ratio: median(ratios(rounds)) }
}

/**
 * The medians of rounds, and the geometric mean of their ratios: for figures that vary so much between rounds that the median
 * of a few ratios varies too.
 */
export function meanRound(rounds: Rounds): PairedResult {
  const logarithms = ratios(rounds).map((ratio) => Math.log(ratio))
  const sum = logarithms.reduce((left, right) => left + right, 0)
  return { ...medianRound(rounds), ratio: Math.exp(sum / logarithms.length) }
}

/** Measures two functions in turn after one warm-up round, and computes the medians. */
export async function pairedRounds(
  pair: { ours: Work; floor: Work },
  options: { times: number; rounds: number },
): Promise<PairedResult> {
  return medianRound(await roundRates(pair, { ...options, warmUpRounds: 1 }))
}
