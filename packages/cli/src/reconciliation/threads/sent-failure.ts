import { CommandFailure, type ExitCode } from '../../command/command-failure.ts'

/** An error that a thread reports; an error loses its class and its fields on the way. */
export type SentFailure =
  | { readonly kind: 'failure'; readonly error: unknown }
  /** A failure whose message is for the person at the command line. */
  | {
      readonly kind: 'refusal'
      readonly reason: string
      readonly message: string
      readonly remedy: string
      readonly exitCode: Extract<ExitCode, 1 | 2>
    }

/** What a thread sends of an error. */
export function sentFailure(error: unknown): SentFailure {
  if (!(error instanceof CommandFailure)) return { kind: 'failure', error }
  const { reason, message, remedy, exitCode } = error
  return { kind: 'refusal', reason, message, remedy, exitCode }
}

/** The error that a thread has sent. */
export function receivedFailure(sent: SentFailure): unknown {
  return sent.kind === 'failure' ? sent.error : new CommandFailure(sent, sent.exitCode)
}
