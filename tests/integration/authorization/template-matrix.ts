import { newId } from '#db/ids.ts'
import { button } from './forms.ts'
import type { Fields, Rules } from './matrix.ts'
import type { ActorName } from './world.ts'

const clients: ActorName[] = ['colleague', 'client']
const inCompanies: ActorName[] = ['stranger', ...clients, 'provider']
const template = (): Fields => ({ submissionId: newId(), name: `Template ${newId()}`, terms: '{{client}} pays.' })

/** Who may use and change a company's contract templates. */
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
}
