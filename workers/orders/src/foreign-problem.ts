import type { ForeignBucket } from '@merchant-edge/orders/daily-files'
import type { SettingProblem } from '@merchant-edge/pages'

/** The setting of the orders Worker that each part of the mark of a bucket is compared with. */
const settingOf = {
  environment: 'ENVIRONMENT',
  service: 'SERVICE_URL',
  partnerToken: 'PARTNER_TOKEN',
} as const satisfies Record<Exclude<ForeignBucket['what'], 'unreadable' | 'unmarked'>, string>

/** What is wrong with the bucket of another deployment, and what to do. */
export function foreignProblem(foreign: ForeignBucket): SettingProblem {
  const remedy =
    'Bind the bucket of this environment (docs/guides/deploy.md, "A bucket belongs to one service").'
  if (foreign.what === 'unreadable') {
    return { name: 'FILES', problem: 'has an owner.json that is not one of this system', remedy }
  }
  if (foreign.what === 'unmarked') {
    return {
      name: 'FILES',
      problem: 'has no owner.json, and holds partner files that this database has not written',
      remedy,
    }
  }
  const { what, bound, asked } = foreign
  const problem = `holds the daily files of ${settingOf[what]} ${bound}, and this deployment has ${asked}`
  return { name: 'FILES', problem, remedy }
}
