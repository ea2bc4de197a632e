/** A regular expression that may take more than a straight line, or that the code puts together. */
export interface PatternException {
  readonly file: string
  /** As it is written in the file. */
  readonly code: string
  readonly why: string
}

/** Regular expressions whose texts are short, with what keeps them short. */
export const patternExceptions: readonly PatternException[] = [
  {
    file: 'packages/contract/src/fields/phone.ts',
    code: 'new RegExp(`^0\\\\d{${phoneDigitsMin - 1},${phoneDigitsMax - 1}}$`)',
    why: 'as many digits as the limits say, which are numbers of the code',
  },
  {
    file: 'packages/reconcile/src/rows/amounts.ts',
    code: '/0+$/',
    why: 'the few digits behind the point that a number of the code has',
  },
  {
    file: 'packages/sandbox/src/identity/jwt.ts',
    code: '/=+$/',
    why: 'base64 that the code itself has written: two signs at most',
  },
  {
    file: 'packages/sandbox/src/open-sandbox.ts',
    code: '/\\/+$/',
    why: 'the address of the sandbox, which its owner sets',
  },
  {
    file: 'workers/checkout/src/payments/order-key.ts',
    code: '/=+$/',
    why: 'base64 that the code itself has written: two signs at most',
  },
]
