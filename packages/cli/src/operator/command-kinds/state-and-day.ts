import { text } from '../../command/option.ts'

/** Filters by state and by day. */
export const stateAndDay = {
  state: ['state', text({ placeholder: 'STATE', summary: 'State, such as unknown.' })],
  day: ['day', text({ placeholder: 'DATE', summary: 'Day in Vietnam, as YYYY-MM-DD.' })],
} as const
