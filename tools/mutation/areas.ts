/** Sources whose mutants are tried, and the tests that must notice them. */
export interface Area {
  readonly name: string
  /** Folder of the package in the repository. */
  readonly packageFolder: string
  /** The project of the package's tests in which the mutants are tried. */
  readonly project: 'node' | 'workerd'
  /** Paths of the sources within the package; a pattern of glob. */
  readonly sources: readonly string[]
  /** Of these, what only tests of others use. */
  readonly leftOut?: readonly string[]
}

/** Where a change that nobody notices would cost money. */
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
      'src/payments/settle-*.ts',
      'src/payments/dispute-order.ts',
      'src/callbacks/confirm-*.ts',
    ],
  },
  {
    name: 'linked-payments',
    packageFolder: 'packages/orders',
    project: 'workerd',
    sources: ['src/linked-payments/*.ts'],
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
    sources: ['src/*.ts', 'src/sealing/*.ts'],
  },
  {
    name: 'compare',
    packageFolder: 'packages/reconcile',
    project: 'node',
    sources: ['src/matching/*.ts', 'src/outcome/*.ts', 'src/engine/*.ts'],
  },
]
