import { newId } from '#db/ids.ts'
import type { Rules, Write } from './matrix.ts'
import type { ActorName } from './world.ts'

const clients: ActorName[] = ['colleague', 'client']
const role =
  (to: string): Write['form'] =>
  (ids) => ({ submissionId: newId(), userId: ids.colleague ?? '', role: to })

/** The rules of the people on a project (docs/product.md, PROJ-26): the client and the colleague lead both projects. */
export const teamMatrix: Record<string, Rules> = {
  project_members: {
    read: [
      { path: '/projects/{draftProject}/team', shows: 'Draft of the bathhouse', may: clients },
      { path: '/projects/{openProject}/team', shows: 'Open bathhouse', may: clients },
    ],
    create: [
      { path: '/projects/{draftProject}/team', form: role('reader'), may: clients },
      { path: '/projects/{openProject}/team', form: role('buyer'), may: clients },
    ],
    update: 'a role ends and another begins; app/features/projects/members/members.test.ts',
    delete: 'never, but with a draft',
  },
}
