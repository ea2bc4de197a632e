export type {
  Engine,
  EngineFactory,
  EngineSettings,
  FileTally,
  RowSource,
  RowTaker,
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
export type { ModuleEngine } from './module-engine/module-engine.ts'
export type { Findings } from './findings.ts'
export type {
  ByteRange,
  CheckOrder,
  CollectedRange,
  CollectOrder,
  RangedFile,
  RangeFindings,
  RangeReaders,
} from './ranges/byte-range.ts'
export { collectRange } from './ranges/collect-range.ts'
export { type PackedRows, RowPacker, takePacked } from './ranges/pack-rows.ts'
export { RangedEngine, type RangedSettings } from './ranged-engine.ts'
export { byteSourceOf } from '../csv/byte-source.ts'
export { KeySample, type SampledCodes } from './samples.ts'
export { fileChanged } from './file-changed.ts'
export { newTally } from './engine.ts'
export type { Records } from '../csv/record-batch.ts'
export type { ControlTotal } from '../rows/control-totals.ts'
export type { RowException } from '../rows/row-exception.ts'
