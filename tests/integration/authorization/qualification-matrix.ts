import { newId } from '#db/ids.ts'
import type { Rules, Write } from './matrix.ts'
import type { ActorName } from './world.ts'

const button: Write['form'] = () => ({ submissionId: newId() })

const clients: ActorName[] = ['colleague', 'client']
const signedIn: ActorName[] = ['stranger', 'colleague', 'client', 'provider', 'admin', 'superAdmin']

const day = 86_400_000
const demand: Write['form'] = (_ids, now) => ({
  ...{ submissionId: newId(), kinds: 'tax_debt', summary: 'One more.' },
  bidDeadline: new Date(now + 12 * day).toISOString().slice(0, 16),
})
const completion: Write['form'] = (ids) => ({
  ...{ submissionId: newId(), 'certificates[0].kind': 'tax_debt' },
  'certificates[0].certificateId': ids.taxCertificate ?? '',
})

/** The rules of certificates (docs/product.md, PROJ-18): the provider's own, before a client has opened a bid that names them. */
export const qualificationMatrix: Record<string, Rules> = {
  company_certificates: {
    read: [
      { path: '/company-settings/certificates', shows: 'Insurer of secrets Oy', may: ['provider'] },
      { path: '/company-settings/certificates/{certificate}/remove', shows: 'Liability insurance', may: ['provider'] },
      { path: '/files/{certificateFile}', shows: 'what the policy says', may: ['provider'] },
    ],
    create: 'with a file, which its own test uploads',
    update: [{ path: '/company-settings/certificates/{certificate}/remove', form: button, may: ['provider'] }],
    delete: 'never: triggers refuse it, because bids name them',
  },
  demanded_certificates: {
    read: [
      { path: '/projects/{openProject}/criteria', shows: 'Rescue plan of the bathhouse', may: signedIn },
      { path: '/projects/{draftProject}/criteria', shows: 'Rescue plan of the bathhouse', may: clients },
    ],
    create: [
      { path: '/projects/{draftProject}/criteria/certificates', form: demand, may: clients },
      { path: '/projects/{openProject}/criteria/certificates', form: demand, may: clients },
    ],
    update: 'replaced as a whole',
    delete: 'replaced as a whole',
  },
  bid_completions: {
    read: [
      { path: '/bids/{askedBid}/complete', shows: 'Only the bidder reads this', may: ['provider'] },
      { path: '/bids/{lackingBid}/ask-completion', shows: 'Tax debt certificate', may: clients },
    ],
    create: [
      { path: '/bids/{lackingBid}/ask-completion', form: () => ({ submissionId: newId(), days: '5' }), may: clients },
      { path: '/bids/{askedBid}/ask-completion', form: () => ({ submissionId: newId(), days: '5' }), may: [] },
    ],
    update: [{ path: '/bids/{askedBid}/complete', form: completion, may: ['provider'] }],
    delete: 'never: triggers refuse it',
  },
}
