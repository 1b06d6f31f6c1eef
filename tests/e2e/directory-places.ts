import type { Place } from './all-pages.ts'
import type { World } from './world.ts'

/** The pages of the company directory. */
export const directoryPlaces: Record<string, (world: World) => Place[]> = {
  companies: () => [
    ['guest', '/companies'],
    ['guest', '/companies?trade=roofing&place=Nowhere'],
  ],
  'companies/:companyId': ({ listedCompanyId }) => [['guest', `/companies/${listedCompanyId}`]],
  'companies/:companyId/invite': ({ listedCompanyId }) => [['client', `/companies/${listedCompanyId}/invite`]],
  'companies/:companyId/message': ({ listedCompanyId }) => [['client', `/companies/${listedCompanyId}/message`]],
  'companies/takedowns': () => [['admin', '/companies/takedowns']],
  'companies/:companyId/takedown': ({ listedCompanyId }) => [['admin', `/companies/${listedCompanyId}/takedown`]],
  'company-settings/listing': () => [
    ['provider', '/company-settings/listing'],
    ['client', '/company-settings/listing'],
  ],
}
