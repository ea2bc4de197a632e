export {
  transferMoney,
  type TransferMoneyRequest,
  type TransferredMoney,
  type TransferMoneySuccess,
} from './transfer-money.ts'
export type { TransferMoneyRefusals } from './transfer-refusals.ts'
