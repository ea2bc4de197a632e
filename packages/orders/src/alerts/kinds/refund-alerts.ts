import type { AlertKindEntry } from './alert-kind-entry.ts'

/** Alerts about refunds. */
export const refundAlerts = {
  refund_unsettled: {
    about: 'refunds',
    meaning:
      'The service knows the id of a refund, and an earlier call met an error, a page of a proxy or an empty answer: whether money went back is unknown. The amount stays reserved, and nothing is sent again.',
    remedy:
      'Look the refund up at the service by its id, or wait for the file of the day. Then settle it by a verdict.',
    closesOnce: 'refund_known',
  },
  refund_presumed_wrong: {
    about: 'refunds',
    meaning:
      'A refund was presumed to be back, since the service knew its id after plain silence, and that does not hold: the files of its days do not name it, or they say something else, or an answer that came late does. It is unknown again (or refused, when the file calls it a failure), its sums have left the order, and the shop was told.',
    remedy:
      'Look the refund up at the service by its id, and settle it by a verdict. Tell the customer when the money is not back.',
  },
  refund_still_unknown: {
    about: 'refunds',
    tellsWhatIs: true,
    meaning:
      'The outcome of a refund has been unknown for the days that the alert names. The amount stays reserved. It is raised anew every day.',
    remedy:
      'Look the refund up at the service by its id, and settle it by a verdict: returned, or not returned.',
    closesOnce: 'refund_known',
  },
  refund_half_owed: {
    about: 'refunds',
    tellsWhatIs: true,
    meaning:
      'Of a refund of money and points one half is back and the other is owed, for the days that the alert names; no file has named it. It stays reserved. It is raised anew every day.',
    remedy:
      'Ask the service when the other half comes. Settle it by a verdict once it is known to be back, or not to come.',
    closesOnce: 'refund_complete',
  },
  refund_contradicted: {
    about: 'refunds',
    meaning:
      'The service has accepted a refund, or a half of one, that stands here as refused. What was reserved for it is free, so that more may have gone back than the order shows.',
    remedy:
      'Make no other refund of this order. Look both up at the service, and claim back what was returned twice.',
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
    tellsWhatIs: true,
    meaning:
      'A refund was called five times without a trustworthy answer. It may have taken effect; the amount stays reserved, and it is called on under its id.',
    remedy:
      'Look whether the service is down. Do not make another refund for the same money; look it up by its id, and settle it by a verdict.',
    closesOnce: 'refund_known',
  },
  refund_given_up: {
    about: 'refunds',
    meaning:
      'A refund has used up its 40 calls, or the 36 hours from its first one, and is still unknown. It is not called again.',
    remedy:
      'Look it up at the service by its id, or wait for the file of the day. Then settle it by a verdict.',
    closesOnce: 'refund_known',
  },
  refund_not_sent: {
    about: 'refunds',
    tellsWhatIs: true,
    meaning:
      'A refund could not be sent for 15 minutes, or the service turned it away unread, for the key, the signature or the time (4010001 to 4010006). The call has certainly taken no effect; the refund is tried on under its id and goes through once that is repaired.',
    remedy:
      'Read `why` in the alert: the service cannot be reached, or a setting, the clock or the key is wrong.',
    closesOnce: 'refund_known',
  },
} as const satisfies Readonly<Record<string, AlertKindEntry>>
