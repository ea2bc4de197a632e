/** One thing to be measured: does its work `times` times over. */
export type Work = (times: number) => Promise<void>

export interface PairedResult {
  /** Operations a second of the thing measured, in its median round. */
  readonly ours: number
  /** Operations a second of the floor it stands on, in its median round. */
  readonly floor: number
  /** Median over the rounds of ours / floor; 1 means that nothing is lost. */
  readonly ratio: number
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

async function rate(work: Work, times: number): Promise<number> {
  const started = performance.now()
  await work(times)
  return times / ((performance.now() - started) / 1000)
}

/** Rates of every round, in operations a second; the two lists have the same length. */
export interface RoundRates {
  readonly ours: readonly number[]
  readonly floor: readonly number[]
}

/**
 * Measures two things in turn, round by round and in changing order, so that both meet the same
 * machine: what counts is the ratio, not the seconds. Rounds to warm up come first and are not counted.
 */
export async function roundRates(
  pair: { ours: Work; floor: Work },
  options: { times: number; rounds: number; warmUpRounds: number },
): Promise<RoundRates> {
  const ours: number[] = []
  const floor: number[] = []
  for (let round = -options.warmUpRounds; round < options.rounds; round += 1) {
    const floorFirst = round % 2 === 0
    const before = floorFirst ? await rate(pair.floor, options.times) : undefined
    const own = await rate(pair.ours, options.times)
    const bare = before ?? (await rate(pair.floor, options.times))
    if (round < 0) continue
    ours.push(own)
    floor.push(bare)
  }
  return { ours, floor }
}

/** The medians of rounds; each ratio is that of the two rates of one round. */
export function medianRound({ ours, floor }: RoundRates): PairedResult {
  const ratios = ours.map((value, round) => value / (floor[round] ?? Number.NaN))
  return { ours: median(ours), floor: median(floor), ratio: median(ratios) }
}

/** Measures two things in turn after one round to warm up, and takes the medians. */
export async function pairedRounds(
  pair: { ours: Work; floor: Work },
  options: { times: number; rounds: number },
): Promise<PairedResult> {
  return medianRound(await roundRates(pair, { ...options, warmUpRounds: 1 }))
}
