import { shareOfMinute } from '../src/pacing/share-of-minute.ts'
import type { World } from './world.ts'

/** Goes to a minute in which the only place of a sweep is for the row of two that is due longest. */
export function toMinuteOfOldest(world: World): void {
  while (shareOfMinute(world.now()) >= 0.3) world.advance({ minutes: 1 })
}
