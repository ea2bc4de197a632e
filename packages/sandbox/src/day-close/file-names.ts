import { formatFileName, parseFileName, type FileName } from '@merchant-edge/reconcile/files'
import type { Sandbox } from '../sandbox.ts'

type Names = Pick<Sandbox, 'settings'>

/** Name of a daily file, with the token of the service in the rules. Assumes G-168. */
export function nameOfFile({ settings }: Names, file: Omit<FileName, 'service'>): string {
  return formatFileName({ ...file, service: settings.rules.serviceToken })
}

/** The parts of the name of a daily file; `undefined` when it is none under the rules. */
export function readFileName({ settings }: Names, name: string): FileName | undefined {
  return parseFileName(name, settings.rules.serviceToken)
}
