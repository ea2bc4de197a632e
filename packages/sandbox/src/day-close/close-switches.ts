import * as v from 'valibot'

const row = v.union(
  [v.pipe(v.number(), v.safeInteger(), v.minValue(1)), v.pipe(v.string(), v.minLength(1))],
  'must be the number of a row, from 1, or a wallet transaction code',
)
const rows = v.optional(v.pipe(v.array(row), v.maxLength(100)), [])

/**
 * What a service file gets wrong. A row is named by its number in the right file, from 1, or by its
 * wallet transaction code, which names the VND and the POINT row of a payment. The result file is made
 * from the ledger, whatever the service file says.
 */
export const closeSwitches = v.strictObject({
  /** Rows that are left out. */
  lose: rows,
  /** Rows that are written twice. */
  double: rows,
  /** Rows whose amount is off by so much, in VND or points; it does not fall below 0. */
  changeAmount: v.optional(
    v.pipe(
      v.array(v.strictObject({ row, by: v.pipe(v.number(), v.safeInteger()) })),
      v.maxLength(100),
    ),
    [],
  ),
  /** Rows whose checksum is wrong. */
  wrongChecksum: rows,
  /** Rows that come with the file of the next day instead, with their own date. */
  late: rows,
})

/** What a service file gets wrong. */
export interface CloseSwitches extends v.InferOutput<typeof closeSwitches> {}

/** What a service file gets wrong; what is left out is right. */
export interface CloseSwitchesInput extends v.InferInput<typeof closeSwitches> {}

/** Switches of a service file that is right. */
export const honestClose: CloseSwitches = v.parse(closeSwitches, {})

/** A row of a service file that is not as it should be. */
export const spoiledRow = v.object({
  what: v.picklist(['lost', 'doubled', 'changed-amount', 'wrong-checksum', 'late', 'came-late']),
  walletCode: v.string(),
  currency: v.string(),
})

/** A row of a service file that is not as it should be; `came-late` is one of an earlier day. */
export interface SpoiledRow extends v.InferOutput<typeof spoiledRow> {}
