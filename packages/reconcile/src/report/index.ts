export { formatReport } from './format-report.ts'
export type { Language } from '../output/summary-words.ts'
