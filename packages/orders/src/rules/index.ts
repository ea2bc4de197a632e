export {
  requirementOf,
  isPlainText,
  isWebAddress,
  plainTextDemand,
  type FieldRule,
  type NumberRule,
  type PatternRule,
  type PlainTextRule,
  type WebAddressRule,
} from './field-rule.ts'
export {
  isOrderInfo,
  isPartnerCode,
  orderInfoDemand,
  partnerCodeDemand,
  type ExtraData,
} from './extra-data.ts'
export {
  customerRules,
  linkedPaymentRules,
  listRules,
  orderRules,
  otpRules,
  refundAmountDemand,
  refundRules,
  transactionIdRule,
  transferRules,
  walletCodeRule,
} from './request-rules.ts'
export { differencesPage, journalPage, listPage, type PageRule } from './page-rules.ts'
export { maxStoreCodes } from './store-codes.ts'
export { newCodeAt } from './new-code.ts'
export { partsOfPrice, maxPointsOf, pointValueVnd } from './point-value.ts'
