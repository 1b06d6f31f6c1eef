import { newId } from '#db/ids.ts'
import type { Rules, Write } from './matrix.ts'
import type { ActorName } from './world.ts'

const clients: ActorName[] = ['colleague', 'client']
const bidders: ActorName[] = ['stranger', 'provider']
const signedIn: ActorName[] = ['stranger', 'colleague', 'client', 'provider', 'admin', 'superAdmin']

const day = 86_400_000
const local = (ms: number) => new Date(ms).toISOString().slice(0, 16)
const visit: Write['form'] = (_ids, now) => ({
  ...{ submissionId: newId(), startsAt: local(now + 4 * day), durationMinutes: '45', place: 'The yard' },
  ...{ meetingPoint: 'At the door', signUpUntil: local(now + 3 * day), summary: 'Another visit.' },
  bidDeadline: local(now + 12 * day),
})
const cancel: Write['form'] = (_ids, now) => ({
  ...{ submissionId: newId(), summary: 'The site is closed.', bidDeadline: local(now + 12 * day) },
})
const people = () => ({ submissionId: newId(), people: '2' })
const button = () => ({ submissionId: newId() })

/** The rules of site visits and of following a project (docs/product.md, PROJ-22 and PROJ-23). */
export const visitMatrix: Record<string, Rules> = {
  site_visits: {
    read: [
      { path: '/projects/{openProject}/visits', shows: 'Behind the bathhouse', may: signedIn },
      { path: '/projects/{draftProject}/visits', shows: 'The cellar', may: clients },
      { path: '/projects/{openProject}/visits/{visit}/visit.ics', shows: 'Behind the bathhouse', may: signedIn },
      { path: '/projects/{draftProject}/visits/{draftVisit}/visit.ics', shows: 'The cellar', may: clients },
    ],
    create: [
      { path: '/projects/{openProject}/visits/new', form: visit, may: clients },
      { path: '/projects/{draftProject}/visits/new', form: visit, may: clients },
    ],
    update: [
      { path: '/projects/{openProject}/visits/{visit}/edit', form: visit, may: clients },
      { path: '/projects/{openProject}/visits/{visit}/cancel', form: cancel, may: clients },
      { path: '/projects/{openProject}/visits/{heldVisit}/edit', form: visit, may: [] },
    ],
    delete: [{ path: '/projects/{draftProject}/visits/{draftVisit}/cancel', form: button, may: clients }],
  },
  visit_sign_ups: {
    read: [{ path: '/projects/{openProject}/visits', shows: '7 people', may: ['provider'] }],
    create: [
      { path: '/projects/{openProject}/visits/{visit}/sign-up', form: people, may: bidders },
      { path: '/projects/{draftProject}/visits/{draftVisit}/sign-up', form: people, may: [] },
    ],
    update: [{ path: '/projects/{openProject}/visits/{visit}/withdraw', form: button, may: ['provider'] }],
    delete: 'never: it is withdrawn',
  },
  visit_minutes: {
    read: 'as the visits; visits.test.ts',
    create: [
      {
        path: '/projects/{openProject}/visits/{heldVisit}/minutes',
        form: () => ({ submissionId: newId(), text: 'The stove stays.' }),
        may: clients,
      },
      {
        path: '/projects/{openProject}/visits/{visit}/minutes',
        form: () => ({ submissionId: newId(), text: 'Too early.' }),
        may: [],
      },
    ],
    update: 'never: triggers refuse it',
    delete: 'never: triggers refuse it',
  },
  project_follows: {
    read: [{ path: '/projects/followed', shows: 'Open bathhouse', may: ['provider'] }],
    create: [
      { path: '/projects/{openProject}/follow', form: button, may: ['stranger'] },
      { path: '/projects/{draftProject}/follow', form: button, may: [] },
    ],
    update: 'by the job that reminds; follow.test.ts',
    delete: [{ path: '/projects/{openProject}/unfollow', form: button, may: ['provider'] }],
  },
}
