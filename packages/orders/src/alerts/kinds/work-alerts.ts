import type { AlertKindEntry } from './alert-kind-entry.ts'

/** Alerts about work that waits and webhooks. */
export const workAlerts = {
  dead_letter: {
    about: 'work and webhooks',
    meaning:
      'An event could not be delivered in 75 hours and is not retried any more. Later events of the same order are delivered.',
    remedy: 'Look at its deliveries, repair the endpoint, then resend the event.',
    closesOnce: 'event_delivered',
  },
  endpoint_paused: {
    about: 'work and webhooks',
    meaning:
      'An endpoint has answered 410 Gone and is paused. Its events wait, in order, and are not counted as failures.',
    remedy:
      'Find out why the address is gone. Correct it in the configuration, or restore it, then resume the endpoint. If the endpoint is gone for good, give its id the address and the secrets of an endpoint of the shop that takes its events, and resume it: they go there under their `webhook-id`, by which the shop knows those that it has. Remove the id from the configuration when no event waits for it; events that still wait raise `endpoint_missing`.',
    closedByHand:
      'a person resumes the endpoint, which closes the alert under the name of that person',
  },
  endpoint_failing: {
    about: 'work and webhooks',
    meaning:
      'Events for an endpoint have failed four times or more, over half an hour at least. They are retried for 75 hours; later events of the same orders wait for them.',
    remedy:
      'Look at the deliveries of its events: status, failure and duration. Repair the endpoint; then resend the events that should not wait for their next retry.',
    closedByHand: 'an endpoint that fails now and then would open and close it each time',
  },
  endpoint_missing: {
    about: 'work and webhooks',
    meaning: 'Events wait for an endpoint that is not configured any more.',
    remedy:
      'Put the endpoint back into WEBHOOK_ENDPOINTS under its old id; it then receives the waiting events. If it is gone for good, put it back with the address and the secrets of an endpoint of the shop that takes its events (the shop knows by the `webhook-id` those that it has), resume it if it is paused, and remove it when no event waits for it. No other way ends the wait: a closed alert is raised again within minutes.',
    closesOnce: 'nothing_waits',
  },
  alert_undelivered: {
    about: 'work and webhooks',
    meaning:
      'An event about an alert could not be delivered in 75 hours. The alert itself is still in the list. This alert (alert_undelivered) sends no event, because its own event would fail in the same way.',
    remedy: 'Repair the endpoint that receives alerts, and check the list of alerts until then.',
    isQuiet: true,
    closedByHand: 'somebody has to look at the list of alerts, of which no event has told',
  },
  database_restored: {
    about: 'work and webhooks',
    meaning:
      'The database was restored to an earlier moment. Money that was moved after that moment stays moved, but its rows are lost.',
    remedy:
      'Go through the list moved-since.json as the runbook says ("When the database was restored"). Nobody refunds or transfers money for the lost time under a new id. Close the alert when the files of the day of the restore are compared and their differences are decided.',
    closedByHand:
      'only a person knows when everything that was moved in the lost time is accounted for',
  },
  outbox_stalled: {
    about: 'work and webhooks',
    replacesFacts: true,
    meaning:
      'Work has been due for more than two minutes and nobody does it: confirmations of callbacks, or events for the shop. Or a confirmation was begun more than twelve times and has never ended. Orders are marked paid, or reported to the shop, too late. There is one alert an hour while it lasts. Work that waits for its next try is not meant.',
    remedy: 'Check that the cron trigger of the orders Worker runs, and read its log.',
    closesOnce: 'work_done',
  },
} as const satisfies Readonly<Record<string, AlertKindEntry>>
