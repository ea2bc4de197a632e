/** A bar next to a figure that shows its share of the largest figure. */
export function ShareBar({ value, largest }: { readonly value: number; readonly largest: number }) {
  const share = largest > 0 ? Math.max(0, Math.min(1, value / largest)) : 0
  return (
    <svg class="share" width="100%" height="8" aria-hidden="true">
      <rect class="track" width="100%" height="8" rx="4" />
      <rect class="series-0" width={`${Math.round(share * 1000) / 10}%`} height="8" rx="4" />
    </svg>
  )
}
