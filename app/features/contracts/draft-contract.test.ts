import { describe, expect, it } from 'vitest'
import { verifyAudit } from '#db/audit.server.ts'
import { newId } from '#db/ids.ts'
import { contracts } from '#db/schema/contracts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { awarded, contractInput } from '#tests/factories/award.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { draftContract } from './draft-contract.server.ts'
import { sendContract } from './send-contract.server.ts'
import { voidContract } from './void-contract.server.ts'

const refused = (key: string) => expect.objectContaining({ text: expect.objectContaining({ key }) })

describe('draftContract', () => {
  it('creates a contract from the awarded bid, priced by its milestones', async () => {
    const db = testDatabase()
    const { client, provider, projectId, bidId } = await awarded(db)
    const { contractId } = draftContract(client, contractInput(projectId))
    const contract = db.select().from(contracts).get()
    expect(contract).toMatchObject({
      id: contractId,
      number: 'C-2026-0001',
      status: 'draft',
      bidId,
      clientCompanyId: client.company.id,
      providerCompanyId: provider.company.id,
      netCents: 1_000_000,
      vatCents: 255_000,
      grossCents: 1_255_000,
      retentionBp: 500,
    })
    expect(
      db
        .select()
        .from(milestones)
        .all()
        .map(({ position, amountCents, status }) => [position, amountCents, status]),
    ).toEqual([
      [1, 627_500, 'planned'],
      [2, 627_500, 'planned'],
    ])
    expect(verifyAudit(db).brokenAt).toBeNull()
  })

  it('returns the same contract for a second submit of the same form', async () => {
    const db = testDatabase()
    const { client, projectId } = await awarded(db)
    const input = contractInput(projectId)
    expect(draftContract(client, input)).toEqual(draftContract(client, input))
    expect(db.select().from(contracts).all()).toHaveLength(1)
  })

  it('refuses a second contract for the project, and continues the numbering after the first was voided', async () => {
    const db = testDatabase()
    const { client, projectId, losingBidId } = await awarded(db)
    const { contractId } = draftContract(client, contractInput(projectId))
    expect(() => draftContract(client, contractInput(projectId))).toThrow(refused('contracts:refused.alreadyDrafted'))
    sendContract(client, { contractId })
    voidContract(client, { contractId, reason: 'Wrong terms' })
    const { awardBid } = await import('#app/features/decisions/award-bid.server.ts')
    awardBid(client, { bidId: losingBidId, reason: 'The other one has withdrawn its terms.' })
    draftContract(client, contractInput(projectId))
    expect(
      db
        .select()
        .from(contracts)
        .all()
        .map(({ number }) => number),
    ).toEqual(['C-2026-0001', 'C-2026-0002'])
  })

  it('refuses milestones that do not add up, with the error at the field', async () => {
    const db = testDatabase()
    const { client, projectId } = await awarded(db)
    const input = contractInput(projectId)
    const milestones = input.milestones.slice(0, 1)
    expect(() => draftContract(client, { ...input, milestones })).toThrow(
      expect.objectContaining({
        code: 'invalid',
        field: 'milestones',
        text: expect.objectContaining({
          params: expect.objectContaining({ plannedCents: 500_000, expectedCents: 1_000_000 }),
        }),
      }),
    )
    expect(db.select().from(contracts).all()).toEqual([])
  })

  it('is for the project’s owner only, and needs an award', async () => {
    const db = testDatabase()
    const { provider, loser, client, projectId } = await awarded(db)
    for (const other of [provider, loser]) {
      expect(() => draftContract(other, contractInput(projectId))).toThrow(
        expect.objectContaining({ code: 'not_found' }),
      )
    }
    expect(() => draftContract(client, contractInput(newId()))).toThrow(expect.objectContaining({ code: 'not_found' }))
  })
})
