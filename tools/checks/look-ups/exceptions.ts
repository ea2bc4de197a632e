import type { LookUp } from './find-look-ups.ts'

/** Look-ups of a file that are as they should be. */
export interface LookUpException {
  readonly file: string
  /** The expressions, as `LookUp.code` writes them. */
  readonly codes: readonly string[]
  readonly why: string
}

/** Look-ups by a text that comes from the code itself, with where it comes from. */
export const lookUpExceptions: readonly LookUpException[] = [
  {
    file: 'packages/cli/src/command/read-arguments.ts',
    codes: ['environment[option.environment]'],
    why: 'the variable is named by the description of an option',
  },
  {
    file: 'packages/cli/src/secrets/secrets-generate.ts',
    codes: ['contents[holder][name]'],
    why: 'the secrets are those of a table in the code',
  },
  {
    file: 'packages/cli/src/secrets/secrets-rotate.ts',
    codes: ['secrets[name]', 'secrets[`${name}_PREVIOUS`]'],
    why: 'the secret was found in a table of the code by its name',
  },
  {
    file: 'packages/client/src/request/prepare-request.ts',
    codes: ['fields[field]', 'fields[businessId]'],
    why: 'the fields are named by the endpoint of the contract',
  },
  {
    file: 'packages/orders/src/database/compile-transition.ts',
    codes: ['raw[column.name]'],
    why: 'the columns are those of the schema',
  },
  {
    file: 'packages/orders/src/rules/field-rule.ts',
    codes: ['rules[field]', 'request[field]'],
    why: 'the fields are the keys of the rules',
  },
  {
    file: 'packages/orders/src/search/newest-first.ts',
    codes: ['last?.[atMs.name]', 'last?.[key.name]'],
    why: 'the columns are those of the schema',
  },
  {
    file: 'packages/sandbox/src/fault-injection/find-fault.ts',
    codes: ['name in endpoints', 'fields[endpoint.businessId]'],
    why: 'a namespace of a module has no prototype, and the field is named by the contract',
  },
  {
    file: 'packages/sandbox/src/recipes/run-recipe.ts',
    codes: ['bodySignedNames[call]', 'unsentNames[call]'],
    why: 'the calls are those of the recipes in the code',
  },
  {
    file: 'packages/sandbox/src/refunds/handlers.ts',
    codes: ['fields[name]'],
    why: 'the names are literals in the same function',
  },
  {
    file: 'packages/sandbox/src/serving/gateway-handler.ts',
    codes: ['fields[name]'],
    why: 'the names are those of the header fields in the contract',
  },
  {
    file: 'workers/orders/src/loyalty/call-loyalty.ts',
    codes: ['request[endpoint.businessId]'],
    why: 'the field is named by the endpoint of the contract',
  },
]

/** The exception for a look-up, if there is one. */
export function exceptionFor(file: string, { code }: LookUp): LookUpException | undefined {
  return lookUpExceptions.find((one) => one.file === file && one.codes.includes(code))
}
