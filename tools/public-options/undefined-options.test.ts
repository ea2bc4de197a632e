import { expect, it } from 'vitest'
import { optionsFunctions } from './option-types.ts'

// Goal: an option that is `undefined` counts as left out, for TypeScript with `exactOptionalPropertyTypes`, too: a setting
// that may be missing is passed on as it is.
// Method: the types of all options are read from the sources.

const packageNames = ['callback', 'client', 'oidc', 'reconcile', 'sftp', 'signing', 'orders']
/** Of the orders, a shop uses the webhook alone; engines are called by `reconcile`. */
const isForOthers = ({ packageName, entry }: { packageName: string; entry: string }) =>
  packageName === 'orders' ? entry === './webhook' : entry !== './engine'

it.each(packageNames)('every option of %s may be undefined', async (packageName) => {
  const found = (await optionsFunctions(packageName)).filter(isForOthers)
  const exact = found.flatMap(({ name, fields }) =>
    fields
      .filter(({ isOptional, takesUndefined }) => isOptional && !takesUndefined)
      .map((field) => `${name}: ${field.name}?: ${field.type}`),
  )

  expect(found.length).toBeGreaterThan(0)
  expect(exact).toEqual([])
})
