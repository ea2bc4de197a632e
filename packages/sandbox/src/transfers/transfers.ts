import { and, desc, eq, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { merchants } from '../merchants/tables.ts'
import { transfers } from './tables.ts'
import { wallets } from '../wallets/tables.ts'

/** Money that went from a merchant's account to a customer's wallet. */
export interface Transfer {
  /** Transaction id of the service. */
  readonly transactionId: string
  readonly merchantCode: string
  /** Name of the merchant, as the receiver reads it. */
  readonly merchantName: string
  /** The merchant's own id of the transfer. */
  readonly merchantTransactionId: string
  readonly merchantAccountId: string
  readonly walletId: string
  /** Full name of the wallet's owner. */
  readonly receiverName: string
  /** Phone number of the receiver. */
  readonly receiverPhone: string
  /** In whole VND. */
  readonly amountVnd: number
  readonly description: string
  /** Balance of the merchant's account just after the transfer, in whole VND. */
  readonly postBalanceVnd: number
  /** Unix seconds. */
  readonly createdAt: number
}

/** Filter for transfers; all transfers when nothing is given. */
export interface TransferSearch {
  readonly merchantCode?: string
  readonly merchantTransactionId?: string
}

/** Transfers, newest first, at most 200. */
export async function listTransfers(
  database: Database,
  search: TransferSearch = {},
): Promise<readonly Transfer[]> {
  const { merchantCode, merchantTransactionId } = search
  const rows = await database
    .select()
    .from(transfers)
    .innerJoin(merchants, eq(merchants.code, transfers.merchantCode))
    .innerJoin(wallets, eq(wallets.id, transfers.walletId))
    .where(
      and(
        merchantCode === undefined ? undefined : eq(transfers.merchantCode, merchantCode),
        merchantTransactionId === undefined
          ? undefined
          : eq(transfers.merchantTransactionId, merchantTransactionId),
      ),
    )
    .orderBy(desc(transfers.createdAt), sql`${transfers}.rowid desc`)
    .limit(200)
  return rows.map(({ transfer, merchant, wallet }) => ({
    ...transfer,
    merchantName: merchant.name,
    receiverName: wallet.fullName,
    receiverPhone: wallet.phone,
  }))
}

/** A transfer by the merchant's own id. */
export async function findTransfer(
  database: Database,
  merchantCode: string,
  merchantTransactionId: string,
): Promise<Transfer | undefined> {
  const [transfer] = await listTransfers(database, { merchantCode, merchantTransactionId })
  return transfer
}
