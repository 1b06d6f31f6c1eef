import { expect, it } from 'vitest'
import { awarded, contractInput } from '#tests/factories/award.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { draftContract } from './draft-contract.server.ts'
import { findProjectContract } from './project-contract.server.ts'
import { sendContract } from './send-contract.server.ts'
import { voidContract } from './void-contract.server.ts'

it('finds the standing contract for the two parties, for the provider once it is sent, and for nobody else', async () => {
  const db = testDatabase()
  const { client, provider, loser, projectId } = await awarded(db)
  const seen = () => [client, provider, loser].map((ctx) => findProjectContract(ctx, projectId))
  expect(seen()).toEqual([null, null, null])
  const { contractId: id } = draftContract(client, contractInput(projectId))
  expect(seen()).toEqual([id, null, null])
  sendContract(client, { contractId: id })
  expect(seen()).toEqual([id, id, null])
  voidContract(client, { contractId: id, reason: 'Another scope.' })
  expect(seen()).toEqual([null, null, null])
})
