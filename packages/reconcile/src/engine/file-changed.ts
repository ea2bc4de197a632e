import type { Side } from '../layouts.ts'
import { ReconcileError } from '../reconcile-error.ts'

/** The error of a file that is another than in its first reading. */
export function fileChanged(side: Side): ReconcileError {
  const what = `The ${side} file changed between its first and its second reading.`
  return new ReconcileError('ERR_FILE_CHANGED', what)
}
