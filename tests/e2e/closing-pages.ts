import type { Place } from './all-pages.ts'
import type { World } from './world.ts'

/** The pages of handovers, final accounts, securities and the rest of a terminated contract, a part of `places`. */
export const closingPages: Record<string, (world: World) => Place[]> = {
  'projects/:projectId/rest': ({ restProject }) => [['provider', `/projects/${restProject}/rest`]],
  'contracts/:contractId/handover': ({ contractId, handedOver, frozenHandover }) => [
    ['client', `/contracts/${contractId}/handover`],
    ['client', `/contracts/${handedOver}/handover`],
    ['client', `/contracts/${frozenHandover}/handover`],
  ],
  'contracts/:contractId/handover/:number/edit': ({ handedOver }) => [
    ['client', `/contracts/${handedOver}/handover/1/edit`],
  ],
  'contracts/:contractId/handover/:number/sign': ({ frozenHandover }) => [
    ['client', `/contracts/${frozenHandover}/handover/1/sign`],
  ],
  'contracts/:contractId/handover/:number/return': ({ frozenHandover }) => [
    ['client', `/contracts/${frozenHandover}/handover/1/return`],
  ],
  'contracts/:contractId/handover/:number/defects/:defectId/files': ({ handedOver, defectId }) => [
    ['client', `/contracts/${handedOver}/handover/1/defects/${defectId}/files`],
  ],
  'contracts/:contractId/handover/:number': ({ frozenHandover }) => [
    ['client', `/contracts/${frozenHandover}/handover/1`],
  ],
  'contracts/:contractId/final-account': ({ handedOver, accounted, frozenAccount }) => [
    ['client', `/contracts/${handedOver}/final-account`],
    ['client', `/contracts/${accounted}/final-account`],
    ['client', `/contracts/${frozenAccount}/final-account`],
  ],
  'contracts/:contractId/final-account/edit': ({ accounted }) => [
    ['client', `/contracts/${accounted}/final-account/edit`],
  ],
  'contracts/:contractId/final-account/sign': ({ frozenAccount }) => [
    ['client', `/contracts/${frozenAccount}/final-account/sign`],
  ],
  'contracts/:contractId/final-account/return': ({ frozenAccount }) => [
    ['client', `/contracts/${frozenAccount}/final-account/return`],
  ],
  'contracts/:contractId/securities': ({ contractId, unpaidContractId }) => [
    ['client', `/contracts/${contractId}/securities`],
    ['client', `/contracts/${unpaidContractId}/securities`],
  ],
  'contracts/:contractId/securities/new': ({ unpaidContractId }) => [
    ['client', `/contracts/${unpaidContractId}/securities/new`],
  ],
  'contracts/:contractId/securities/:securityId/:step': ({ unpaidContractId, securityId }) => [
    ['client', `/contracts/${unpaidContractId}/securities/${securityId}/receive`],
    ['provider', `/contracts/${unpaidContractId}/securities/${securityId}/withdraw`],
  ],
}
