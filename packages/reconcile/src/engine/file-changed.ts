import type { Side } from '../layouts.ts'
import { ReconcileError } from '../reconcile-error.ts'

/** The error for a file that has changed since its first reading. */
export function fileChanged(side: Side): ReconcileError {
  return new ReconcileError('ERR_FILE_CHANGED', `The ${side} file changed while it was read.`)
}
