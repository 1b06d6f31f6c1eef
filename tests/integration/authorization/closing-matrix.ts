import { businessDay } from '#app/platform/business-day.ts'
import { newId } from '#db/ids.ts'
import { signature } from './approval-matrix.ts'
import { button, reason } from './forms.ts'
import type { Fields, Rules } from './matrix.ts'
import type { ActorName, World } from './world.ts'

const clients: ActorName[] = ['colleague', 'client']
const parties: ActorName[] = [...clients, 'provider']

const security = (): Fields => ({
  submissionId: newId(),
  ...{ purpose: 'warranty', kind: 'deposit', guarantor: 'Pankki Oyj', number: 'G-78', amount: '500', validUntil: '' },
})
const received = (): Fields => ({ submissionId: newId(), day: '2026-06-01', person: 'Aino Aho', note: '' })

const protocol = (_ids: World['ids'], now: number): Fields => ({
  submissionId: newId(),
  ...{
    heldOn: businessDay(now),
    present: 'Aino Aho',
    result: 'accepted',
    reasons: '',
    claims: '',
  },
})
const sign = (): Fields => ({ submissionId: newId(), ...signature })

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

/** The files of the defects of a handover: the client's, of one that is written (CON-27). */
export const defectFileMatrix: Record<string, Rules> = {
  handover_defect_files: {
    read: [
      { path: '/contracts/{filedHandover}/handover', shows: 'gutter.pdf', may: parties },
      { path: '/contracts/{filedHandover}/handover/1/defects/{defect}/files', shows: 'gutter.pdf', may: parties },
      { path: '/files/{defectFile}', shows: 'what the gutter looks like', may: parties },
    ],
    create: [{ path: '/contracts/{filedHandover}/handover/1/defects/{defect}/files', form: button, may: [] }],
    update: [
      {
        path: '/contracts/{filedHandover}/handover/1/defects/{defect}/files/{defectAttachment}/remove',
        form: button,
        may: clients,
      },
    ],
    delete: 'while the protocol is written; app/features/handover/defect-files.test.ts',
  },
}

/** Who may see and write the handover of a contract (CON-13). The finished contract's is written and unsigned. */
export const handoverMatrix: Record<string, Rules> = {
  handovers: {
    read: [
      { path: '/contracts/{handedOver}/handover', shows: 'The gutter drips', may: parties },
      { path: '/contracts/{handedOver}/handover/1/edit', shows: 'The gutter drips', may: parties },
    ],
    create: [{ path: '/contracts/{finishedContract}/handover', form: button, may: parties }],
    update: [
      { path: '/contracts/{handedOver}/handover/1/edit', form: protocol, may: parties },
      { path: '/contracts/{handedOver}/handover/1/sign', form: sign, may: parties },
      { path: '/contracts/{handedOver}/handover/1/return', form: reason, may: [] },
    ],
    delete: 'never: triggers refuse it',
  },
}

const account = (): Fields => ({ submissionId: newId() })

/** Who may see and write the final account of a contract (CON-23). That of a terminated contract is begun. */
export const finalAccountMatrix: Record<string, Rules> = {
  final_accounts: {
    read: [
      { path: '/contracts/{endedContract}/final-account', shows: 'The lift that never came', may: parties },
      { path: '/contracts/{endedContract}/final-account/edit', shows: 'The lift that never came', may: parties },
    ],
    create: [{ path: '/contracts/{unaccountedContract}/final-account', form: button, may: parties }],
    update: [
      { path: '/contracts/{endedContract}/final-account/edit', form: account, may: parties },
      { path: '/contracts/{endedContract}/final-account/sign', form: sign, may: parties },
      { path: '/contracts/{endedContract}/final-account/return', form: reason, may: [] },
    ],
    delete: 'never: triggers refuse it',
  },
}

export const closingInternal: Record<string, string> = {
  contract_security_terms: 'a part of the contract; frozen with it by triggers',
  final_account_items: 'a part of the final account; frozen with it by triggers',
  final_account_signatures: 'a part of the final account; immutable by triggers',
  handover_defects: 'a part of the handover; frozen with it by triggers, but for their status',
  handover_parts: 'a part of the handover; immutable by triggers',
  handover_signatures: 'a part of the handover; immutable by triggers',
  contract_security_events: 'a part of the security; permanent by triggers',
}
