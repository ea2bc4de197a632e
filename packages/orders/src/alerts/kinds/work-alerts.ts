import type { AlertKindEntry } from './alert-kind-entry.ts'

/** Alerts about work that waits and webhooks. */
export const workAlerts = {
  dead_letter: {
    about: 'work and webhooks',
    meaning:
      'An event could not be delivered to the shop and is not tried any more. The later events of the same order go on.',
    remedy: "Mend the shop's endpoint, then resend the event.",
  },
  outbox_stalled: {
    about: 'work and webhooks',
    meaning:
      'Confirmations or events have waited for more than two minutes. Orders are paid, or told to the shop, later than they should.',
    remedy:
      'See that the cron trigger of the orders Worker runs and read its log; look whether the service or the shop is down.',
  },
} as const satisfies Readonly<Record<string, AlertKindEntry>>
