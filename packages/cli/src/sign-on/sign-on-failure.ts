import { isSignOnFailure } from '@merchant-edge/oidc'
import { CommandFailure } from '../command/command-failure.ts'

/** Turns a failure of sign-on into a failure of the command; it holds no token. */
export function signOnFailure(error: unknown): unknown {
  if (!isSignOnFailure(error)) return error
  const { reason, cause, remedy, serverError, serverStatus, subject } = error
  const about = [subject, serverError, serverStatus].filter((fact) => fact !== undefined)
  return new CommandFailure({
    reason,
    message: about.length === 0 ? cause : `${cause} (${about.join(', ')})`,
    remedy,
  })
}
