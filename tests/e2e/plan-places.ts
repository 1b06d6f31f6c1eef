import type { Place } from './all-pages.ts'
import type { World } from './world.ts'

/** The pages of plans: of a company that has one, and of one that has ordered it. */
export const planPlaces: Record<string, (world: World) => Place[]> = {
  billing: () => [
    ['client', '/billing'],
    ['colleague', '/billing'],
    ['provider', '/billing'],
    ['provider', '/billing?confirm=cancel'],
  ],
  'billing/plan': () => [['provider', '/billing/plan?plan=cosmos&cycle=yearly&currency=EUR']],
  subscriptions: () => [['admin', '/subscriptions']],
  'subscriptions/:companyId': ({ orderedCompanyId }) => [['admin', `/subscriptions/${orderedCompanyId}`]],
}
