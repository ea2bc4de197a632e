import type { AlertKindEntry } from './alert-kind-entry.ts'

/** Alerts about work that waits and webhooks. */
export const workAlerts = {
  dead_letter: {
    about: 'work and webhooks',
    meaning:
      'An event could not be delivered in 75 hours and is not tried any more. The later events of the same order go on.',
    remedy: 'Look at its deliveries, mend the endpoint, then resend the event.',
    closesOnce: 'event_delivered',
  },
  endpoint_paused: {
    about: 'work and webhooks',
    meaning:
      'An endpoint has answered 410 Gone and is paused. Its events wait, in order, and are not counted as failures.',
    remedy:
      'Find out who took the address away. Correct it in the configuration, or bring it back, then resume the endpoint. One that is gone for good is taken out of the configuration; then close the alert.',
  },
  endpoint_failing: {
    about: 'work and webhooks',
    meaning:
      'Events for an endpoint have failed four times or more, over half an hour at least. They are tried on for 75 hours; later events of the same orders wait behind them.',
    remedy:
      'Look at the deliveries of its events: status, failure and duration. Mend the endpoint; then resend what is not to wait for its next turn.',
  },
  endpoint_missing: {
    about: 'work and webhooks',
    meaning: 'Events wait for an endpoint that is not configured any more.',
    remedy:
      'Put the endpoint back into WEBHOOK_ENDPOINTS under its old id; it receives what has waited.',
  },
  alert_undelivered: {
    about: 'work and webhooks',
    meaning:
      'An event about an alert could not be delivered in 75 hours. The alert is in the list all the same; of this one no event tells, for it would tell of itself.',
    remedy: 'Mend the endpoint that receives alerts, and read the list of alerts until then.',
    isQuiet: true,
  },
  outbox_stalled: {
    about: 'work and webhooks',
    tellsWhatIs: true,
    meaning:
      'Confirmations have waited for more than two minutes, or events are due for two minutes and nobody has sent them. Orders are paid, or told to the shop, later than they should.',
    remedy:
      'See that the cron trigger of the orders Worker runs and read its log; look whether the service is down.',
  },
} as const satisfies Readonly<Record<string, AlertKindEntry>>
