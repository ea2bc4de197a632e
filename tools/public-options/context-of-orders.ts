/**
 * A context of the orders, with settings of the daily files, in which every field that must be given
 * has its type; nothing of it does anything.
 */
export const contextOfOrders: Readonly<Record<string, unknown>> = {
  now: () => 0,
  sleep: async () => {},
  alarm: () => ({ rings: Promise.resolve(), off() {} }),
  database: {},
  port: {},
  fetch: async () => new Response(),
  random: () => 0,
  callbackSecret: 'secret of the callbacks',
  ipnUrl: 'https://ipn.example',
  checkoutUrl: 'https://checkout.example',
  endpoints: [],
  returnOrigins: [],
  files: {
    bucket: {},
    profile: {},
    partnerId: 'PARTNER',
    partnerToken: 'PARTNER',
    checksumKey: 'key of the rows',
  },
}
