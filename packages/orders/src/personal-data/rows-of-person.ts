import { sql, type SQL } from 'drizzle-orm'
import { checkOptions } from '@merchant-edge/signing/options'
import { orders } from '../database/schema.ts'
import { requireFields } from '../rules/field-rule.ts'
import { customerRules, transferRules } from '../rules/request-rules.ts'
import type { Person } from './personal-data-api.ts'

/**
 * Validates the person that a request is about.
 *
 * @throws TypeError when neither id nor phone is given, or one is not a valid customer id or
 *   Vietnamese phone number
 */
export function checkPerson(person: Person): void {
  checkOptions('a person', person, { customerId: 'string', phone: 'string' })
  const { customerId, phone } = person
  if (customerId === undefined && phone === undefined) {
    throw new TypeError('The person must be named by customerId, phone or both.')
  }
  if (customerId !== undefined) requireFields('person', customerRules, { id: customerId })
  const { receiverPhone } = transferRules
  if (phone !== undefined) requireFields('person', { phone: receiverPhone }, { phone })
}

/** The rows that name a person, table by table, as conditions. */
export interface RowsOfPerson {
  readonly links: SQL
  readonly orders: SQL
  readonly refunds: SQL
  readonly proposals: SQL
  readonly transfers: SQL
}

/** The rows that name a person; a phone names transfers only. */
export function rowsOf({ customerId, phone }: Person): RowsOfPerson {
  const ofCustomer = customerId === undefined ? sql`FALSE` : sql`linked_customer_id = ${customerId}`
  const ofOrders = sql`order_id IN (SELECT id FROM ${orders} WHERE ${ofCustomer})`
  return {
    links: customerId === undefined ? sql`FALSE` : sql`customer_id = ${customerId}`,
    orders: ofCustomer,
    refunds: ofOrders,
    proposals: ofOrders,
    transfers: phone === undefined ? sql`FALSE` : sql`receiver_phone = ${phone}`,
  }
}
