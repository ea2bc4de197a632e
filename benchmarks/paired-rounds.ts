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

/**
 * Measures two things in turn, round by round and in changing order, so that both meet the same
 * machine: what counts is the ratio, not the seconds.
 */
export async function pairedRounds(
  pair: { ours: Work; floor: Work },
  options: { times: number; rounds: number },
): Promise<PairedResult> {
  await rate(pair.floor, options.times)
  await rate(pair.ours, options.times)
  const ours: number[] = []
  const floor: number[] = []
  for (let round = 0; round < options.rounds; round += 1) {
    const floorFirst = round % 2 === 0
    if (floorFirst) floor.push(await rate(pair.floor, options.times))
    ours.push(await rate(pair.ours, options.times))
    if (!floorFirst) floor.push(await rate(pair.floor, options.times))
  }
  const ratios = ours.map((value, round) => value / (floor[round] ?? Number.NaN))
  return { ours: median(ours), floor: median(floor), ratio: median(ratios) }
}
