import type { Scene } from './operations.ts'
import { linkedScenes } from './linked-scenes.ts'
import { neverMadeScenes } from './never-made-scenes.ts'
import { pageScenes } from './page-scenes.ts'
import { refundScenes } from './refund-scenes.ts'

/** Every explored situation. */
export const scenes: readonly Scene[] = [
  ...pageScenes,
  ...linkedScenes,
  ...neverMadeScenes,
  ...refundScenes,
]
