/** The addresses of an order on this Worker, as paths with their keys. */
export interface OrderPaths {
  /** Leads to the hosted page. */
  readonly pay: string
  /** Shows the QR. */
  readonly qr: string
  /** Shows the state of the payment. */
  readonly status: string
  /** What the pages poll. */
  readonly state: string
}

/** The addresses of an order; the key in them allows seeing and paying it. */
export function orderPaths(id: string, key: string): OrderPaths {
  const query = `?${new URLSearchParams({ key }).toString()}`
  return {
    pay: `/pay/${id}${query}`,
    qr: `/pay/${id}/qr${query}`,
    status: `/return/${id}${query}`,
    state: `/pay/${id}/state${query}`,
  }
}

/** The address of the page that pays with the linked wallet of the order's customer. */
export function linkedPath(id: string, key: string): string {
  return `/pay/${id}/linked?${new URLSearchParams({ key }).toString()}`
}
