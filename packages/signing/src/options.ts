export { checkOptions, optionProblem, type OptionRule, type OptionRules } from './check-options.ts'
