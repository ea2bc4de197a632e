/**
 * Code that puts a Worker's clock forward, to stand in front of its bundle: some stories go on the next
 * morning.
 */
export function shiftedClock(laterMs: number): string {
  return `globalThis.Date = class extends Date {
  constructor(...given) {
    if (given.length === 0) super(Date.now())
    else super(...given)
  }
  static now() {
    return super.now() + ${laterMs}
  }
}
`
}
