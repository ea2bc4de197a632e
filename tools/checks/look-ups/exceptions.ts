import type { LookUp } from './find-look-ups.ts'

/** Look-ups of a file that are allowed. */
export interface LookUpException {
  readonly file: string
  /** The expressions, in the form of `LookUp.code`. */
  readonly codes: readonly string[]
  readonly why: string
}

/** Look-ups with a key that comes from the code itself, with its origin. */
export const lookUpExceptions: readonly LookUpException[] = [
  {
    file: 'packages/cli/src/command/read-arguments.ts',
    codes: ['environment[option.environment]'],
    why: 'the name of the variable comes from the description of an option, in the code',
  },
  {
    file: 'packages/cli/src/secrets/secrets-generate.ts',
    codes: ['contents[holder][name]'],
    why: 'the names of the secrets come from a table in the code',
  },
  {
    file: 'packages/cli/src/secrets/secrets-rotate.ts',
    codes: ['secrets[name]', 'secrets[`${name}_PREVIOUS`]'],
    why: 'the name was looked up in a table in the code before',
  },
  {
    file: 'packages/client/src/request/prepare-request.ts',
    codes: ['fields[field]', 'fields[businessId]'],
    why: 'the names of the fields come from the endpoint in the contract',
  },
  {
    file: 'packages/orders/src/database/compile-transition.ts',
    codes: ['raw[column.name]'],
    why: 'the columns come from the database schema in the code',
  },
  {
    file: 'packages/orders/src/rules/field-rule.ts',
    codes: ['rules[field]', 'request[field]'],
    why: 'the fields are the keys of the rules, in the code',
  },
  {
    file: 'packages/orders/src/search/newest-first.ts',
    codes: ['last?.[atMs.name]', 'last?.[key.name]'],
    why: 'the columns come from the database schema in the code',
  },
  {
    file: 'packages/sandbox/src/fault-injection/find-fault.ts',
    codes: ['name in endpoints', 'fields[endpoint.businessId]'],
    why: 'a module namespace has no prototype, and the name of the field comes from the contract',
  },
  {
    file: 'packages/sandbox/src/recipes/run-recipe.ts',
    codes: ['bodySignedNames[call]', 'unsentNames[call]'],
    why: 'the names of the calls come from the recipes in the code',
  },
  {
    file: 'packages/sandbox/src/refunds/handlers.ts',
    codes: ['fields[name]'],
    why: 'the names are literals in the same function',
  },
  {
    file: 'packages/sandbox/src/serving/gateway-handler.ts',
    codes: ['fields[name]'],
    why: 'the names of the header fields come from the contract',
  },
  {
    file: 'workers/orders/src/loyalty/call-loyalty.ts',
    codes: ['request[endpoint.businessId]'],
    why: 'the name of the field comes from the endpoint in the contract',
  },
]

/** The exception for a look-up, if there is one. */
export function exceptionFor(file: string, { code }: LookUp): LookUpException | undefined {
  return lookUpExceptions.find((one) => one.file === file && one.codes.includes(code))
}
