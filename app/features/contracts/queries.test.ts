import { expect, it } from 'vitest'
import { awarded, contractInput } from '#tests/factories/award.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { draftContract } from './draft-contract.server.ts'
import { countContracts, getContractBasis, listContracts } from './queries.server.ts'
import { sendContract } from './send-contract.server.ts'

it('lists and counts a contract for both parties, a draft for the client only, and neither for anybody else', async () => {
  const { client, provider, loser, projectId } = await awarded(testDatabase())
  expect(getContractBasis(client, projectId)).toMatchObject({ netCents: 1_000_000, contractId: null })
  expect(getContractBasis(provider, projectId)).toBeNull()
  const { contractId } = draftContract(client, contractInput(projectId))
  expect(getContractBasis(client, projectId)?.contractId).toBe(contractId)
  const all = { status: null, page: 1 }
  expect(listContracts(client, all)).toMatchObject([
    { id: contractId, party: 'client', counterparty: provider.company.name },
  ])
  expect(listContracts(provider, all)).toEqual([])
  expect(countContracts(provider)).toEqual({})
  sendContract(client, { contractId })
  expect(listContracts(provider, all)).toMatchObject([
    { id: contractId, party: 'provider', counterparty: client.company.name },
  ])
  expect(listContracts(provider, { status: 'active', page: 1 })).toEqual([])
  expect(listContracts(provider, { status: 'sent', page: 2 })).toEqual([])
  expect(countContracts(provider)).toEqual({ sent: 1 })
  expect(listContracts(loser, all)).toEqual([])
})
