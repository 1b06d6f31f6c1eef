import { newId } from '#db/ids.ts'
import { button } from './forms.ts'
import type { Fields, Rules } from './matrix.ts'
import type { ActorName } from './world.ts'

const clients: ActorName[] = ['colleague', 'client']
const parties: ActorName[] = [...clients, 'provider']
const draft = '/contracts/{openContract}/negotiation'

const comment = (): Fields => ({ submissionId: newId(), comment: 'Who pays the crane?' })
const payment = (): Fields => ({ submissionId: newId(), paymentDays: '21', lateInterest: '', conditions: '' })
const answer = (verb: string) => (): Fields => ({ answer: verb })

/** Who may read, comment and negotiate a draft contract (CON-19, 20). The open draft has proposals of the provider's. */
export const negotiationMatrix: Record<string, Rules> = {
  contract_negotiations: {
    read: [
      { path: draft, shows: 'Half of it in advance', may: parties },
      { path: '/contracts/{openContract}/document', shows: 'What was said holds.', may: parties },
      { path: '/contracts', shows: '{openContract}/negotiation', may: ['provider'] },
      { path: '/contracts/{draftContract}/negotiation', shows: 'Open the draft', may: clients },
    ],
    create: [{ path: '/contracts/{draftContract}/negotiation/open', form: button, may: clients }],
    update: 'never: what was opened stays open',
    delete: 'never: what was opened stays open',
  },
  payment_terms_proposals: {
    read: [{ path: draft, shows: 'Half of it in advance', may: parties }],
    create: [{ path: `${draft}/payment-terms`, form: payment, may: clients }],
    update: [
      { path: `${draft}/payment-terms/{openProposal}`, form: answer('accept'), may: clients },
      { path: `${draft}/payment-terms/{openProposal}`, form: answer('reject'), may: clients },
      { path: `${draft}/payment-terms/{openProposal}`, form: answer('withdraw'), may: ['provider'] },
    ],
    delete: 'never: triggers refuse it',
  },
  clause_comments: {
    read: [{ path: draft, shows: 'What was written holds.', may: parties }],
    create: [{ path: `${draft}/comment`, form: comment, may: parties }],
    update: [
      { path: `${draft}/comments/{openWording}`, form: answer('accept'), may: clients },
      { path: `${draft}/comments/{openWording}`, form: answer('reject'), may: clients },
      { path: `${draft}/comments/{openWording}`, form: answer('withdraw'), may: ['provider'] },
    ],
    delete: 'never: triggers refuse it',
  },
}
