import { newId } from '#db/ids.ts'
import { button } from './forms.ts'
import type { Fields, Rules } from './matrix.ts'
import type { ActorName } from './world.ts'

const clients: ActorName[] = ['colleague', 'client']
const parties: ActorName[] = [...clients, 'provider']

const security = (): Fields => ({
  submissionId: newId(),
  ...{ purpose: 'warranty', kind: 'deposit', guarantor: 'Pankki Oyj', number: 'G-78', amount: '500', validUntil: '' },
})
const received = (): Fields => ({ submissionId: newId(), day: '2026-06-01', person: 'Aino Aho', note: '' })

/** Who may see and record the securities of a contract (CON-12). The provider has recorded one. */
export const closingMatrix: Record<string, Rules> = {
  contract_securities: {
    read: [
      { path: '/contracts/{changedContract}/securities', shows: 'The guaranteeing bank', may: parties },
      {
        path: '/contracts/{changedContract}/securities/{recordedSecurity}/receive',
        shows: 'The guaranteeing bank',
        may: clients,
      },
      {
        path: '/contracts/{changedContract}/securities/{recordedSecurity}/withdraw',
        shows: 'The guaranteeing bank',
        may: ['provider'],
      },
    ],
    create: [{ path: '/contracts/{changedContract}/securities/new', form: security, may: parties }],
    update: [
      { path: '/contracts/{changedContract}/securities/{recordedSecurity}/receive', form: received, may: clients },
      { path: '/contracts/{changedContract}/securities/{recordedSecurity}/withdraw', form: button, may: ['provider'] },
      { path: '/contracts/{changedContract}/securities/{recordedSecurity}/return', form: received, may: [] },
    ],
    delete: 'never: triggers refuse it',
  },
}

export const closingInternal: Record<string, string> = {
  contract_security_terms: 'a part of the contract; frozen with it by triggers',
  contract_security_events: 'a part of the security; permanent by triggers',
}
