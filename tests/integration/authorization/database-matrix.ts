import type { UserContext } from '#app/features/accounts/context.ts'
import { addTestSale } from '#app/features/database/add-test-sale.server.ts'
import { newId } from '#db/ids.ts'
import { button } from './forms.ts'
import type { Rules } from './matrix.ts'
import type { ActorName } from './world.ts'

const superAdmins: ActorName[] = ['superAdmin']

/** A row of the sample table. */
export const addSample = (superAdmin: UserContext): string =>
  addTestSale(superAdmin, { product: 'Sample of a door', soldOn: '2026-06-01', amountCents: 100, currency: 'EUR' }).id

/** The rules of the database screen (docs/product.md, ACC-16). */
export const databaseMatrix: Record<string, Rules> = {
  test_sales: {
    read: [
      { path: '/database/test_sales', shows: 'Sample of a door', may: superAdmins },
      { path: '/database/users', shows: 'password_hash', may: superAdmins },
      { path: '/database', shows: 'sealed_documents', may: superAdmins },
      { path: '/api/admin/database/tables', shows: 'column_default', may: superAdmins },
      { path: '/api/database/stats', shows: 'free_bytes', may: superAdmins },
    ],
    create: [
      {
        path: '/database/test_sales',
        form: () => ({ submissionId: newId(), product: 'Window', soldOn: '2026-06-01', amount: '12', currency: 'EUR' }),
        may: superAdmins,
      },
    ],
    update: 'the product has no verb for it',
    delete: [{ path: '/database/test_sales/{testSale}/delete', form: button, may: superAdmins }],
  },
}
