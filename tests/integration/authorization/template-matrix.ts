import { newId } from '#db/ids.ts'
import { button } from './forms.ts'
import type { Fields, Rules } from './matrix.ts'
import type { ActorName } from './world.ts'

const clients: ActorName[] = ['colleague', 'client']
const inCompanies: ActorName[] = ['stranger', ...clients, 'provider']
const template = (): Fields => ({ submissionId: newId(), name: `Template ${newId()}`, terms: '{{client}} pays.' })
const named = (): Fields => ({ name: `Template ${newId()}` })

/** Who may use and change a company's templates of contracts and projects. */
export const templateMatrix: Record<string, Rules> = {
  contract_templates: {
    read: [
      { path: '/contracts/templates', shows: 'Terms for bathhouses', may: clients },
      { path: '/contracts/templates/{template}', shows: 'Terms for bathhouses', may: clients },
    ],
    create: [{ path: '/contracts/templates/new', form: template, may: inCompanies }],
    update: [{ path: '/contracts/templates/{template}', form: template, may: clients }],
    delete: [{ path: '/contracts/templates/{template}/delete', form: button, may: clients }],
  },
  project_templates: {
    read: [
      { path: '/projects/templates', shows: 'Bathhouses as always', may: clients },
      { path: '/projects/new', shows: 'Bathhouses as always', may: clients },
    ],
    create: [{ path: '/projects/{draftProject}/template', form: named, may: clients }],
    update: [{ path: '/projects/{freeProject}/template', form: named, may: clients }],
    delete: [{ path: '/projects/{freeProject}/template/remove', form: button, may: clients }],
  },
}
