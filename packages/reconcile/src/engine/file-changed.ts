import type { Side } from '../layouts.ts'
import { ReconcileError } from '../reconcile-error.ts'

/** The error of a file that is another than when it was first looked at. */
export function fileChanged(side: Side): ReconcileError {
  return new ReconcileError('ERR_FILE_CHANGED', `The ${side} file changed while it was read.`)
}
