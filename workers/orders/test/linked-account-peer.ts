type Fields = Record<string, unknown>

interface Link {
  readonly customer: unknown
  readonly callbackUrl: unknown
  token?: string
}

/** An answer of the service: code, and data when there is some. */
export interface PeerAnswer {
  readonly code: number
  readonly data?: unknown
}

const text = (...values: unknown[]): string => values.join('|')

/** "Amount in points" of the signed text: the POINT item of the list; nothing without one. */
function pointsOf({ payment_request_list: list }: Fields): unknown {
  const items: readonly Fields[] = Array.isArray(list) ? list : []
  return items.find(({ method }) => method === 'POINT')?.['amount'] ?? ''
}

/**
 * Linked wallets and transfers at the peer. The signed text of each `signature` field is written
 * down here from the specification; `isSigned` checks it with Node's own crypto.
 *
 * @see Specification 5.3
 */
export function createLinkedAccountPeer(isSigned: (text: string, signature: unknown) => boolean) {
  const links = new Map<string, Link>()
  const payments = new Map<unknown, { status: string; transaction: string; holds: unknown }>()
  const transfers = new Map<unknown, unknown>()

  function signedText(call: string, fields: Fields): string {
    const link = links.get(String(fields['link_reference_id']))
    switch (call) {
      case 'link-wallet':
        return text(fields['partner_user_id'], fields['partner_code'], fields['callback_url'])
      case 'check-status-link-wallet':
        return text(link?.customer, fields['partner_code'], link?.callbackUrl)
      case 'online-transactions':
        return text(
          fields['user_token'],
          fields['merchant_code'],
          fields['merchant_id'],
          fields['terminal_id'],
          fields['invoice_no'],
          fields['order_created_at'],
          fields['bill_amount'],
          fields['amount'],
          pointsOf(fields),
        )
      case 'online-transactions-confirm':
        return text(
          fields['user_token'],
          fields['transaction_id'],
          fields['transaction_reference_number'],
        )
      case 'confirmOrder':
        return text(fields['invoice_no'], fields['partner_code'], fields['order_status'])
      default:
        return text(fields['user_token'], fields['partner_code'])
    }
  }

  function hasToken(fields: Fields): boolean {
    return [...links.values()].some(({ token }) => token === fields['user_token'])
  }

  function pay(fields: Fields): PeerAnswer {
    if (!hasToken(fields)) return { code: 4040001 }
    const reference = fields['transaction_reference_number']
    const needsOtp = Number(fields['amount']) >= 500_000
    const done = fields['holding_enabled'] === true ? 'HOLDING' : 'SUCCESS'
    const status = needsOtp ? 'PROCESSING' : done
    const transaction = `LT${payments.size + 1}`
    payments.set(reference, { status, transaction, holds: fields['holding_enabled'] })
    return {
      code: 200,
      data: {
        transaction_id: transaction,
        transaction_ref_number: reference,
        transaction_status: status,
        transaction_wallet_number: `W-${transaction}`,
        verification_methods: needsOtp ? 2 : 0,
      },
    }
  }

  function confirm(fields: Fields): PeerAnswer {
    const payment = payments.get(fields['transaction_reference_number'])
    if (payment === undefined || !hasToken(fields)) return { code: 4040001 }
    if (fields['otp'] !== '424242') return { code: 4000001 }
    payment.status = payment.holds === true ? 'HOLDING' : 'SUCCESS'
    return {
      code: 200,
      data: {
        transaction_id: payment.transaction,
        transaction_ref_number: fields['transaction_reference_number'],
        transaction_status: payment.status,
        transaction_wallet_number: `W-${payment.transaction}`,
      },
    }
  }

  function answer(call: string, fields: Fields): PeerAnswer {
    switch (call) {
      case 'link-wallet': {
        const id = `LINK-${links.size + 1}`
        links.set(id, { customer: fields['partner_user_id'], callbackUrl: fields['callback_url'] })
        const data = { link_id: id, web_url: `https://link.example/${id}`, expiry_duration: 10 }
        return { code: 200, data }
      }
      case 'check-status-link-wallet': {
        const id = String(fields['link_reference_id'])
        const token = links.get(id)?.token
        if (token === undefined) return { code: 200, data: {} }
        const data = { link_reference_id: id, user_token: token, phone_number: '*******789' }
        return { code: 200, data }
      }
      case 'online-transactions':
        return pay(fields)
      case 'online-transactions-confirm':
        return confirm(fields)
      case 'confirmOrder': {
        const payment = payments.get(fields['invoice_no'])
        if (payment === undefined) return { code: 4040001 }
        payment.status = String(fields['order_status'])
        return { code: 200, data: { transaction_status: payment.status } }
      }
      default: {
        for (const link of links.values()) {
          if (link.token === fields['user_token']) delete link.token
        }
        return { code: 200 }
      }
    }
  }

  return {
    reset(): void {
      links.clear()
      payments.clear()
      transfers.clear()
    },
    /** The customer confirms every link. */
    confirmLinks(): void {
      for (const [id, link] of links) link.token = `USER-TOKEN-${id}`
    },
    /** Answers a call of Specification 4.11. */
    answerLinkedAccount(call: string, fields: Fields): PeerAnswer {
      const { signature, ...signed } = fields
      return isSigned(signedText(call, signed), signature)
        ? answer(call, fields)
        : { code: 4010001 }
    },
    /** Answers a call of Specification 4.4. */
    answerTransfer(fields: Fields): PeerAnswer {
      const id = fields['merchant_transaction_id']
      if (transfers.has(id)) return { code: 4000502 }
      if (fields['receiver_phone_number'] === '0999999999') return { code: 4000506 }
      transfers.set(id, fields)
      const data = { transaction_id: `TR${transfers.size}`, merchant_transaction_id: id }
      return { code: 200, data }
    },
  }
}
