/** Sources to mutate, and the tests that must kill the mutants. */
export interface Area {
  readonly name: string
  /** Folder of the package in the repository. */
  readonly packageFolder: string
  /**
   * The project of the package's tests in which the mutants are tried; of a Worker the runtime that
   * all of its tests use.
   */
  readonly project: 'node' | 'workerd'
  /** Paths of the sources within the package; a pattern of glob. */
  readonly sources: readonly string[]
  /** Those of the sources that only tests of other packages use, or that another area has. */
  readonly leftOut?: readonly string[]
}

/** The areas in which an unnoticed change would cost money. */
export const areas: readonly Area[] = [
  {
    name: 'refunds',
    packageFolder: 'packages/orders',
    project: 'workerd',
    sources: ['src/refunds/*.ts'],
  },
  {
    name: 'settle',
    packageFolder: 'packages/orders',
    project: 'workerd',
    sources: [
      'src/payments/**/settle-*.ts',
      'src/payments/disputes/*.ts',
      'src/payments/denials/*.ts',
      'src/payments/contradicted-payment.ts',
      'src/payments/reported-payment.ts',
      'src/payments/release-superfluous-hold.ts',
      'src/callbacks/confirm-*.ts',
    ],
  },
  {
    name: 'linked-payments',
    packageFolder: 'packages/orders',
    project: 'workerd',
    sources: ['src/linked-payments/**/*.ts'],
  },
  {
    name: 'transfers',
    packageFolder: 'packages/orders',
    project: 'workerd',
    sources: ['src/transfers/*.ts'],
  },
  {
    name: 'approvals',
    packageFolder: 'packages/orders',
    project: 'workerd',
    sources: ['src/approvals/*.ts'],
  },
  {
    name: 'verdicts',
    packageFolder: 'packages/orders',
    project: 'workerd',
    sources: ['src/verdicts/*.ts'],
  },
  {
    name: 'links',
    packageFolder: 'packages/orders',
    project: 'workerd',
    sources: ['src/links/*.ts'],
  },
  {
    name: 'settle-by-file',
    packageFolder: 'packages/orders',
    project: 'workerd',
    sources: [
      'src/daily-files/settlement/settle-*.ts',
      'src/daily-files/settlement/named-parts.ts',
      'src/daily-files/settlement/wanted-codes.ts',
    ],
  },
  {
    name: 'orders',
    packageFolder: 'packages/orders',
    project: 'workerd',
    sources: ['src/orders/*.ts', 'src/payments/queries/expire-orders.ts'],
    leftOut: ['src/orders/of-stores.ts', 'src/orders/order-view.ts', 'src/orders/refusal-view.ts'],
  },
  {
    name: 'payments',
    packageFolder: 'packages/orders',
    project: 'workerd',
    sources: ['src/payments/creation/**/*.ts', 'src/payments/queries/*.ts'],
    leftOut: [
      'src/payments/queries/expire-orders.ts',
      'src/payments/queries/settle-answer.ts',
      'src/payments/queries/settle-by-query.ts',
    ],
  },
  {
    name: 'callback-records',
    packageFolder: 'packages/orders',
    project: 'workerd',
    sources: ['src/callbacks/*.ts'],
    leftOut: ['src/callbacks/confirm-callbacks.ts'],
  },
  {
    name: 'webhooks',
    packageFolder: 'packages/orders',
    project: 'workerd',
    sources: ['src/events/*.ts', 'src/webhook/*.ts'],
    leftOut: [
      'src/webhook/endpoint-control.ts',
      'src/webhook/list-events.ts',
      'src/webhook/resend-events.ts',
      'src/webhook/standard-webhook.ts',
      'src/webhook/webhook-key.ts',
    ],
  },
  {
    name: 'webhook-desk',
    packageFolder: 'packages/orders',
    project: 'workerd',
    sources: ['src/webhook/{endpoint-control,list-events,resend-events}.ts'],
  },
  {
    name: 'webhook-signatures',
    packageFolder: 'packages/orders',
    project: 'workerd',
    sources: ['src/webhook/{standard-webhook,webhook-key}.ts'],
  },
  {
    name: 'loyalty-ids',
    packageFolder: 'packages/orders',
    project: 'workerd',
    sources: ['src/loyalty/*.ts'],
  },
  {
    name: 'states',
    packageFolder: 'packages/orders',
    project: 'node',
    sources: ['src/states/*.ts', 'src/database/states-in-sql.ts'],
  },
  {
    name: 'callback',
    packageFolder: 'packages/callback',
    project: 'node',
    sources: ['src/*.ts'],
    leftOut: ['src/testing.ts'],
  },
  {
    name: 'signing',
    packageFolder: 'packages/signing',
    project: 'node',
    sources: ['src/*.ts', 'src/keys/*.ts', 'src/sealing/*.ts'],
  },
  {
    name: 'sign-on',
    packageFolder: 'packages/oidc',
    project: 'node',
    sources: [
      'src/{relying-party,sealing,session,sign-in,sign-out,tokens,user-info,web}/**/*.ts',
      'src/stores/*.ts',
      'src/json-fields.ts',
    ],
    leftOut: ['src/stores/d1-session-store.ts'],
  },
  {
    name: 'sign-on-store',
    packageFolder: 'packages/oidc',
    project: 'workerd',
    sources: ['src/stores/d1-session-store.ts'],
  },
  {
    name: 'compare',
    packageFolder: 'packages/reconcile',
    project: 'node',
    sources: ['src/matching/**/*.ts', 'src/outcome/*.ts', 'src/engine/**/*.ts'],
  },
  {
    name: 'outputs',
    packageFolder: 'packages/reconcile',
    project: 'node',
    sources: ['src/output/*.ts', 'src/module/result-row-writer.ts', 'src/rows/row.ts'],
  },
  {
    name: 'loyalty',
    packageFolder: 'workers/orders',
    project: 'workerd',
    sources: ['src/loyalty/*.ts'],
  },
  {
    name: 'ipn',
    packageFolder: 'workers/ipn',
    project: 'workerd',
    sources: ['src/*.ts'],
  },
  {
    name: 'checkout-orders',
    packageFolder: 'workers/checkout',
    project: 'workerd',
    sources: ['src/orders/*.ts', 'src/payments/*-routes.ts', 'src/payments/payment-starter.ts'],
  },
  {
    name: 'operator-authorization',
    packageFolder: 'workers/checkout',
    project: 'workerd',
    sources: [
      'src/operator/access/operators.ts',
      'src/operator/access/require-*.ts',
      'src/operator/access/signed-in-operator.ts',
      'src/operator/access/sign-in-routes.ts',
      'src/api/require-bearer.ts',
      'src/api/refuse-caller.ts',
      'src/api/checkout-secrets.ts',
      'src/api/secret-digest.ts',
    ],
  },
  {
    name: 'desk-authorization',
    packageFolder: 'workers/console',
    project: 'workerd',
    sources: [
      'src/create-console.tsx',
      'src/sign-in/*.ts',
      'src/sign-in/require-operator.tsx',
      'src/forms/own-forms.ts',
    ],
    leftOut: ['src/sign-in/messages.ts'],
  },
]
