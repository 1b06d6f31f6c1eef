import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { newId } from '#db/ids.ts'
import { contracts } from '#db/schema/contracts.ts'
import { awarded, contractInput } from '#tests/factories/award.ts'
import { day } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { draftContract } from './draft-contract.server.ts'
import { getContract } from './queries.server.ts'
import { sendContract } from './send-contract.server.ts'
import { updateContract } from './update-contract.server.ts'

async function sent() {
  const db = testDatabase()
  const award = await awarded(db)
  const { contractId } = draftContract(award.client, contractInput(award.projectId))
  return { db, ...award, contractId }
}

it('freezes the text and stores its hash', async () => {
  const { db, client, contractId } = await sent()
  const { documentHash } = sendContract(client, { contractId })
  const row = db.select().from(contracts).get()
  expect(row).toMatchObject({ status: 'sent', documentHash, sentBy: client.actor.id, expiresAt: client.now + 30 * day })
  expect(
    createHash('sha256')
      .update(row?.documentText ?? '')
      .digest('hex'),
  ).toBe(documentHash)
  expect(row?.documentText).toContain('What was said holds.')
  expect(() => db.$client.exec("UPDATE contracts SET terms = 'something else'")).toThrow('frozen')
})

it('is sent once, by the client only', async () => {
  const { client, provider, loser, contractId } = await sent()
  for (const other of [provider, loser]) {
    expect(() => sendContract(other, { contractId })).toThrow(expect.objectContaining({ code: 'not_found' }))
  }
  sendContract(client, { contractId })
  expect(() => sendContract(client, { contractId })).toThrow(expect.objectContaining({ code: 'conflict' }))
})

it('makes the contract visible to the provider', async () => {
  const { client, provider, loser, contractId } = await sent()
  expect(getContract(provider, contractId)).toBeNull()
  sendContract(client, { contractId })
  expect(getContract(provider, contractId)).toMatchObject({ party: 'provider', actions: ['sign', 'decline'] })
  expect(getContract(loser, contractId)).toBeNull()
})

it('refuses milestones due in the past, both when saved and on the day it is sent', async () => {
  const db = testDatabase()
  const { client, projectId } = await awarded(db)
  const input = contractInput(projectId)
  const due = (dueDate: string) => ({
    ...input,
    milestones: input.milestones.map((milestone, index) => (index === 1 ? { ...milestone, dueDate } : milestone)),
  })
  const refused = expect.objectContaining({ code: 'invalid', field: 'milestones[1].dueDate' })
  expect(() => draftContract(client, { ...due('2026-05-31'), submissionId: newId() })).toThrow(refused)
  const { contractId } = draftContract(client, { ...due('2026-06-01'), submissionId: newId() })
  expect(() => updateContract(client, { ...due('2020-01-01'), contractId })).toThrow(refused)
  const tomorrow = { ...client, now: client.now + day }
  expect(() => sendContract(tomorrow, { contractId })).toThrow(
    expect.objectContaining({ text: { key: 'contracts:refused.dueInPast' } }),
  )
  updateContract(tomorrow, { ...due('2026-06-02'), contractId })
  sendContract(tomorrow, { contractId })
})
