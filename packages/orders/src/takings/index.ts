export { readTakings } from './read-takings.ts'
export type {
  Takings,
  TakingsApi,
  TakingsOfMethod,
  TakingsOfStore,
  TakingsOfTime,
  TakingsRange,
  TakingsSums,
} from './takings-api.ts'
