import { ReconcileError } from '@merchant-edge/reconcile'
import { CommandFailure } from '../command/command-failure.ts'

/** Turns what stopped a run into a failure with a remedy. */
export function reconcileFailure(error: unknown): unknown {
  if (!(error instanceof ReconcileError)) return error
  const { code, message, remedy } = error
  return new CommandFailure({
    reason: code.replace(/^ERR_/, '').toLowerCase(),
    message: message.replace(remedy, '').trim(),
    remedy: code === 'ERR_FILES_UNRELATED' ? `${remedy} --force goes on.` : remedy,
  })
}
