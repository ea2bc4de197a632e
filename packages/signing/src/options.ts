export {
  checkArguments,
  checkOptions,
  checkWholeNumber,
  optionProblem,
  type OptionRule,
  type OptionRules,
} from './check-options.ts'
