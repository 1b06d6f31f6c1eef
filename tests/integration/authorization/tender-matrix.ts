import { newId } from '#db/ids.ts'
import type { Rules, Write } from './matrix.ts'
import type { ActorName } from './world.ts'

const clients: ActorName[] = ['colleague', 'client']
const signedIn: ActorName[] = ['stranger', 'colleague', 'client', 'provider', 'admin', 'superAdmin']

const day = 86_400_000
const addendum: Write['form'] = (_ids, now) => ({
  submissionId: newId(),
  summary: 'It is not needed.',
  bidDeadline: new Date(now + 12 * day).toISOString().slice(0, 16),
})
const question = () => ({ submissionId: newId(), question: 'How thick is the wall?' })
const answer: Write['form'] = (_ids, now) => ({
  ...{ submissionId: newId(), question: 'Who removes it?', answer: 'You do.' },
  bidDeadline: new Date(now + 12 * day).toISOString().slice(0, 16),
})
const button = () => ({ submissionId: newId() })

/** The rules of what bidders are asked (docs/product.md, PROJ-11). */
export const tenderMatrix: Record<string, Rules> = {
  project_estimates: {
    read: [
      { path: '/contracts/{contract}/proof.json', shows: '9753.10', may: clients },
      { path: '/contracts/{contract}/chain', shows: '9,753.10', may: clients },
    ],
    create: 'with a project of an estimate',
    update: 'never: triggers refuse it',
    delete: 'with its draft',
  },
  tender_documents: {
    read: [
      { path: '/projects/{draftProject}', shows: 'drawing.txt', may: clients },
      { path: '/projects/{openProject}', shows: 'specification.txt', may: signedIn },
      { path: '/files/{draftFile}', shows: 'what the drawing says', may: clients },
      { path: '/files/{openFile}', shows: 'the given text', may: signedIn },
      { path: '/projects/{draftProject}/documents/{draftDocument}/withdraw', shows: 'drawing.txt', may: clients },
    ],
    create: [
      { path: '/projects/{openProject}/documents/{openDocument}/withdraw', form: addendum, may: clients },
      { path: '/projects/{openProject}/documents/{openDocument}/replace', form: addendum, may: [] },
      { path: '/projects/{openProject}/documents/add', form: addendum, may: [] },
    ],
    update: 'never: triggers refuse it',
    delete: [{ path: '/projects/{draftProject}/documents/{draftDocument}/withdraw', form: button, may: clients }],
  },
  tender_questions: {
    read: [
      { path: '/projects/{openProject}', shows: 'Who removes the sauna stove?', may: [...clients, 'provider'] },
      { path: '/projects/{openProject}', shows: 'How wide is the door of Provider Oy?', may: [] },
      { path: '/projects/{openProject}/questions/{question}/answer', shows: 'Who removes the sauna', may: clients },
    ],
    create: [
      { path: '/projects/{openProject}/questions/ask', form: question, may: ['stranger', 'provider'] },
      { path: '/projects/{draftProject}/questions/ask', form: question, may: [] },
      { path: '/projects/{invitedProject}/questions/ask', form: question, may: ['provider'] },
    ],
    update: 'never: triggers refuse it',
    delete: 'never: triggers refuse it',
  },
  tender_answers: {
    read: [{ path: '/projects/{openProject}', shows: 'Ninety centimetres', may: signedIn }],
    create: [{ path: '/projects/{openProject}/questions/{question}/answer', form: answer, may: clients }],
    update: 'never: triggers refuse it',
    delete: 'never: triggers refuse it',
  },
  tender_sets: {
    read: [
      { path: '/projects/{openProject}/tender-set/1', shows: 'groundwork-tender-set 3', may: signedIn },
      { path: '/projects/{draftProject}/tender-set/1', shows: 'groundwork-tender-set', may: [] },
    ],
    create: [
      { path: '/projects/{draftProject}/publish', form: button, may: clients },
      { path: '/projects/{openProject}/documents/{openDocument}/withdraw', form: addendum, may: clients },
    ],
    update: 'never: triggers refuse it',
    delete: 'never: triggers refuse it',
  },
}
