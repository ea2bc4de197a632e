import type { PaymentPort } from '../../src/service/payment-port.ts'
import type { PortAnswer } from '../../src/service/port-answer.ts'
import type { OrdersContext } from '../../src/index.ts'
import { DailyWorld, type ServiceRow } from '../daily-world.ts'
import type { ScriptedService } from '../scripted-service.ts'
import type { WorldOptions } from '../world.ts'

const idExists = 4090801

/**
 * The service with a record of each answer that arrived, as what it proves, such as `back R1`: the
 * order store may rely on nothing else.
 */
function heard(service: ScriptedService, told: Set<string>): PaymentPort {
  function hear<Data>(
    answer: PortAnswer<Data>,
    proofOf: (data: Data) => string | undefined,
  ): PortAnswer<Data> {
    const proof = answer.outcome === 'accepted' ? proofOf(answer.data) : undefined
    if (proof !== undefined) told.add(proof)
    return answer
  }
  const proofOfLinked =
    (reference: string) =>
    ({ status, transactionId }: { status?: string; transactionId?: string }) => {
      if (status === 'SUCCESS') return `paid ${transactionId}`
      return status === 'HOLDING' ? `held ${reference}` : undefined
    }
  return {
    createWebPayment: (payment) => service.createWebPayment(payment),
    createTqrOrder: (payment) => service.createTqrOrder(payment),
    createAppPayment: (payment) => service.createAppPayment(payment),
    async queryOrder(id) {
      return hear(await service.queryOrder(id), ({ pay_status, transaction_id }) =>
        pay_status === 'SUCCESS' ? `paid ${transaction_id}` : undefined,
      )
    },
    async refundOrder(refund) {
      const answer = await service.refundOrder(refund)
      if (answer.outcome === 'refused' && answer.code === idExists) {
        told.add(`exists ${refund.refundId}`)
      } else if (answer.outcome === 'refused' && answer.applied === 'no') {
        told.add(`refused ${refund.refundId}`)
      }
      return hear(answer, () => `back ${refund.refundId}`)
    },
    linkWallet: (link) => service.linkWallet(link),
    checkLink: (link) => service.checkLink(link),
    unlinkWallet: (userToken) => service.unlinkWallet(userToken),
    async payWithLink(payment) {
      return hear(await service.payWithLink(payment), proofOfLinked(payment.reference))
    },
    async confirmLinkedPayment(payment) {
      return hear(await service.confirmLinkedPayment(payment), proofOfLinked(payment.reference))
    },
    async settleHold(hold) {
      const made = service.payments.find(({ reference }) => reference === hold.reference)
      return hear(await service.settleHold(hold), ({ status }) =>
        status === 'SUCCESS' ? `paid ${made?.transactionId}` : `gone ${hold.reference}`,
      )
    },
    transferMoney: (transfer) => service.transferMoney(transfer),
  }
}

/** A world that records the evidence which it receives, and whose secrets can be rotated. */
export class MoneyWorld extends DailyWorld {
  /** The evidence from answers, rows of files and verdicts, such as `paid T1`. */
  readonly told = new Set<string>()
  readonly #port: PaymentPort
  #secret = 0

  constructor(options: WorldOptions) {
    super({}, options)
    this.#port = heard(this.service, this.told)
  }

  override get context(): OrdersContext {
    return {
      ...super.context,
      port: this.#port,
      linkSecret: `link secret of the tests ${this.#secret}`,
      linkSecretPrevious: `link secret of the tests ${this.#secret - 1}`,
    }
  }

  /** Rotates the secret of sealed tokens. */
  rotateSecret(): void {
    this.#secret += 1
  }

  /** The service uploads its file of a day, whose rows are evidence too. */
  override async putServiceFile(rows: readonly ServiceRow[], day: string): Promise<void> {
    for (const { invoice, wallet, service = wallet, status = '0', type = '1' } of rows) {
      if (type === '1') this.told.add(`paid ${service}`)
      else this.told.add(`${status === '0' ? 'back' : 'refused'} ${invoice}`)
      if (type === '-1') this.told.add(`back elsewhere:${wallet}`)
    }
    await super.putServiceFile(rows, day)
  }
}
