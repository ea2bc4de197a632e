import { text } from '../../command/option.ts'

/** Filters by state and by day. */
export const stateAndDay = {
  state: ['state', text({ placeholder: 'STATE', summary: 'State, such as unknown.' })],
  day: ['day', text({ placeholder: 'DATE', summary: 'Day in Vietnam, as YYYY-MM-DD.' })],
} as const

/** Filters by store and terminal. */
export const storeFilters = {
  store: ['storeCode', text({ placeholder: 'CODE', summary: 'Code of the store.' })],
  terminal: [
    'posCode',
    text({ placeholder: 'CODE', summary: 'Code of a terminal of that store; with --store.' }),
  ],
} as const
