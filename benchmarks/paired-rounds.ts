/** One thing to be measured: does its work `times` times over. */
export type Work = (times: number) => Promise<void>

export interface PairedResult {
  /** Operations a second of the thing measured, in its median round. */
  readonly ours: number
  /** Operations a second of the floor it stands on, in its median round. */
  readonly floor: number
  /** Median or mean over the rounds of ours / floor; 1 means that nothing is lost. */
  readonly ratio: number
}

/** The middle one of some values; 0 when there is none. */
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
  /** Rounds that come first and are not counted. */
  readonly warmUpRounds: number
}

/**
 * Measures two things in turn, round by round and in changing order, so that both meet the same
 * machine: what counts is the ratio, not the seconds.
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

/** Measures the rates of two things {@link inTurn}, in operations a second. */
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

/** The medians of rounds; each ratio is that of the two rates of one round. */
export function medianRound(rounds: Rounds): PairedResult {
  return { ours: median(rounds.ours), floor: median(rounds.floor), ratio: median(ratios(rounds)) }
}

/**
 * The medians of rounds, and the geometric mean of their ratios: for figures that move so much from round to round that
 * the median of a few ratios does too.
 */
export function meanRound(rounds: Rounds): PairedResult {
  const logarithms = ratios(rounds).map((ratio) => Math.log(ratio))
  const sum = logarithms.reduce((left, right) => left + right, 0)
  return { ...medianRound(rounds), ratio: Math.exp(sum / logarithms.length) }
}

/** Measures two things in turn after one round to warm up, and takes the medians. */
export async function pairedRounds(
  pair: { ours: Work; floor: Work },
  options: { times: number; rounds: number },
): Promise<PairedResult> {
  return medianRound(await roundRates(pair, { ...options, warmUpRounds: 1 }))
}
