/** One measured figure: the ratio of a measurement to a floor or a budget. */
export interface Figure {
  readonly name: string
  /** Runtime or place of the measurement. */
  readonly where: string
  /** The measured value, in {@link unit}. */
  readonly ours: number
  /** The floor or budget that it is compared with, in {@link unit}. */
  readonly floor: number
  /** ours / floor, the median or the mean over the rounds. */
  readonly ratio: number
  /** Smallest ratio to reach; for sizes and times, the largest. */
  readonly goal: number
  readonly unit: 'a second' | 'bytes' | 'µs'
}

/** Whether a figure reaches its goal: rates must not fall below, sizes and times must not rise above. */
export function isReached({ ratio, goal, unit }: Figure): boolean {
  return unit === 'a second' ? ratio >= goal : ratio <= goal
}
