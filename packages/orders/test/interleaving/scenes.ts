import type { Scene } from './operations.ts'
import { linkedScenes } from './linked-scenes.ts'
import { pageScenes } from './page-scenes.ts'
import { refundScenes } from './refund-scenes.ts'

/** Every situation that is explored. */
export const scenes: readonly Scene[] = [...pageScenes, ...linkedScenes, ...refundScenes]
