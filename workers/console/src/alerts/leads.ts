import { isDay, writtenDay } from '@merchant-edge/pages'
import type { Alert, AlertKind } from '@merchant-edge/orders/api'
import { orderRules } from '@merchant-edge/orders/rules'
import type { AlertMessages } from './messages.ts'

/** A link to a page about the subject of an alert. */
export interface Lead {
  readonly label: string
  readonly href: string
}

const ofLinks: ReadonlySet<string> = new Set([
  'link_token_unreadable',
  'link_page_refused',
  'second_link',
  'link_unanswered',
  'link_given_up',
  'unlink_unanswered',
  'unlink_given_up',
])
const ofCallbacks: ReadonlySet<string> = new Set(['orphan_callback', 'callbacks_silent'])

/** Kinds whose remedy ends with a verdict about a difference of the daily files. */
const ofDifferences: ReadonlySet<string> = new Set([
  'file_contradicts',
  'file_row_failing',
  'refund_elsewhere_exceeds',
  'refund_elsewhere_unclear',
])

type PageName = 'unconfirmed' | 'waiting' | 'dead' | 'endpoint' | 'transfers' | 'days'

const addresses: Readonly<Record<PageName, string>> = {
  unconfirmed: '/orders?state=paid_unverified',
  waiting: '/webhooks?state=waiting',
  dead: '/webhooks?state=dead',
  endpoint: '/webhooks/endpoints',
  transfers: '/transfers',
  days: '/daily-files',
}

/**
 * Kinds whose subject is an hour, a day, an endpoint or a folder, and no id that a search finds.
 * Their pages replace every other lead.
 */
const pagesOfKind: Readonly<Partial<Record<AlertKind, readonly PageName[]>>> = {
  outbox_stalled: ['unconfirmed', 'waiting'],
  confirmations_unanswered: ['unconfirmed'],
  alert_undelivered: ['endpoint', 'dead'],
  database_restored: ['days'],
  files_of_another: ['days'],
  incoming_file_unknown: ['days'],
  // The transfer that it names was not made and is not stored.
  transfer_day_limit: ['transfers'],
}

function leadsTo(pages: readonly PageName[], messages: AlertMessages): readonly Lead[] {
  return pages.map((page) => ({ label: messages[page], href: addresses[page] }))
}

function transferLead(id: string, messages: AlertMessages): readonly Lead[] {
  if (!orderRules.id.pattern.test(id)) return []
  return [{ label: `${messages.transfer} ${id}`, href: `/transfers/${id}` }]
}

/** The search, which finds an order by the ids of its payments and refunds too. */
function searchLead(subject: string, messages: AlertMessages): readonly Lead[] {
  if (!/^[\x21-\x7E]{1,64}$/.test(subject)) return []
  const query = new URLSearchParams({ find: subject })
  return [{ label: messages.search, href: `/orders?${query.toString()}` }]
}

/** Links to the pages that help to investigate an alert, most relevant first. */
export function leadsOf({ kind, subject, facts }: Alert, messages: AlertMessages): readonly Lead[] {
  const text = (name: string): string | undefined => {
    const value = new Map(Object.entries(facts)).get(name)
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const pages = pagesOfKind[kind]
  if (pages !== undefined) return leadsTo(pages, messages)
  const leads: Lead[] = []
  const orderId = text('order_id')
  if (orderId !== undefined && orderRules.id.pattern.test(orderId)) {
    leads.push({ label: `${messages.order} ${orderId}`, href: `/orders/${orderId}` })
    if (kind === 'callback_of_other_order') {
      const query = new URLSearchParams({ orderId })
      leads.push({ label: messages.callbacksOfOrder, href: `/callbacks?${query.toString()}` })
    }
  }
  const what = text('what')
  const isOfTransfer = what === 'transfer' || kind.startsWith('transfer_')
  const transferId = text('transfer_id') ?? (isOfTransfer ? subject : undefined)
  if (transferId !== undefined) leads.push(...transferLead(transferId, messages))
  else if (what !== undefined) leads.push(...searchLead(subject, messages))
  const day = text('day')
  if (day !== undefined && isDay(day)) {
    leads.push({ label: `${messages.day} ${writtenDay(day)}`, href: `/daily-files/${day}` })
  }
  if (kind === 'dead_letter') {
    const query = new URLSearchParams({ key: subject })
    leads.push({ label: messages.event, href: `/webhooks/event?${query.toString()}` })
  }
  if (kind.startsWith('endpoint_')) {
    leads.push(...leadsTo(['endpoint'], messages))
  }
  if (ofLinks.has(kind) && orderRules.id.pattern.test(subject)) {
    leads.push({ label: messages.link, href: `/links/${subject}` })
  }
  if (ofCallbacks.has(kind)) leads.push({ label: messages.callbacks, href: '/callbacks' })
  if (kind.includes('unknown') || ofDifferences.has(kind)) {
    leads.push({ label: messages.undecided, href: '/daily-files/undecided' })
  }
  if (kind === 'daily_files_failing' && leads.length === 0) return leadsTo(['days'], messages)
  return leads.length === 0 ? searchLead(subject, messages) : leads
}
