export { addressOf, callerOf, networkOf } from './security/caller-address.ts'
export { contrastOf, isColor, mixColors, readableOn, strengthened } from './contrast.ts'
export { amountClass } from './amount-class.ts'
export { formatDay, formatMaskedPhone, formatNumber, formatTime, formatVnd } from './format.ts'
export { countdown, type RunningTime } from './countdown.ts'
export { htmlDocument, type HtmlDocument, type Markup } from './html-document.ts'
export { languageOf, otherLanguage, type Language } from './language.ts'
export {
  operatorFields,
  readOperatorList,
  type Operator,
  type OperatorList,
  type OperatorRole,
} from './settings/operator-list.ts'
export { isOwnForm } from './requests/own-form.ts'
export { ownPath } from './requests/own-path.ts'
export { paperStyles } from './paper-styles.ts'
export { type BodyProblem, readBody, type ReadLimit } from './requests/read-body.ts'
export { limitBody, type BodyLimit, type BodyRefusal } from './requests/limit-body.ts'
export { secureAnswers, securityHeaders, type PageSecurity } from './security/security-headers.ts'
export { sendOnceScript } from './send-once-script.ts'
export {
  securityEvents,
  type SecurityEvent,
  type SecurityEventCode,
} from './security/security-events.ts'
export {
  ConfigurationError,
  environmentMismatch,
  isConfigurationError,
  type Configuration,
  type ConfigurationApi,
} from './settings/configuration.ts'
export { misspeltSettings } from './settings/misspelt-settings.ts'
export { routeOf, securityLine, type SecurityLine } from './security/security-line.ts'
export { missingMigrations, type SettingProblem } from './settings/setting-problem.ts'
export { secretCommand, variablesIn } from './settings/setting-remedies.ts'
export { environmentNames, environmentOf, type Environment } from './settings/environment.ts'
export { environmentProblems } from './settings/environment-problems.ts'
export { readTypedNumber } from './requests/typed-number.ts'
export { clockOfTime, dayOfTime, dayPlus, isDay, writtenDay } from './vietnam-date.ts'
export { watchScript } from './watch-script.ts'
