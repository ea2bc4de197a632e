/** A regular expression that may need more than linear time, or that the code assembles. */
export interface PatternException {
  readonly file: string
  /** The source text. */
  readonly code: string
  readonly why: string
}

/** Regular expressions that match only short texts, with the reason why these are short. */
export const patternExceptions: readonly PatternException[] = [
  {
    file: 'packages/contract/src/fields/phone.ts',
    code: 'new RegExp(`^0\\\\d{${minPhoneDigits - 1},${maxPhoneDigits - 1}}$`)',
    why: 'as many digits as the limits say, which are numbers in the code',
  },
  {
    file: 'packages/reconcile/src/rows/amounts.ts',
    code: '/0+$/',
    why: 'the few decimals of a number in the code',
  },
  {
    file: 'packages/sandbox/src/identity/jwt.ts',
    code: '/=+$/',
    why: 'base64 that the code itself has written, with at most two padding characters',
  },
  {
    file: 'packages/sandbox/src/open-sandbox.ts',
    code: '/\\/+$/',
    why: 'the address of the sandbox, which its operator sets',
  },
  {
    file: 'workers/checkout/src/payments/order-key.ts',
    code: '/=+$/',
    why: 'base64 that the code itself has written, with at most two padding characters',
  },
]
