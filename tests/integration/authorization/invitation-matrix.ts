import { newId } from '#db/ids.ts'
import { button, reason } from './forms.ts'
import type { Rules, Write } from './matrix.ts'
import type { ActorName } from './world.ts'

const clients: ActorName[] = ['colleague', 'client']
const admitted: ActorName[] = ['colleague', 'client', 'provider', 'admin', 'superAdmin']
const invite: Write['form'] = (ids) => ({ submissionId: newId(), companyIds: ids.strangerCompany ?? '' })

/** The rules of projects by invitation and of the invitations themselves (docs/product.md, PROJ-13, PROJ-14). */
export const invitationMatrix: Record<string, Rules> = {
  project_invitations: {
    read: [
      { path: '/projects/{invitedProject}', shows: 'Strongroom by invitation', may: admitted },
      { path: '/projects/{invitedProject}', shows: 'vault.txt', may: admitted },
      { path: '/files/{invitedFile}', shows: 'how thick the door is', may: admitted },
      { path: '/projects/{invitedProject}/tender-set/1', shows: 'by invitation only', may: admitted },
      { path: '/projects/{invitedProject}/questions/ask', shows: 'Strongroom by invitation', may: ['provider'] },
      { path: '/bids/new?project={invitedProject}', shows: 'Strongroom by invitation', may: ['provider'] },
      { path: '/projects?view=open', shows: 'Strongroom by invitation', may: [] },
      { path: '/projects?view=open&sort=deadline', shows: 'Strongroom by invitation', may: [] },
      { path: '/projects?view=open&q=strongroom', shows: 'Strongroom by invitation', may: [] },
      { path: '/projects?q=strongroom', shows: 'Strongroom by invitation', may: clients },
      { path: '/projects/{invitedProject}/invitations', shows: 'Come and see the vault', may: clients },
      { path: '/projects/{invitedProject}/project.json', shows: 'Come and see the vault', may: clients },
      { path: '/invitations', shows: 'Come and see the vault', may: ['provider'] },
      { path: '/invitations/{bidInvitation}/decline', shows: 'Strongroom by invitation', may: ['provider'] },
      { path: '/dashboard', shows: 'Answer the invitation to bid', may: ['provider'] },
    ],
    create: [
      { path: '/projects/{invitedProject}/invitations', form: invite, may: clients },
      { path: '/projects/{draftProject}/invitations', form: invite, may: [] },
    ],
    update: [
      { path: '/projects/{invitedProject}/invitations/{bidInvitation}/withdraw', form: button, may: clients },
      { path: '/invitations/{bidInvitation}/decline', form: reason, may: ['provider'] },
    ],
    delete: 'never: triggers refuse it',
  },
}
