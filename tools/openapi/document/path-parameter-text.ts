/** What each field of a path is, by the part of the path before it. */
const texts: Readonly<Record<string, string>> = {
  'alerts/{id}': 'Number of the alert, from 1.',
  'callbacks/{seq}': 'Position of the journal line of the callback, from 1.',
  'differences/{day}': 'Day of Vietnam whose files were compared, `YYYY-MM-DD`.',
  'disputed-payments/{transactionId}': 'Transaction id of the disputed payment at the service.',
  'endpoints/{id}': 'Id of the webhook endpoint, as in the list.',
  'events/{key}': 'Key of the event for its endpoint, as in the list.',
  'ipn/{reference}': 'Our reference of the payment attempt.',
  'links/{customerId}': "The shop's own id of the customer.",
  'links/{id}': 'Our id of the link.',
  'loyalty/{call}': 'Name of the call in the merchant API, such as `getMembership`.',
  'orders/{id}': "The merchant's own order id: 1 to 64 characters of `A-Z a-z 0-9 _ -`.",
  'partner/{day}': 'Day of Vietnam that the file is about, `YYYY-MM-DD`.',
  'payments/{reference}': 'Our reference of the payment attempt.',
  'proposals/{id}': 'Id of the refund that an approval makes.',
  'reconciliations/{day}': 'Day of Vietnam that the files are about, `YYYY-MM-DD`.',
  'refunds/{refundId}': "The merchant's own id of the refund.",
  'runs/{day}': 'Day of Vietnam that the files are about, `YYYY-MM-DD`.',
  'transfers/{id}': "The shop's own id of the transfer.",
  '{day}/{runId}': 'Id of the run that found the difference, as in the list.',
  '{reference}/{token}':
    'Token of the address, which proves that we gave it to the service for this reference.',
  '{runId}/{position}': 'Position of the difference, as in the list.',
}

/**
 * The description of a field of a path.
 *
 * @returns an empty text when nobody has described it
 */
export function pathParameterText(path: string, name: string): string {
  const parts = path.split('/')
  const at = parts.indexOf(`{${name}}`)
  return texts[parts.slice(Math.max(0, at - 1), at + 1).join('/')] ?? ''
}
