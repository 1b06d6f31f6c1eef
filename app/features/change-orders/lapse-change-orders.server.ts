// verb-rule: follows from the end of a contract, whose verb checked the right; recordChangeStep writes the audit row
import { and, asc, eq } from 'drizzle-orm'
import type { Transaction } from '#db/client.server.ts'
import type { DurableListener } from '#db/durable-listener.server.ts'
import type { EventSource } from '#db/outbox.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { changeOrders } from '#db/schema/escrow.ts'
import { recordChangeStep, transitionChangeOrder } from './transition-change-order.server.ts'

/** Lets the proposals lapse that nobody had answered when their contract ended (CON-17). */
export const changeOrderListener: DurableListener = {
  name: 'change-orders',
  on: {
    'contract.completed': (tx, { payload }, source) => lapseChangeOrders(tx, source, payload.contractId),
    'contract.terminated': (tx, { payload }, source) => lapseChangeOrders(tx, source, payload.contractId),
  },
}

function lapseChangeOrders(tx: Transaction, { now, requestId }: EventSource, contractId: string): void {
  const contract = tx.select().from(contracts).where(eq(contracts.id, contractId)).get()
  if (!contract || contract.status === 'active') return
  // Nobody did it: the contract's end did.
  const ctx = { actor: null, company: null, now, requestId, ip: null, via: 'job' as const }
  const open = and(eq(changeOrders.contractId, contractId), eq(changeOrders.status, 'proposed'))
  for (const change of tx.select().from(changeOrders).where(open).orderBy(asc(changeOrders.number)).all()) {
    const loaded = { change, contract, role: 'system' as const, party: null }
    const after = transitionChangeOrder(tx, ctx, loaded, { action: 'lapse', set: { decidedAt: now } })
    recordChangeStep(tx, ctx, loaded, after, { action: 'lapse' })
  }
}
