import type { Recipe, Step, StepValue } from './recipe.ts'

/** A recipe of the refund table. */
export function refund(recipe: Omit<Recipe, 'table'>): Recipe {
  return { ...recipe, table: 'refund' }
}

/** A recipe that provokes a code by its magic value. */
export function magic(code: number, before: readonly Step[] = paid()): Recipe {
  return refund({
    code,
    by: 'magic value',
    how: `Start the description of the refund, or X-Request-ID, with \`sandbox:${code}\`.`,
    steps: [...before, { call: 'refundOrder', fields: { description: `sandbox:${code}` } }],
  })
}

/** An order that is created and paid. */
export function paid(payment: { readonly [name: string]: StepValue } = {}): readonly Step[] {
  return [
    { call: 'createTqrOrder' },
    { control: 'POST /control/orders/{orderId}/pay', body: payment },
  ]
}
