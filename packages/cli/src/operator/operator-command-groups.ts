import type { CommandGroup } from '../command/command.ts'

/** The commands of operators by subject, in the order in which the help lists them. */
export const operatorCommandGroups: readonly CommandGroup[] = [
  {
    title: 'Operators: sign in',
    commands: [
      { name: 'sign-in', load: async () => (await import('./access/sign-in.ts')).signIn },
      {
        name: 'sign-out',
        load: async () => (await import('./access/sign-out.ts')).signOut,
      },
      {
        name: 'operators add',
        load: async () => (await import('./access/operators-add.ts')).operatorsAdd,
      },
    ],
  },
  {
    title: 'Operators: orders and money',
    commands: [
      {
        name: 'orders list',
        load: async () => (await import('./orders-commands.ts')).ordersList,
      },
      {
        name: 'orders show',
        load: async () => (await import('./orders-commands.ts')).ordersShow,
      },
      {
        name: 'orders export',
        load: async () => (await import('./orders-commands.ts')).ordersExport,
      },
      {
        name: 'payments accept',
        load: async () => (await import('./payments-commands.ts')).paymentsAccept,
      },
      {
        name: 'payments deny',
        load: async () => (await import('./payments-commands.ts')).paymentsDeny,
      },
      {
        name: 'payments release',
        load: async () => (await import('./payments-commands.ts')).paymentsRelease,
      },
      {
        name: 'payments reopen',
        load: async () => (await import('./payments-commands.ts')).paymentsReopen,
      },
      {
        name: 'payments settle',
        load: async () => (await import('./payments-commands.ts')).paymentsSettle,
      },
      {
        name: 'refunds list',
        load: async () => (await import('./refunds-commands.ts')).refundsList,
      },
      {
        name: 'refunds create',
        load: async () => (await import('./refunds-commands.ts')).refundsCreate,
      },
      {
        name: 'refunds settle',
        load: async () => (await import('./refunds-commands.ts')).refundsSettle,
      },
      {
        name: 'proposals list',
        load: async () => (await import('./proposals-commands.ts')).proposalsList,
      },
      {
        name: 'proposals show',
        load: async () => (await import('./proposals-commands.ts')).proposalsShow,
      },
      {
        name: 'proposals refuse',
        load: async () => (await import('./proposals-commands.ts')).proposalsRefuse,
      },
      {
        name: 'transfers list',
        load: async () => (await import('./transfers-commands.ts')).transfersList,
      },
      {
        name: 'transfers show',
        load: async () => (await import('./transfers-commands.ts')).transfersShow,
      },
      {
        name: 'transfers settle',
        load: async () => (await import('./transfers-commands.ts')).transfersSettle,
      },
      {
        name: 'links list',
        load: async () => (await import('./links-commands.ts')).linksList,
      },
      {
        name: 'links show',
        load: async () => (await import('./links-commands.ts')).linksShow,
      },
      {
        name: 'undecided list',
        load: async () => (await import('./undecided-commands.ts')).undecidedList,
      },
      {
        name: 'takings show',
        load: async () => (await import('./takings-commands.ts')).takingsShow,
      },
    ],
  },
  {
    title: 'Operators: reconciliation',
    commands: [
      {
        name: 'runs list',
        load: async () => (await import('./runs-commands.ts')).runsList,
      },
      {
        name: 'runs show',
        load: async () => (await import('./runs-commands.ts')).runsShow,
      },
      {
        name: 'runs force',
        load: async () => (await import('./runs-commands.ts')).runsForce,
      },
      {
        name: 'differences list',
        load: async () => (await import('./differences-commands.ts')).differencesList,
      },
      {
        name: 'differences decide',
        load: async () => (await import('./differences-commands.ts')).differencesDecide,
      },
    ],
  },
  {
    title: 'Operators: alerts, events and callbacks',
    commands: [
      {
        name: 'alerts list',
        load: async () => (await import('./alerts-commands.ts')).alertsList,
      },
      {
        name: 'alerts show',
        load: async () => (await import('./alerts-commands.ts')).alertsShow,
      },
      {
        name: 'alerts acknowledge',
        load: async () => (await import('./alerts-commands.ts')).alertsAcknowledge,
      },
      {
        name: 'alerts close',
        load: async () => (await import('./alerts-commands.ts')).alertsClose,
      },
      {
        name: 'events list',
        load: async () => (await import('./events-commands.ts')).eventsList,
      },
      {
        name: 'events show',
        load: async () => (await import('./events-commands.ts')).eventsShow,
      },
      {
        name: 'events resend',
        load: async () => (await import('./events-commands.ts')).eventsResend,
      },
      {
        name: 'endpoints list',
        load: async () => (await import('./endpoints-commands.ts')).endpointsList,
      },
      {
        name: 'endpoints pause',
        load: async () => (await import('./endpoints-commands.ts')).endpointsPause,
      },
      {
        name: 'endpoints resume',
        load: async () => (await import('./endpoints-commands.ts')).endpointsResume,
      },
      {
        name: 'callbacks list',
        load: async () => (await import('./callbacks-commands.ts')).callbacksList,
      },
      {
        name: 'callbacks replay',
        load: async () => (await import('./callbacks-commands.ts')).callbacksReplay,
      },
    ],
  },
  {
    title: 'Operators: records',
    commands: [
      {
        name: 'persons export',
        load: async () => (await import('./persons-commands.ts')).personsExport,
      },
      {
        name: 'persons erase',
        load: async () => (await import('./persons-commands.ts')).personsErase,
      },
      {
        name: 'journal verify',
        load: async () => (await import('./journal-verify.ts')).journalVerify,
      },
    ],
  },
]
