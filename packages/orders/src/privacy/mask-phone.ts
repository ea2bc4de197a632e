/** A phone number of which only the last three digits are readable. */
export function maskPhone(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '')
  return `*******${digits.slice(-3)}`
}
