import { password } from '#tests/factories/deal.ts'
import { withId } from './forms.ts'
import type { Rules } from './matrix.ts'
import type { ActorName } from './world.ts'

const clients: ActorName[] = ['colleague', 'client']
const parties: ActorName[] = ['colleague', 'client', 'provider']
const admins: ActorName[] = ['admin', 'superAdmin']
const dispute = '/disputes/{disputedMilestone}'

/** Who takes part in a dispute (ESC-22): both parties, and admins who work for neither. */
export const disputeMatrix: Record<string, Rules> = {
  dispute_entries: {
    read: [{ path: dispute, shows: 'Every wall was painted twice', may: [...parties, ...admins] }],
    create: [
      {
        path: `${dispute}/ask`,
        form: withId({ asked: 'both', text: 'When was it painted?', answerBy: '2099-12-31' }),
        may: admins,
      },
    ],
    update: 'never: triggers refuse it',
    delete: 'never: triggers refuse it',
  },
  dispute_offers: {
    read: [{ path: dispute, shows: 'We give up the interest', may: [...parties, ...admins] }],
    create: [
      {
        path: `${dispute}/offer`,
        form: withId({ clientAmount: '1000', providerAmount: '5275', expiresOn: '2099-12-31', password }),
        may: parties,
      },
    ],
    update: [
      { path: `${dispute}/offers/{disputeOffer}`, form: withId({ decision: 'accept', password }), may: clients },
      { path: `${dispute}/offers/{disputeOffer}`, form: withId({ decision: 'decline' }), may: clients },
      { path: `${dispute}/offers/{disputeOffer}`, form: withId({ decision: 'withdraw' }), may: ['provider'] },
    ],
    delete: 'never: triggers refuse it',
  },
  dispute_decisions: {
    // Of the admins, only who decided it.
    read: [
      { path: '/disputes/{decidedMilestone}/decision', shows: 'Nothing was delivered', may: [...parties, 'admin'] },
    ],
    create: 'with the resolution of a milestone or retention, and with an accepted offer',
    update: 'never: triggers refuse it',
    delete: 'never: triggers refuse it',
  },
}
