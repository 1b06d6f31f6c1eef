import { password } from '#tests/factories/deal.ts'
import type { Rules } from './matrix.ts'
import type { ActorName } from './world.ts'

/** Both have a mandate for all that a third person of their company asks. */
const approvers: ActorName[] = ['colleague', 'client']

export const signature = {
  typedName: 'Somebody',
  jobTitle: 'Signatory',
  authority: 'board',
  nameReason: 'The matrix signs for everybody',
  password,
}

/** Who may see and decide a request for approval (TEAM-8). */
export const approvalMatrix: Record<string, Rules> = {
  approvals: {
    read: [
      { path: '/approvals', shows: '{approval}', may: approvers },
      { path: '/approvals/{approval}', shows: '{approvalDigest}', may: approvers },
      { path: '/approvals/{approval}/refuse', shows: '{juniorName}', may: approvers },
    ],
    create: 'by the forms of what is asked, for those whose mandate has a limit; tested in app/features/approvals',
    update: [
      {
        path: '/approvals/{approval}',
        form: () => signature,
        may: approvers,
      },
      { path: '/approvals/{approval}/refuse', form: () => ({ reason: 'Too dear.' }), may: approvers },
      { path: '/approvals/{approval}/withdraw', form: () => ({ sent: 'yes' }), may: [] },
    ],
    delete: 'never: triggers refuse it',
  },
}
