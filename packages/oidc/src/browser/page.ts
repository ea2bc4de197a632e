/** The parts of `window` that a single-page application lends to sign-on. */
export interface Page {
  /** Keeps the sign-in under way; of this tab only. */
  readonly sessionStorage: {
    getItem(key: string): string | null
    setItem(key: string, value: string): void
    removeItem(key: string): void
  }
  readonly location: {
    readonly href: string
    readonly origin: string
    assign(url: string): void
  }
  readonly history: {
    replaceState(data: unknown, unused: string, url: string): void
  }
}
