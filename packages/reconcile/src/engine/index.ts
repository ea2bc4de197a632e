export type {
  Engine,
  EngineFactory,
  EngineSettings,
  FileTally,
  RowSource,
  Selection,
  StreamDigest,
  Suspicion,
} from './engine.ts'
export {
  createModuleEngine,
  fingerprintEngine,
  type SharedByEngines,
} from './fingerprint-engine.ts'
export type { KeyRange } from './samples.ts'
export type { ModuleEngine } from './module-engine.ts'
export type { Findings } from './findings.ts'
export { newTally } from './engine.ts'
export type { Records } from '../csv/record-batch.ts'
export type { ControlTotal } from '../rows/control-totals.ts'
export type { RowException } from '../rows/row-exception.ts'
