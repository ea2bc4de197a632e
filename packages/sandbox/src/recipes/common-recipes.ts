import type { Recipe } from './recipe.ts'

function common(recipe: Omit<Recipe, 'table'>): Recipe {
  return { ...recipe, table: 'common' }
}

function magicValueRecipe(code: number): Recipe {
  return common({
    code,
    by: 'magic value',
    how: `Start the description, or X-Request-ID, with \`sandbox:${code}\`.`,
    steps: [{ call: 'createTqrOrder', fields: { description: `sandbox:${code}` } }],
  })
}

const authentication: readonly Recipe[] = [
  common({
    code: 4010001,
    by: 'request',
    how: 'Sign a text that differs from the request; the journal says which one.',
    steps: [{ call: 'createTqrOrder', sign: { path: '/merchant-integration/v1/orders' } }],
  }),
  common({
    code: 4010001,
    by: 'request',
    how: 'Leave X-Signature, X-Timestamp or X-Key-Code out.',
    steps: [{ call: 'createTqrOrder', headers: { 'X-Signature': null } }],
  }),
  common({
    code: 4010001,
    by: 'request',
    how: 'Send a key code that nobody has registered, or one of more than 36 characters.',
    steps: [{ call: 'createTqrOrder', sign: { keyCode: 'no-such-key' } }],
  }),
  common({
    code: 4010001,
    by: 'state',
    how: 'Use an API key after its expiry date.',
    steps: [
      {
        control: 'POST /control/api-keys',
        body: {
          merchantCode: '{merchantCode}',
          name: 'Expired',
          keyCode: '{id:key}',
          publicKeyPem: '{publicKeyPem}',
          expiresAt: '{now-1}',
        },
      },
      { call: 'createTqrOrder', sign: { keyCode: '{id:key}' } },
    ],
  }),
  common({
    code: 4010001,
    by: 'state',
    how: 'Use an API key after it was revoked.',
    steps: [{ control: 'DELETE /control/api-keys/{keyCode}' }, { call: 'createTqrOrder' }],
  }),
  common({
    code: 4010002,
    by: 'request',
    how: 'Send an X-Timestamp that is not a number.',
    steps: [{ call: 'createTqrOrder', headers: { 'X-Timestamp': 'yesterday' } }],
  }),
  common({
    code: 4010003,
    by: 'request',
    how: "Send an X-Timestamp later than the sandbox's clock, or move that clock back.",
    steps: [{ call: 'createTqrOrder', sign: { timestamp: '{now+60}' } }],
  }),
  common({
    code: 4010004,
    by: 'request',
    how: "Send an X-Timestamp more than two hours before the sandbox's clock, or move that clock forward.",
    steps: [{ call: 'createTqrOrder', sign: { timestamp: '{now-7260}' } }],
  }),
  common({
    code: 4010005,
    by: 'request',
    how: 'Leave X-Nonce out, or send one with more than 255 characters or with a semicolon.',
    steps: [{ call: 'createTqrOrder', headers: { 'X-Nonce': null } }],
  }),
  common({
    code: 4010006,
    by: 'state',
    how: 'Send the same X-Nonce twice within two hours.',
    steps: [
      { call: 'createTqrOrder', sign: { nonce: '{id:nonce}' } },
      {
        call: 'createTqrOrder',
        fields: { order_reference_id: '{id:b}' },
        sign: { nonce: '{id:nonce}' },
      },
    ],
  }),
]

/** How to get each code of the common table. */
export const commonRecipes: readonly Recipe[] = [
  common({
    code: 4000001,
    by: 'request',
    how: 'Leave a required field out, or send one that does not have the expected form.',
    steps: [{ call: 'createTqrOrder', fields: { order_amount: 0 } }],
  }),
  common({
    code: 4000001,
    by: 'state',
    how: 'Create an order with an order_reference_id that is already used; the table has no code for this.',
    steps: [{ call: 'createTqrOrder' }, { call: 'createTqrOrder' }],
  }),
  magicValueRecipe(4000801),
  ...authentication,
  common({
    code: 4030001,
    by: 'state',
    how: 'Remove the right that the call needs from the merchant.',
    steps: [
      { control: 'PATCH /control/merchants/{merchantCode}', body: { rights: ['transaction-qr'] } },
      { call: 'createWebPayment' },
    ],
  }),
  common({
    code: 4040001,
    by: 'state',
    how: 'Query an order that the merchant does not have.',
    steps: [{ call: 'queryOrder', fields: { order_id: '20200302T00100015912' } }],
  }),
  common({
    code: 4040201,
    by: 'request',
    how: 'Send a store_code or pos_code that is not of this merchant, or of a closed store.',
    steps: [{ call: 'createTqrOrder', fields: { store_code: 'NO-SUCH-STORE' } }],
  }),
  common({
    code: 4040201,
    by: 'state',
    how: 'Close the merchant.',
    steps: [
      { control: 'PATCH /control/merchants/{merchantCode}', body: { status: 'closed' } },
      { call: 'createTqrOrder' },
    ],
  }),
  magicValueRecipe(5000001),
  magicValueRecipe(5000101),
]
