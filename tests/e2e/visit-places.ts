import type { Place } from './all-pages.ts'
import type { World } from './world.ts'

/** The pages of site visits, of what a company follows, and of the people of a project. */
export const visitPlaces: Record<string, (world: World) => Place[]> = {
  'projects/followed': () => [
    ['provider', '/projects/followed'],
    ['colleague', '/projects/followed'],
  ],
  'projects/searches': () => [['provider', '/projects/searches?category=kitchen&place=Espoo']],
  'projects/mine': () => [
    ['client', '/projects/mine'],
    ['colleague', '/projects/mine'],
  ],
  'projects/:projectId/team': ({ draft, open }) => [
    ['client', `/projects/${draft}/team`],
    ['client', `/projects/${open}/team`],
  ],
  'projects/:projectId/visits': ({ draft, open }) => [
    ['client', `/projects/${draft}/visits`],
    ['client', `/projects/${open}/visits`],
    ['provider', `/projects/${open}/visits`],
  ],
  'projects/:projectId/visits/new': ({ open }) => [['client', `/projects/${open}/visits/new`]],
  'projects/:projectId/visits/:visitId/edit': ({ open, visitId }) => [
    ['client', `/projects/${open}/visits/${visitId}/edit`],
  ],
  'projects/:projectId/visits/:visitId/cancel': ({ open, visitId }) => [
    ['client', `/projects/${open}/visits/${visitId}/cancel`],
  ],
  'projects/:projectId/visits/:visitId/sign-up': ({ open, visitId }) => [
    ['provider', `/projects/${open}/visits/${visitId}/sign-up`],
  ],
  'projects/:projectId/visits/:visitId/minutes': ({ open, heldVisitId }) => [
    ['client', `/projects/${open}/visits/${heldVisitId}/minutes`],
  ],
}
