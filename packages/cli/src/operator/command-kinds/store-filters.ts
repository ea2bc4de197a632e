import { text } from '../../command/option.ts'

/** Filters by store and terminal. */
export const storeFilters = {
  store: ['storeCode', text({ placeholder: 'CODE', summary: 'Code of the store.' })],
  terminal: [
    'posCode',
    text({ placeholder: 'CODE', summary: 'Code of a terminal of that store; with --store.' }),
  ],
} as const
