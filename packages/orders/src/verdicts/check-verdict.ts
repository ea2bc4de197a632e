import { hasAtMostCharacters } from '@merchant-edge/contract/limits'
import { transactionIdRule, walletCodeRule } from '../rules/request-rules.ts'

const reasonCharacters = 255
const staffIdCharacters = 64

function requireThat(condition: boolean, field: string, rule: string): void {
  if (!condition) throw new TypeError(`The verdict's ${field} must be ${rule}.`)
}

/**
 * Validates the verdict of an operator on an unknown outcome.
 *
 * @throws TypeError naming the field that is out of its range
 */
export function checkVerdict(verdict: {
  readonly reason: string
  readonly staffId: string
  readonly transactionId?: string
  readonly walletCode?: string
}): void {
  const { reason, staffId, transactionId, walletCode } = verdict
  requireThat(
    typeof reason === 'string' &&
      reason.trim() !== '' &&
      hasAtMostCharacters(reason, reasonCharacters),
    'reason',
    `1 to ${reasonCharacters} characters, not blanks alone`,
  )
  requireThat(
    typeof staffId === 'string' &&
      staffId.trim() !== '' &&
      hasAtMostCharacters(staffId, staffIdCharacters),
    'staffId',
    `1 to ${staffIdCharacters} characters, not blanks alone`,
  )
  requireThat(
    transactionId === undefined || transactionIdRule.pattern.test(transactionId),
    'transactionId',
    transactionIdRule.mustBe,
  )
  requireThat(
    walletCode === undefined || walletCodeRule.pattern.test(walletCode),
    'walletCode',
    walletCodeRule.mustBe,
  )
}
