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
