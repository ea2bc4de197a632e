import { addresses } from './addresses.vi.ts'
import { answers } from './answers.vi.ts'
import { dailyFiles } from './daily-files.vi.ts'
import { differences } from './differences.vi.ts'
import { eVoucher } from './e-voucher.vi.ts'
import { gateway } from './gateway.vi.ts'
import { giftCode } from './gift-code.vi.ts'
import { linkedAccount } from './linked-account.vi.ts'
import { linkedWallets } from './linked-wallets.vi.ts'
import { membership } from './membership.vi.ts'
import { moneyTransfer } from './money-transfer.vi.ts'
import { operatorsAlerts } from './operators-alerts.vi.ts'
import { operatorsEvents } from './operators-events.vi.ts'
import { operatorsMoney } from './operators-money.vi.ts'
import { operatorsOrders } from './operators-orders.vi.ts'
import { operatorsRecords } from './operators-records.vi.ts'
import { orderRecords } from './order-records.vi.ts'
import { orders } from './orders.vi.ts'
import { outcomes } from './outcomes.vi.ts'
import { refund } from './refund.vi.ts'
import { statuses } from './statuses.vi.ts'
import { topUp } from './top-up.vi.ts'
import { transactionQr } from './transaction-qr.vi.ts'
import { transfers } from './transfers.vi.ts'
import { webPayment } from './web-payment.vi.ts'
import type { FieldTexts } from './field-texts.ts'

/** The texts of all fields of the API page, with their Vietnamese. */
export const allFieldTexts: FieldTexts = [
  ...addresses,
  ...answers,
  ...dailyFiles,
  ...differences,
  ...eVoucher,
  ...gateway,
  ...giftCode,
  ...linkedAccount,
  ...linkedWallets,
  ...membership,
  ...moneyTransfer,
  ...operatorsAlerts,
  ...operatorsEvents,
  ...operatorsMoney,
  ...operatorsOrders,
  ...operatorsRecords,
  ...orderRecords,
  ...orders,
  ...outcomes,
  ...refund,
  ...statuses,
  ...topUp,
  ...transactionQr,
  ...transfers,
  ...webPayment,
]
