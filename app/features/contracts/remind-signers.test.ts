import { beforeEach, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { notificationListener } from '#app/features/notifications/listen.server.ts'
import type { Database } from '#db/client.server.ts'
import { followOutbox } from '#db/durable-listener.server.ts'
import { mails, notifications } from '#db/schema/notifications.ts'
import { createParties, draftedDeal, password } from '#tests/factories/deal.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { expireContracts } from './expire-contracts.server.ts'
import { reminderDays, signingDays } from './limits.ts'
import { getContract } from './queries.server.ts'
import { remindSigners } from './remind-signers.server.ts'
import { sendContract } from './send-contract.server.ts'
import { signContract } from './sign-contract.server.ts'

const day = 86_400_000

let db: Database
let deal: Awaited<ReturnType<typeof draftedDeal>>
beforeEach(async () => {
  db = testDatabase()
  deal = await draftedDeal(db, await createParties(db))
  followOutbox(db, notificationListener)
})

const sign = (ctx: CompanyContext) =>
  signContract(ctx, { contractId: deal.contractId, typedName: ctx.actor.name, password })
const mailed = () => {
  followOutbox(db, notificationListener).handle(Date.now())
  const rows = db.select().from(mails).all()
  return rows.filter(({ template }) => template.startsWith('contract')).map((row) => [row.template, row.recipient])
}

it('mails who has to sign, and both parties once both have signed', async () => {
  const { client, provider, contractId } = deal
  const member = createPerson(db, { company: provider.company, companyRole: 'member' })
  sendContract(client, { contractId })
  const sent = ['contractToSign', provider.actor.email]
  expect(mailed()).toEqual([sent])
  await sign(provider)
  const waiting = ['contractToSign', client.actor.email]
  expect(mailed()).toEqual([sent, waiting])
  await sign(client)
  const inForce = [client, provider].map(({ actor }) => ['contractInForce', actor.email])
  expect(mailed()).toEqual([sent, waiting, ...inForce])
  expect(mailed().flat()).not.toContain(member.actor.email)
})

it('reminds whoever has not signed a week before the time ends, once, also after a restart', async () => {
  const { client, provider, contractId } = deal
  sendContract(client, { contractId })
  await sign(provider)
  const at = (days: number) => systemContext(db, client.now + days * day)
  expect(remindSigners(at(signingDays - reminderDays - 1))).toBe(0)
  expect(remindSigners(at(signingDays - reminderDays))).toBe(1)
  expect([remindSigners(at(signingDays - reminderDays)), remindSigners(at(signingDays - 1))]).toEqual([0, 0])
  const reminders = mailed().filter(([template]) => template === 'contractReminder')
  expect(reminders).toEqual([['contractReminder', client.actor.email]])
  expect(getContract(client, contractId)?.events.map(({ action }) => action)).toContain('remind')
  const told = db
    .select()
    .from(notifications)
    .all()
    .filter(({ textKey }) => textKey.endsWith('contractExpiring'))
  expect(told.map(({ userId, params }) => [userId, params])).toEqual([
    [client.actor.id, expect.objectContaining({ count: reminderDays })],
  ])
})

it('reminds nobody of a contract that has expired or is signed', async () => {
  const { client, contractId } = deal
  sendContract(client, { contractId })
  const late = systemContext(db, client.now + (signingDays + 1) * day)
  expect(remindSigners(late)).toBe(0)
  expireContracts(late)
  const other = await draftedDeal(db, await createParties(db))
  sendContract(other.client, { contractId: other.contractId })
  for (const ctx of [other.provider, other.client])
    await signContract(ctx, { contractId: other.contractId, typedName: ctx.actor.name, password })
  expect(remindSigners(systemContext(db, client.now + (signingDays - 1) * day))).toBe(0)
  expect(mailed().map(([template]) => template)).not.toContain('contractReminder')
})
