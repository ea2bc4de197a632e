/**
 * Exit code of the process: 0 done; 1 the checked input is wrong, or the command failed; 2 the
 * command line is invalid; 3 done, but differences were found and `--fail-on-difference` was given.
 */
export type ExitCode = 0 | 1 | 2 | 3

/** What a failure says. */
export interface FailureFields {
  /** Stable name in snake_case, for scripts. */
  readonly reason: string
  /** What is wrong, in one sentence with its names and values. */
  readonly message: string
  /** What to do about it, in one sentence. */
  readonly remedy: string
  /** Further values for scripts, which JSON has beside these; none when left out. */
  readonly facts?: Readonly<Record<string, string | number>>
  /** Signal that ends the process once the failure is printed; none when left out. */
  readonly endedBy?: 'SIGINT' | 'SIGTERM' | 'SIGHUP'
}

/** Ends a command with a message that a person can act on. It never contains key material. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
  readonly reason: string
  readonly remedy: string
  readonly facts: Readonly<Record<string, string | number>>
  readonly endedBy: FailureFields['endedBy']
  readonly exitCode: 1 | 2

  constructor(
    { reason, message, remedy, facts = {}, endedBy }: FailureFields,
    exitCode: 1 | 2 = 1,
  ) {
    super(message)
    this.reason = reason
    this.remedy = remedy
    this.facts = facts
    this.endedBy = endedBy
    this.exitCode = exitCode
  }
}

/** The command line is invalid; the process ends with exit code 2. */
export function usageFailure(
  message: string,
  remedy: string,
  reason = 'wrong_usage',
): CommandFailure {
  return new CommandFailure({ reason, message, remedy }, 2)
}
