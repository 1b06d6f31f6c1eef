import { pack } from '#app/features/clients/import/packed.server.ts'
import { newId } from '#db/ids.ts'
import { button } from './forms.ts'
import type { Fields, Rules } from './matrix.ts'
import type { ActorName } from './world.ts'

const inCompanies: ActorName[] = ['stranger', 'colleague', 'client', 'provider']
const client = (): Fields => ({ submissionId: newId(), name: `Client ${newId()}`, country: 'FI' })

const imported = (): Fields => ({
  ...{ submissionId: newId(), name: 'clients.csv', take: '1.new' },
  packed: pack([{ line: 1, cells: { name: `Imported ${newId()}` }, people: [] }]) ?? '',
})

/** Who may see and change a company's list of clients: its own people. */
export const clientMatrix: Record<string, Rules> = {
  clients: {
    read: [
      { path: '/clients', shows: 'Client of secrets Oy', may: ['provider'] },
      { path: '/clients/{client}', shows: 'Client of secrets Oy', may: ['provider'] },
      { path: '/clients.csv', shows: 'Client of secrets Oy', may: ['provider'] },
      { path: '/clients/{client}/client.vcf', shows: 'Client of secrets Oy', may: ['provider'] },
      { path: '/invoicing/new', shows: 'Client of secrets Oy', may: ['provider'] },
      { path: '/invoicing/new?client={client}', shows: 'Client of secrets Oy', may: ['provider'] },
    ],
    create: [
      { path: '/clients/new', form: client, may: inCompanies },
      { path: '/clients/import', form: imported, may: inCompanies },
    ],
    update: [
      { path: '/clients/{client}/edit', form: client, may: ['provider'] },
      { path: '/clients/{client}/archive', form: button, may: ['provider'] },
    ],
    delete: [{ path: '/clients/{client}/delete', form: button, may: ['provider'] }],
  },
}
