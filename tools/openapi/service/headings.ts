/** Headings of the specification by section. */
export const headings: Readonly<Record<string, string>> = {
  '4.2': 'Transaction QR',
  '4.3': 'Web payment',
  '4.4': 'Money transfer',
  '4.5': 'Refund',
  '4.6': 'Membership',
  '4.7': 'Gift codes',
  '4.8': 'Point top-up',
  '4.9': 'Loyalty over the gateway',
  '4.10': 'E-voucher',
  '4.11': 'Linked account',
}
