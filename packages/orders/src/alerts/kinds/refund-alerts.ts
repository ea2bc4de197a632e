import type { AlertKindEntry } from './alert-kind-entry.ts'

/** Alerts about refunds. */
export const refundAlerts = {
  refund_unsettled: {
    about: 'refunds',
    meaning:
      'The service knows the id of a refund, but an earlier call got an error, a page of a proxy or an empty answer. Whether money was refunded is unknown. The amount stays reserved, and the refund is not sent again.',
    remedy:
      'Look the refund up at the service by its id, or wait for the file of the day. Then settle it by a verdict.',
    closesOnce: 'refund_known',
  },
  refund_presumed_wrong: {
    about: 'refunds',
    meaning:
      'A refund was presumed successful, because its calls got no answer and the service then knew its id. This was wrong: the daily files do not name it, or a file or a late answer contradicts it. The refund is unknown again (or refused, when the file reports it as failed), the order no longer counts its sums as refunded, and the shop got an event.',
    remedy:
      'Look the refund up at the service by its id: it may be a refund of another system of this merchant. Settle it by a verdict. Tell the customer if the money was not refunded.',
    closesOnce: 'refund_returned',
  },
  refund_still_unknown: {
    about: 'refunds',
    replacesFacts: true,
    meaning:
      'The outcome of a refund has been unknown for the number of days in the alert. The amount stays reserved. The alert is raised again every day.',
    remedy:
      'Look the refund up at the service by its id, and settle it by a verdict: returned, or not returned.',
    closesOnce: 'refund_known',
  },
  refund_half_owed: {
    about: 'refunds',
    replacesFacts: true,
    meaning:
      'One half of a refund of money and points is returned. The other half has been owed for the number of days in the alert, and no file has named it. The owed half stays reserved. The alert is raised again every day.',
    remedy:
      'Ask the service when the other half comes. Settle it by a verdict once you know whether it was returned.',
    closesOnce: 'refund_complete',
  },
  refund_contradicted: {
    about: 'refunds',
    meaning:
      'The service has accepted a refund, or a half of one, that the order store has stored as refused. Its reservation was released, so more may have been refunded than the order shows.',
    remedy:
      'Make no other refund of this order, and look the refund up at the service. If a verdict has recorded it as not returned, record it as returned after all, under the code in `wallet_code` (on the page of its order at the desk, or `refunds settle` with `--wallet-code`). If it was refunded anew meanwhile, claim back the amount that was refunded twice.',
    closedByHand:
      'the amount may have been refunded a second time under another id before the verdict was corrected',
  },
  refund_correction_exceeds: {
    about: 'refunds',
    replacesFacts: true,
    meaning:
      'A person has recorded a refund as returned that a verdict had recorded as not returned, but the payment has too little left to refund (`left_vnd`, `left_points`): later refunds have used it, or the payment does not count (a person has called it never made, or its transaction turned out to be that of another payment). Nothing was changed. If all of these refunds were made, more was returned than the customer has paid.',
    remedy:
      'Look every refund of the order up at the service. Settle one that is unknown and was not made as not returned, which releases its amount; then correct the verdict again. Where the payment does not count, the refund shows that it was made: open it again, or settle it as paid under its own transaction, and then correct the verdict again. If all of them were made, claim the excess back from the customer, and decide the difference of the daily files; the order cannot show more than was paid.',
    closesOnce: 'refund_returned',
  },
  refund_id_taken: {
    about: 'refunds',
    meaning:
      'On the first call of a refund the service already had a refund with the same id. The amount stays reserved, and the refund is not sent again.',
    remedy:
      'Find out which other system makes refunds for this merchant, and let it use ids of its own. Settle this refund by a verdict.',
    closedByHand:
      'the other system that makes refunds under the same ids may do so again, whatever became of this refund',
  },
  refund_unknown: {
    about: 'refunds',
    replacesFacts: true,
    meaning:
      'Five calls of a refund got no trustworthy answer, or none that could be stored. The refund may have taken effect; the amount stays reserved, and the call is retried under the same id.',
    remedy:
      'Check whether the service is down. Do not make another refund for the same money; look this refund up by its id, and settle it by a verdict.',
    closesOnce: 'refund_not_repeated',
  },
  refund_given_up: {
    about: 'refunds',
    meaning:
      'A refund has used up its 40 calls, or the 36 hours from its first one, and is still unknown. It is not retried any more.',
    remedy:
      'Look it up at the service by its id, or wait for the file of the day. Then settle it by a verdict.',
    closesOnce: 'refund_known',
  },
  refund_not_sent: {
    about: 'refunds',
    replacesFacts: true,
    meaning:
      'A refund could not be sent for 15 minutes, or the service rejected the call before processing it, because of the key, the signature or the time (4010001 to 4010005). The call had no effect. The refund is retried under the same id and succeeds once the cause is repaired.',
    remedy:
      'Read `why` in the alert: the service cannot be reached, or a setting, the clock or the key is wrong.',
    closesOnce: 'refund_known',
  },
} as const satisfies Readonly<Record<string, AlertKindEntry>>
