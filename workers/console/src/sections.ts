import { alertsSection } from './alerts/alert-routes.tsx'
import { approvalsSection } from './approvals/approval-routes.tsx'
import { callbacksSection } from './callbacks/callback-routes.tsx'
import { commandLinesSection } from './command-lines/command-line-routes.tsx'
import { dailyFilesSection } from './daily-files/daily-files-routes.tsx'
import { exportSection } from './export/export-routes.tsx'
import type { Section } from './layout/section.ts'
import { linksSection } from './links/link-routes.tsx'
import { ordersSection } from './orders/order-routes.tsx'
import { refundsSection } from './refunds/refund-routes.tsx'
import { todaySection } from './today/today-routes.tsx'
import { transfersSection } from './transfers/transfer-routes.tsx'
import { verdictsSection } from './verdicts/verdict-routes.tsx'
import { webhooksSection } from './webhooks/webhook-routes.tsx'

/** The sections of the desk in the order of the navigation; a sign-in leads to the first one. */
export const sections: readonly Section[] = [
  todaySection,
  ordersSection,
  refundsSection,
  approvalsSection,
  verdictsSection,
  alertsSection,
  webhooksSection,
  callbacksSection,
  transfersSection,
  linksSection,
  dailyFilesSection,
  exportSection,
  commandLinesSection,
]
