import { addresses } from './addresses.vi.ts'
import { answers } from './answers.vi.ts'
import { dailyFiles } from './daily-files.vi.ts'
import { differences } from './differences.vi.ts'
import { eVoucher } from './service/e-voucher.vi.ts'
import { gateway } from './service/gateway.vi.ts'
import { giftCode } from './service/gift-code.vi.ts'
import { linkedAccount } from './service/linked-account.vi.ts'
import { linkedWallets } from './linked-wallets.vi.ts'
import { membership } from './service/membership.vi.ts'
import { moneyTransfer } from './service/money-transfer.vi.ts'
import { operatorsAlerts } from './operators/operators-alerts.vi.ts'
import { operatorsEvents } from './operators/operators-events.vi.ts'
import { operatorsMoney } from './operators/operators-money.vi.ts'
import { operatorsOrders } from './operators/operators-orders.vi.ts'
import { operatorsRecords } from './operators/operators-records.vi.ts'
import { orderRecords } from './order-records.vi.ts'
import { orders } from './orders.vi.ts'
import { outcomes } from './outcomes.vi.ts'
import { refund } from './service/refund.vi.ts'
import { statuses } from './statuses.vi.ts'
import { topUp } from './service/top-up.vi.ts'
import { transactionQr } from './service/transaction-qr.vi.ts'
import { transfers } from './transfers.vi.ts'
import { webPayment } from './service/web-payment.vi.ts'
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
