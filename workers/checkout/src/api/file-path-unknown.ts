import type { ApiError } from './api-error.ts'

/** There is nothing about daily files at an address. */
export const filePathUnknown: ApiError = {
  reason: 'path_unknown',
  message: 'There is nothing at this address.',
  remedy:
    'Use /files/partner/{day}, /reconciliations, /reconciliations/{day} or /reconciliations/{day}/force.',
}
