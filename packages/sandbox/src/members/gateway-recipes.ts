import type { Recipe, StepValue } from '../recipes/recipe.ts'

function member(recipe: Omit<Recipe, 'table'>): Recipe {
  return { ...recipe, table: 'gateway-member' }
}

function changed(code: number, how: string, change: StepValue): Recipe {
  return member({
    code,
    by: 'state',
    how,
    steps: [
      { control: 'PATCH /control/members/M-0001', body: change },
      { call: 'gatewayGetMember' },
    ],
  })
}

/** How to get each code of the gateway table for members. */
export const gatewayMemberRecipes: readonly Recipe[] = [
  member({
    code: 200,
    by: 'request',
    how: 'Look up a member whose card and account are active.',
    steps: [{ call: 'gatewayGetMember' }],
  }),
  member({
    code: 4000,
    by: 'request',
    how: 'Send a phone_no that is not a phone number.',
    steps: [{ call: 'gatewayGetMember', fields: { phone_no: '84900000001' } }],
  }),
  member({
    code: 4000,
    by: 'request',
    how: 'Send an X-API-Code that is not one of the seven.',
    steps: [{ call: 'gatewayGetMember', headers: { 'X-API-Code': 'mi_v1_loyalty_nothing' } }],
  }),
  member({
    code: 403100,
    by: 'request',
    how: 'Send an X-Merchant-ID or X-Terminal-ID that is not of this merchant, or of a closed store.',
    steps: [{ call: 'gatewayGetMember', fields: { 'X-Terminal-ID': 'NO-SUCH-POS' } }],
  }),
  changed(200300, 'Look up a member whose card is inactive, such as 0900000005.', {
    cardStatus: 'I',
  }),
  changed(200301, 'Look up a member whose account is inactive or blocked, such as 0900000006.', {
    accountStatus: 'B',
  }),
  member({
    code: 200400,
    by: 'request',
    how: 'Look up a phone number that no member has.',
    steps: [{ call: 'gatewayGetMember', fields: { phone_no: '0911111111' } }],
  }),
  member({
    code: 5000,
    by: 'magic value',
    how: 'Start X-Request-ID with `sandbox:5000`; `sandbox:5000-after` lets it take effect first.',
    steps: [{ call: 'gatewayGetMember', headers: { 'X-Request-ID': 'sandbox:5000' } }],
  }),
]
