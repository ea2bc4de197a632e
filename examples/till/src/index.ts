import { createTill } from './create-till.ts'

/** A till on a phone or a tablet: goods are scanned, the customer pays by QR. */
export default createTill()
