/** A phone number of which only the last three digits are left. @see Specification 2.13 */
export function maskPhone(phone: string): string {
  return `${'*'.repeat(Math.max(phone.length - 3, 0))}${phone.slice(-3)}`
}
