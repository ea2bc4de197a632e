import type { Section } from './layout/section.ts'
import { ordersSection } from './orders/order-routes.tsx'
import { refundsSection } from './refunds/refund-routes.tsx'
import { verdictsSection } from './verdicts/verdict-routes.tsx'

/** The parts of the desk, as the navigation shows them; the first one is where a sign-in leads. */
export const sections: readonly Section[] = [ordersSection, refundsSection, verdictsSection]
