import type { Command, CommandEntry } from './command/command.ts'

/** Every command, in the order in which the help lists them. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'keys generate',
    load: async () => (await import('./keys/keys-generate.ts')).keysGenerate,
  },
  {
    name: 'keys inspect',
    load: async () => (await import('./keys/keys-inspect.ts')).keysInspect,
  },
  {
    name: 'secrets generate',
    load: async () => (await import('./secrets/secrets-generate.ts')).secretsGenerate,
  },
  {
    name: 'secrets rotate',
    load: async () => (await import('./secrets/secrets-rotate.ts')).secretsRotate,
  },
  {
    name: 'secrets use',
    load: async () => (await import('./secrets/secrets-rotate.ts')).secretsUse,
  },
  {
    name: 'secrets retire',
    load: async () => (await import('./secrets/secrets-rotate.ts')).secretsRetire,
  },
  { name: 'sign', load: async () => (await import('./signed-requests/sign.ts')).sign },
  { name: 'explain', load: async () => (await import('./signed-requests/explain.ts')).explain },
  {
    name: 'verify-callback',
    load: async () => (await import('./callbacks/verify-callback.ts')).verifyCallback,
  },
  { name: 'call', load: async () => (await import('./service-call/call.ts')).call },
  {
    name: 'trigger callback',
    load: async () => (await import('./callbacks/trigger-callback.ts')).triggerCallback,
  },
  { name: 'login', load: async () => (await import('./login/login.ts')).login },
  {
    name: 'reconcile',
    load: async () => (await import('./reconciliation/reconcile.ts')).reconcile,
  },
  {
    name: 'checksum detect',
    load: async () => (await import('./reconciliation/checksum-detect.ts')).checksumDetect,
  },
  {
    name: 'partner-file',
    load: async () => (await import('./reconciliation/partner-file.ts')).partnerFile,
  },
  { name: 'files push', load: async () => (await import('./files/files-move.ts')).filesPush },
  { name: 'files pull', load: async () => (await import('./files/files-move.ts')).filesPull },
  { name: 'files watch', load: async () => (await import('./files/files-watch.ts')).filesWatch },
  {
    name: 'orders list',
    load: async () => (await import('./operator/orders-commands.ts')).ordersList,
  },
  {
    name: 'orders show',
    load: async () => (await import('./operator/orders-commands.ts')).ordersShow,
  },
  {
    name: 'orders export',
    load: async () => (await import('./operator/orders-commands.ts')).ordersExport,
  },
  {
    name: 'alerts list',
    load: async () => (await import('./operator/alerts-commands.ts')).alertsList,
  },
  {
    name: 'alerts show',
    load: async () => (await import('./operator/alerts-commands.ts')).alertsShow,
  },
  {
    name: 'alerts acknowledge',
    load: async () => (await import('./operator/alerts-commands.ts')).alertsAcknowledge,
  },
  {
    name: 'alerts close',
    load: async () => (await import('./operator/alerts-commands.ts')).alertsClose,
  },
  {
    name: 'events list',
    load: async () => (await import('./operator/events-commands.ts')).eventsList,
  },
  {
    name: 'events show',
    load: async () => (await import('./operator/events-commands.ts')).eventsShow,
  },
  {
    name: 'events resend',
    load: async () => (await import('./operator/events-commands.ts')).eventsResend,
  },
  {
    name: 'endpoints list',
    load: async () => (await import('./operator/events-commands.ts')).endpointsList,
  },
  {
    name: 'endpoints pause',
    load: async () => (await import('./operator/events-commands.ts')).endpointsPause,
  },
  {
    name: 'endpoints resume',
    load: async () => (await import('./operator/events-commands.ts')).endpointsResume,
  },
  {
    name: 'callbacks list',
    load: async () => (await import('./operator/callbacks-commands.ts')).callbacksList,
  },
  {
    name: 'callbacks replay',
    load: async () => (await import('./operator/callbacks-commands.ts')).callbacksReplay,
  },
  {
    name: 'persons export',
    load: async () => (await import('./operator/persons-commands.ts')).personsExport,
  },
  {
    name: 'persons erase',
    load: async () => (await import('./operator/persons-commands.ts')).personsErase,
  },
  {
    name: 'refunds list',
    load: async () => (await import('./operator/settle-commands.ts')).refundsList,
  },
  {
    name: 'refunds create',
    load: async () => (await import('./operator/dispute-commands.ts')).refundsCreate,
  },
  {
    name: 'refunds settle',
    load: async () => (await import('./operator/settle-commands.ts')).refundsSettle,
  },
  {
    name: 'proposals list',
    load: async () => (await import('./operator/proposals-commands.ts')).proposalsList,
  },
  {
    name: 'proposals show',
    load: async () => (await import('./operator/proposals-commands.ts')).proposalsShow,
  },
  {
    name: 'proposals refuse',
    load: async () => (await import('./operator/proposals-commands.ts')).proposalsRefuse,
  },
  {
    name: 'payments accept',
    load: async () => (await import('./operator/dispute-commands.ts')).paymentsAccept,
  },
  {
    name: 'payments deny',
    load: async () => (await import('./operator/settle-commands.ts')).paymentsDeny,
  },
  {
    name: 'payments release',
    load: async () => (await import('./operator/dispute-commands.ts')).paymentsRelease,
  },
  {
    name: 'payments reopen',
    load: async () => (await import('./operator/dispute-commands.ts')).paymentsReopen,
  },
  {
    name: 'payments settle',
    load: async () => (await import('./operator/settle-commands.ts')).paymentsSettle,
  },
  {
    name: 'undecided list',
    load: async () => (await import('./operator/undecided-commands.ts')).undecidedList,
  },
  {
    name: 'transfers list',
    load: async () => (await import('./operator/settle-commands.ts')).transfersList,
  },
  {
    name: 'transfers show',
    load: async () => (await import('./operator/settle-commands.ts')).transfersShow,
  },
  {
    name: 'transfers settle',
    load: async () => (await import('./operator/settle-commands.ts')).transfersSettle,
  },
  {
    name: 'links list',
    load: async () => (await import('./operator/links-commands.ts')).linksList,
  },
  {
    name: 'links show',
    load: async () => (await import('./operator/links-commands.ts')).linksShow,
  },
  {
    name: 'takings show',
    load: async () => (await import('./operator/takings-commands.ts')).takingsShow,
  },
  {
    name: 'runs list',
    load: async () => (await import('./operator/runs-commands.ts')).runsList,
  },
  {
    name: 'runs show',
    load: async () => (await import('./operator/runs-commands.ts')).runsShow,
  },
  {
    name: 'runs force',
    load: async () => (await import('./operator/runs-commands.ts')).runsForce,
  },
  {
    name: 'differences list',
    load: async () => (await import('./operator/differences-commands.ts')).differencesList,
  },
  {
    name: 'differences decide',
    load: async () => (await import('./operator/differences-commands.ts')).differencesDecide,
  },
  {
    name: 'journal verify',
    load: async () => (await import('./operator/journal-verify.ts')).journalVerify,
  },
  { name: 'sign-in', load: async () => (await import('./operator/access/sign-in.ts')).signIn },
  { name: 'sign-out', load: async () => (await import('./operator/access/sign-out.ts')).signOut },
  {
    name: 'operators add',
    load: async () => (await import('./operator/access/operators-add.ts')).operatorsAdd,
  },
  { name: 'sandbox', load: async () => (await import('./sandbox/sandbox.ts')).sandbox },
  { name: 'doctor', load: async () => (await import('./doctor/doctor.ts')).doctor },
  {
    name: 'completion',
    load: async () => (await import('./completion/completion.ts')).completion(loadCommands),
  },
]

/** Loads every command with its code; one command alone is loaded by its entry. */
export function loadCommands(): Promise<readonly Command[]> {
  return Promise.all(commands.map((entry) => entry.load()))
}
