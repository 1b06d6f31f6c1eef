import { businessDay } from '#app/platform/business-day.ts'
import { password } from '#tests/factories/deal.ts'
import { button, reason, withId } from './forms.ts'
import type { Rules } from './matrix.ts'
import type { ActorName } from './world.ts'

const clients: ActorName[] = ['colleague', 'client']
const parties: ActorName[] = ['colleague', 'client', 'provider']

/** Who may see and move what escrow holds (ESC-1 to ESC-14). */
export const escrowMatrix: Record<string, Rules> = {
  contract_milestones: {
    read: [
      { path: '/contracts/{contract}/document', shows: 'Demolition', may: parties },
      { path: '/escrow/{contract}', shows: 'Demolition', may: [...parties, 'admin', 'superAdmin'] },
      { path: '/escrow', shows: 'Kitchen of the school', may: [...parties, 'admin', 'superAdmin'] },
      { path: '/milestones/{approvedMilestone}/release', shows: 'Installation', may: clients },
    ],
    create: 'with the contract, and by accepted change orders',
    update: [
      {
        path: '/milestones/{approvedMilestone}/release',
        // The last one: its page shows the retention of both.
        form: withId({ password, expectedRetentionCents: '62750' }),
        may: clients,
      },
      { path: '/milestones/{submittedMilestone}/approve', form: button, may: clients },
      { path: '/milestones/{submittedMilestone}/request-changes', form: reason, may: clients },
      { path: '/milestones/{fundedMilestone}/request-refund', form: reason, may: clients },
      {
        path: '/milestones/{refundMilestone}/refund',
        form: withId({ decision: 'consent', reason: '' }),
        may: ['provider'],
      },
      { path: '/milestones/{refundMilestone}/refund', form: withId({ decision: 'cancel', reason: '' }), may: clients },
      { path: '/milestones/{fundedMilestone}/dispute', form: reason, may: parties },
      {
        path: '/milestones/{disputedMilestone}/resolve',
        form: withId({ clientAmount: '6275', providerAmount: '0', reason: 'So it was agreed.' }),
        may: ['admin', 'superAdmin'],
      },
      {
        path: '/milestones/{plannedMilestone}/release',
        form: withId({ password, expectedRetentionCents: '0' }),
        may: [],
      },
    ],
    delete: 'never',
  },
  ledger_postings: {
    read: [{ path: '/escrow/transfers', shows: 'The payer of transfers', may: ['admin', 'superAdmin'] }],
    create: [
      {
        path: '/escrow/transfers',
        form: (ids) => ({
          reference: ids.plannedReference ?? '',
          amount: '6275',
          currency: 'EUR',
          payerName: 'The client',
          paidOn: businessDay(Date.now()),
          archiveId: 'by form',
        }),
        may: ['admin', 'superAdmin'],
      },
    ],
    update: 'never: triggers refuse it',
    delete: 'never: triggers refuse it',
  },
}
