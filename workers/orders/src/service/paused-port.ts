import type { PaymentPort, PortAnswer } from '@merchant-edge/orders/service'

/** Why a call was not sent, and what lets it go on. */
export const pausedMessage =
  'MONEY_PAUSED of the orders Worker is set: nothing is refunded, transferred, charged, captured or released. Delete it when the reason for the pause is gone.'

const answer: Extract<PortAnswer<never>, { outcome: 'not_sent' }> = {
  outcome: 'not_sent',
  message: pausedMessage,
}

/**
 * A port that sends no call that moves money. Everything else continues: payments on pages of the
 * service, queries, links. A request that arrives meanwhile is stored as a call that was never
 * sent, so that its id stays usable: a refund or a hold waits, a transfer or a charge is refused.
 */
export function pausedPort(port: PaymentPort): PaymentPort {
  return {
    ...port,
    refundOrder: async () => answer,
    transferMoney: async () => answer,
    payWithLink: async () => answer,
    confirmLinkedPayment: async () => answer,
    settleHold: async () => answer,
  }
}
