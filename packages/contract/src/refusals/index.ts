export { commonRefusals, type CommonRefusals } from './common-refusals.ts'
export type { Refusal, RefusalKind, RefusalTable, Retry } from './refusal.ts'
export { refusalOf } from './refusal-of.ts'
