/** A verified payment callback on its way to the journal. */
export interface CallbackRecord {
  /** Our reference from the callback's path; absent when the order was created elsewhere. */
  readonly reference?: string
  /** Our amount in VND from the path's token; absent when the order was created elsewhere. */
  readonly amountVnd?: number
  /** The signed fields, verified. */
  readonly signed: {
    readonly pay_status: string
    readonly transaction_id: string
    readonly order_id: string
  }
  /** The unsigned fields, as text; stored apart and never used for money. */
  readonly unsignedFields: Readonly<Record<string, string>>
  /** Id of the public key that verified the signature. */
  readonly keyId: string
}

/** What became of a callback; each of them is on disk when it is returned. */
export type RecordOutcome = 'recorded' | 'duplicate' | 'orphan'
