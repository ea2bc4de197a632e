import type { AlertKindEntry } from './alert-kind-entry.ts'

/** Alerts about refunds. */
export const refundAlerts = {
  refund_unsettled: {
    about: 'refunds',
    meaning:
      'The service knows the id of a refund, and has answered an earlier call with an error: whether money went back is unknown. The amount stays reserved.',
    remedy:
      'Look the refund up at the service by its id, or wait for the file of the day. Then settle it by a verdict.',
  },
  refund_id_taken: {
    about: 'refunds',
    meaning:
      'The first call of a refund met a refund with the same id at the service. The amount stays reserved, and nothing is sent again.',
    remedy:
      'Find out who else makes refunds for this merchant. Settle this one by a verdict, and give the other system ids of its own.',
  },
  refund_unknown: {
    about: 'refunds',
    meaning:
      'A refund was called five times without a trustworthy answer. It may have taken effect; the amount stays reserved, and it is called on under its id.',
    remedy:
      'Look whether the service is down. Do not make another refund for the same money; look it up by its id, and settle it by a verdict.',
  },
  refund_given_up: {
    about: 'refunds',
    meaning: 'A refund has used up its calls and is still unknown. It is not called again.',
    remedy:
      'Look it up at the service by its id, or wait for the file of the day. Then settle it by a verdict.',
  },
  refund_not_sent: {
    about: 'refunds',
    meaning:
      'A refund could not be sent for 15 minutes. It has certainly taken no effect, and is tried on.',
    remedy:
      'Read `why` in the alert: the service cannot be reached, or a setting or the key is wrong.',
  },
} as const satisfies Readonly<Record<string, AlertKindEntry>>
