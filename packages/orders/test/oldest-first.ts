import { shareOfMinute } from '../src/pacing/share-of-minute.ts'
import type { World } from './world.ts'

/**
 * Goes to a minute in which a sweep begins with the oldest of two or three due rows, also where it has one place for
 * them: which row that place is for depends on the minute, and a world begins on the day of the test run.
 */
export function toMinuteOfOldest(world: World): void {
  while (shareOfMinute(world.now()) >= 0.3) world.advance({ minutes: 1 })
}
