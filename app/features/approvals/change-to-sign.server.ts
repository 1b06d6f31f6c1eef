import { eq } from 'drizzle-orm'
import { changeOrderMachine } from '#app/features/change-orders/change-order.ts'
import { changeOrderText } from '#app/features/change-orders/change-order-text.server.ts'
import { deductionFit, extensionFits, findChangeRole } from '#app/features/change-orders/load-change-order.server.ts'
import { stakeOfChange } from '#app/features/change-orders/sign-change-order.server.ts'
import { findParty } from '#app/features/contracts/transition-contract.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { changeOrders } from '#db/schema/escrow.ts'
import { changeOrderName } from '#db/vocabulary/change-orders.ts'
import type { LoadSubject } from './subject.ts'

/** A change order that the company has not signed yet: one that it proposes, or one that it accepts. */
export const changeToSign: LoadSubject = (db, { companyId, subjectId }) => {
  const row = db
    .select({ change: changeOrders, contract: contracts })
    .from(changeOrders)
    .innerJoin(contracts, eq(contracts.id, changeOrders.contractId))
    .where(eq(changeOrders.id, subjectId))
    .get()
  const party = row && findParty(row.contract, companyId)
  const role = party && findChangeRole(row.change, party)
  if (!role) return null
  const { change, contract } = row
  const fits = { deduction: deductionFit(db, change), extensionFits: extensionFits(db, change) }
  const facts = { contractIsActive: contract.status === 'active', ...fits }
  const action = role === 'proposer' ? 'propose' : 'accept'
  if (!changeOrderMachine.next(change.status, action, role, facts).ok) return null
  const { currency } = contract
  const { amountCents } = stakeOfChange(db, change, contract)
  return {
    title: `${contract.number} ${changeOrderName(change.number)} ${change.title}`,
    path: `/contracts/${contract.id}/changes/${change.id}`,
    ...{ amountCents, currency, endsAt: null },
    fields: [
      ['document', change.documentHash ?? changeOrderText(db, contract, change).hash],
      ['party', party],
      ['amount', amountCents],
      ['currency', currency],
    ],
  }
}
