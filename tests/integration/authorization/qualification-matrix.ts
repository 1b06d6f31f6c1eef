import { newId } from '#db/ids.ts'
import type { Rules, Write } from './matrix.ts'

const button: Write['form'] = () => ({ submissionId: newId() })

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
}
