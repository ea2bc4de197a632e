export { addressOf, callerOf, networkOf } from './caller-address.ts'
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
} from './operator-list.ts'
export { isOwnForm } from './own-form.ts'
export { ownPath } from './own-path.ts'
export { paperStyles } from './paper-styles.ts'
export { type BodyProblem, readBody, type ReadLimit } from './read-body.ts'
export { limitBody, type BodyLimit, type BodyRefusal } from './limit-body.ts'
export { secureAnswers, securityHeaders, type PageSecurity } from './security-headers.ts'
export { sendOnceScript } from './send-once-script.ts'
export { securityEvents, type SecurityEvent, type SecurityEventCode } from './security-events.ts'
export {
  ConfigurationError,
  environmentMismatch,
  isConfigurationError,
  type Configuration,
  type ConfigurationApi,
} from './configuration.ts'
export { misspeltSettings } from './misspelt-settings.ts'
export { routeOf, securityLine, type SecurityLine } from './security-line.ts'
export { missingMigrations, type SettingProblem } from './setting-problem.ts'
export { secretCommand, variablesIn } from './setting-remedies.ts'
export { environmentNames, environmentOf, type Environment } from './environment.ts'
export { environmentProblems } from './environment-problems.ts'
export { readTypedNumber } from './typed-number.ts'
export { clockOfTime, dayOfTime, dayPlus, isDay, writtenDay } from './vietnam-date.ts'
export { watchScript } from './watch-script.ts'
