import { DurableObject } from 'cloudflare:workers'

/** An object whose SQLite is the database of a simulated world. */
export class Store extends DurableObject {}

export default { fetch: () => new Response(null, { status: 404 }) }
