import type { Database, Statement } from '../database/database.ts'
import { merchantAccounts } from '../database/schema.ts'
import { moveAmounts, openAccount } from '../ledger/ledger.ts'
import { ledgerOwnerOf, type NewMerchantAccount } from '../merchant-accounts/merchant-accounts.ts'
import { seedMerchant, seedStranger } from '../seed-data.ts'

/** Wallet accounts of merchants in a fresh sandbox, with what lies on them in VND. */
const seedMerchantAccounts: readonly (NewMerchantAccount & { readonly vnd: number })[] = [
  { id: 'EDGE-ACCOUNT-1', merchantCode: seedMerchant.code, name: 'Prizes', vnd: 20_000_000 },
  { id: 'OTHER-ACCOUNT-1', merchantCode: seedStranger.code, name: 'Main', vnd: 1_000_000 },
]

/** Statements that open the wallet accounts of merchants. */
export function merchantAccountStatements(database: Database, at: number): readonly Statement[] {
  return seedMerchantAccounts.flatMap(({ vnd, ...account }) => {
    const owner = ledgerOwnerOf(account.id)
    return [
      database.insert(merchantAccounts).values({ ...account, status: 'active' }),
      openAccount(database, owner, 'VND'),
      ...moveAmounts(database, at, [
        {
          kind: 'opening',
          reference: account.id,
          from: 'operator',
          to: owner,
          unit: 'VND',
          amount: vnd,
        },
      ]),
    ]
  })
}
