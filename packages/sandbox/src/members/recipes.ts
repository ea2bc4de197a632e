import type { Recipe, StepValue } from '../recipes/recipe.ts'

function asking(code: number, how: string, fields: { readonly [name: string]: StepValue }): Recipe {
  return {
    code,
    table: 'membership',
    by: 'request',
    how,
    steps: [{ call: 'getMembership', fields }],
  }
}

/** How to get each code of the membership table. */
export const membershipRecipes: readonly Recipe[] = [
  asking(200, 'Look up a member of the program.', {}),
  asking(400002, 'Send an identity of id_type MOBILE that is no phone number.', {
    identity: '84900000001',
  }),
  asking(401005, 'Send another id_type than the four that there are.', { id_type: 'EMAIL' }),
  asking(401006, 'Send an identity that no member of the program has.', { identity: '0911111111' }),
  asking(401007, 'Send a business_code that no loyalty business has.', {
    business_code: 'NO-SUCH-BUSINESS',
  }),
  asking(401008, 'Send the program_code of another business.', { program_code: 'OTHER-POINTS' }),
  {
    code: 500503,
    table: 'membership',
    by: 'magic value',
    how: 'Start X-Request-ID with `sandbox:500503`.',
    steps: [{ call: 'getMembership', headers: { 'X-Request-ID': 'sandbox:500503' } }],
  },
]
