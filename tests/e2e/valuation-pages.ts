import type { Place } from './all-pages.ts'
import type { World } from './world.ts'

/** The pages of refunds, schedules, valuations and certificates, a part of `places`. */
export const valuationPages: Record<string, (world: World) => Place[]> = {
  'milestones/:milestoneId/refund': ({ milestones }) => [
    ['provider', `/milestones/${milestones.refunding}/refund`],
    ['client', `/milestones/${milestones.refunding}/refund`],
  ],
  'milestones/:milestoneId/valuations': ({ valued, milestones }) => [
    ['client', `/milestones/${valued.milestoneId}/valuations`],
    ['provider', `/milestones/${milestones.working}/valuations`],
    ['client', `/milestones/${valued.scheduledId}/valuations`],
  ],
  'milestones/:milestoneId/valuations/new': ({ valued }) => [
    ['provider', `/milestones/${valued.agreedId}/valuations/new`],
  ],
  'milestones/:milestoneId/schedule': ({ valued }) => [['client', `/milestones/${valued.scheduledId}/schedule`]],
  'milestones/:milestoneId/schedule/new': ({ milestones }) => [
    ['provider', `/milestones/${milestones.working}/schedule/new`],
  ],
  'valuations/:valuationId': ({ valued }) => [
    ['provider', `/valuations/${valued.claimedId}`],
    ['client', `/valuations/${valued.certifiedId}`],
  ],
  'valuations/:valuationId/certify': ({ valued }) => [['client', `/valuations/${valued.claimedId}/certify`]],
  'valuations/:valuationId/return': ({ valued }) => [['client', `/valuations/${valued.claimedId}/return`]],
}
