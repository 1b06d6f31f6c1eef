import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import { askToSign } from '#app/features/approvals/ask-to-sign.server.ts'
import { setMandates } from '#app/features/team/set-mandates.server.ts'
import type { Database } from '#db/client.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { demoPassword, type People } from './people.ts'

const limitCents = 1_000_000

/** A member who signs contracts up to a limit, and has asked for an approval of a larger one. */
export async function seedApprovals(db: Database, { bathrooms, tiler }: People, now: number): Promise<void> {
  const mandates = { sign: limitCents, award: 0, release: 0, bank: 0, payables: 0 }
  await setMandates(bathrooms, { userId: tiler.actor.id, mandates, password: demoPassword })
  const above = db
    .select({ id: contracts.id })
    .from(contracts)
    .where(
      and(
        eq(contracts.providerCompanyId, bathrooms.company.id),
        inArray(contracts.status, ['sent', 'partially_signed']),
        gt(contracts.grossCents, limitCents),
      ),
    )
    .orderBy(asc(contracts.id))
    .get()
  if (!above) throw new Error('no contract of the demo world waits for a signature above the limit')
  const asker = { ...tiler, now: now - 3 * 3_600_000 }
  await askToSign(asker, { contractId: above.id, typedName: tiler.actor.name, password: demoPassword })
}
