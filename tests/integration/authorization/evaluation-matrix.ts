import { newId } from '#db/ids.ts'
import type { Rules } from './matrix.ts'
import type { ActorName } from './world.ts'

const clients: ActorName[] = ['colleague', 'client']
const signedIn: ActorName[] = ['stranger', 'colleague', 'client', 'provider', 'admin', 'superAdmin']

const criteria = () => ({
  ...{ submissionId: newId(), basis: 'ratio', priceWeight: '70', maxPoints: '100', priceFormula: 'lowest' },
  ...{ 'criteria[0].name': 'Safety', 'criteria[0].description': 'A plan.', 'criteria[0].weight': '30' },
  'requirements[0].text': 'A liability insurance.',
})
const update = [{ path: '/projects/{draftProject}/criteria/edit', form: criteria, may: clients }]
const asked = 'with an addendum; triggers refuse anything else'

const evaluators = (ids: Record<string, string>) => ({
  submissionId: newId(),
  'userIds[0]': ids.colleague ?? '',
  'userIds[1]': ids.clientPerson ?? '',
})

/** The rules of how bids are chosen (docs/product.md, BID-10 to BID-12). */
export const evaluationMatrix: Record<string, Rules> = {
  award_terms: {
    read: [
      { path: '/projects/{draftProject}/criteria', shows: 'Best price-quality ratio', may: clients },
      { path: '/projects/{draftProject}/criteria/edit', shows: 'Best price-quality ratio', may: clients },
      { path: '/projects/{openProject}/criteria', shows: 'Best price-quality ratio', may: signedIn },
    ],
    create: update,
    update: asked,
    delete: asked,
  },
  award_criteria: {
    read: [{ path: '/projects/{openProject}/criteria', shows: 'A plan that keeps the school open.', may: signedIn }],
    create: update,
    update: asked,
    delete: asked,
  },
  minimum_requirements: {
    read: [{ path: '/projects/{openProject}/criteria', shows: 'Speaks Finnish on site.', may: signedIn }],
    create: update,
    update: asked,
    delete: asked,
  },
  evaluators: {
    read: [{ path: '/projects/{scoredProject}/evaluation', shows: '{juniorName}', may: clients }],
    create: [{ path: '/projects/{scoredProject}/evaluation/evaluators', form: evaluators, may: clients }],
    update: [
      { path: '/projects/{scoredProject}/evaluation/declare', form: () => ({ declared: 'on' }), may: ['client'] },
    ],
    delete: 'never: whoever is replaced stays as a row',
  },
  evaluation_scores: {
    read: [
      { path: '/projects/{scoredProject}/evaluation', shows: 'Only the junior wrote this', may: [] },
      { path: '/projects/{scoredProject}/bids', shows: 'Only the junior wrote this', may: [] },
    ],
    create: 'by the evaluators (evaluation.test.ts)',
    update: 'by the evaluators until they submit; then triggers refuse it',
    delete: 'never: triggers refuse it',
  },
}
