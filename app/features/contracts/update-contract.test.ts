import { expect, it } from 'vitest'
import { contracts } from '#db/schema/contracts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { awarded, contractInput } from '#tests/factories/award.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { draftContract } from './draft-contract.server.ts'
import { sendContract } from './send-contract.server.ts'
import { updateContract } from './update-contract.server.ts'

async function drafted() {
  const db = testDatabase()
  const award = await awarded(db)
  return { db, ...award, ...draftContract(award.client, contractInput(award.projectId)) }
}

it('changes a draft with all of its milestones', async () => {
  const { db, client, projectId, contractId } = await drafted()
  const [first] = contractInput(projectId).milestones
  const whole = [{ ...first!, title: 'All of it', netCents: 1_000_000 }]
  updateContract(client, {
    ...contractInput(projectId),
    contractId,
    paymentMethod: 'direct_invoice',
    milestones: whole,
  })
  expect(db.select().from(contracts).get()).toMatchObject({
    paymentMethod: 'direct_invoice',
    retentionBp: 0,
    grossCents: 1_255_000,
  })
  expect(
    db
      .select()
      .from(milestones)
      .all()
      .map(({ title }) => title),
  ).toEqual(['All of it'])
})

it('does not change what was sent, nor is it for the provider or strangers', async () => {
  const { client, provider, loser, projectId, contractId } = await drafted()
  for (const other of [provider, loser]) {
    expect(() => updateContract(other, { ...contractInput(projectId), contractId })).toThrow(
      expect.objectContaining({ code: 'not_found' }),
    )
  }
  sendContract(client, { contractId })
  expect(() => updateContract(client, { ...contractInput(projectId), contractId })).toThrow(
    expect.objectContaining({ code: 'conflict' }),
  )
  expect(() => updateContract(provider, { ...contractInput(projectId), contractId })).toThrow(
    expect.objectContaining({ code: 'conflict' }),
  )
})
