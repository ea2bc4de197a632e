const reasonCharacters = 255
const staffIdCharacters = 64
/** As the contract has it. Assumes G-125. */
const transactionIdShape = /^(?!\.{1,2}$)[^;\s\p{Cc}\p{Cs}]{1,64}$/u

function requireThat(condition: boolean, field: string, rule: string): void {
  if (!condition) throw new TypeError(`The verdict's ${field} must be ${rule}.`)
}

/**
 * Checks what a person says about an outcome that nothing else settles.
 *
 * @throws TypeError naming the field that is out of its range
 */
export function checkVerdict(verdict: {
  readonly reason: string
  readonly staffId: string
  readonly transactionId?: string
}): void {
  const { reason, staffId, transactionId } = verdict
  requireThat(
    reason.length > 0 && reason.length <= reasonCharacters,
    'reason',
    `1 to ${reasonCharacters} characters`,
  )
  requireThat(
    staffId.length > 0 && staffId.length <= staffIdCharacters,
    'staffId',
    `1 to ${staffIdCharacters} characters`,
  )
  requireThat(
    transactionId === undefined || transactionIdShape.test(transactionId),
    'transactionId',
    '1 to 64 characters without a semicolon, a space or a control character',
  )
}
