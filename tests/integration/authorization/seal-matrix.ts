import type { Rules } from './matrix.ts'
import type { ActorName } from './world.ts'

const everybody: ActorName[] = ['nobody', 'stranger', 'colleague', 'client', 'provider', 'admin', 'superAdmin']
const parties: ActorName[] = ['colleague', 'client', 'provider']

/** The rules of sealed documents (docs/product.md, CON-10): whoever reads one first makes it. */
export const sealMatrix: Record<string, Rules> = {
  sealed_documents: {
    read: [{ path: '/contracts/{contract}/contract.pdf', shows: '/ETSI.CAdES.detached', may: parties }],
    create: 'by reading a signed contract as a PDF, which has its own test',
    update: 'never: triggers refuse it',
    delete: 'never: triggers refuse it',
  },
  seal_certificates: {
    read: [{ path: '/seal', shows: 'Check the seal of a document', may: everybody }],
    create: 'with the first document that is sealed with it',
    update: 'never: triggers refuse it',
    delete: 'never: triggers refuse it',
  },
}
