import { borrowedModules } from './borrowed-modules.ts'
import { logoutModules } from './logout-modules.ts'
import type { ExpectedVerdict, FaultStage, ModuleRow } from './module-row.ts'
import { basicModules, configurationModules, refreshModules } from './sign-in-modules.ts'

const rows = {
  ...basicModules,
  ...configurationModules,
  ...refreshModules,
  ...logoutModules,
  ...borrowedModules,
}

/** Name of a fault switch: that of a module of the OpenID conformance suite. */
export type FaultName = keyof typeof rows

/** Names of the faults that change one answer. */
export type FaultsAt<Stage extends FaultStage> = {
  [Name in FaultName]: (typeof rows)[Name][0] extends Stage ? Name : never
}[FaultName]

/** A module of the OpenID conformance suite for relying parties, as a fault switch. */
export interface ConformanceModule {
  readonly name: string
  /** The answer that it changes. */
  readonly stage: FaultStage
  readonly expected: ExpectedVerdict
  /** What the server does. */
  readonly about: string
}

/** Every fault switch, in the order of the suite's plans. */
export const conformanceModules: readonly ConformanceModule[] = Object.entries<ModuleRow>(rows).map(
  ([name, [stage, expected, about]]) => ({ name, stage, expected, about }),
)
