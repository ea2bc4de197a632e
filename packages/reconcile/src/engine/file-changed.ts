import type { Side } from '../layouts.ts'
import { ReconcileError } from '../reconcile-error.ts'

/** The error for a file that has changed since its first reading. */
export function fileChanged(side: Side): ReconcileError {
  if (side !== 'partner' && side !== 'service') {
    throw new TypeError('fileChanged: side must be partner or service.')
  }
  return new ReconcileError('ERR_FILE_CHANGED', `The ${side} file changed while it was read.`)
}
