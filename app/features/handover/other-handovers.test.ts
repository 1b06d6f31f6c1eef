import { expect, it } from 'vitest'
import { password, signedDeal } from '#tests/factories/deal.ts'
import { approvedDeal, writtenHandover } from '#tests/factories/handover.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { getHandover } from './queries.server.ts'
import { returnHandover } from './return-handover.server.ts'
import { signHandover } from './sign-handover.server.ts'

it('counts unsettled defects of signed protocols alone: those of a returned one went on in the next', async () => {
  const deal = await signedDeal(testDatabase())
  const { client, provider } = deal
  const contractId = approvedDeal(deal)
  writtenHandover(deal, contractId, { files: false })
  const sign = (who: typeof client) => signHandover(who, { contractId, typedName: who.actor.name, password })
  await sign(client)
  returnHandover(provider, { contractId, reason: 'The gutter is not ours.' })
  const counted = (shown: number) =>
    getHandover(client, contractId, shown)?.others.map(({ name, openDefects }) => [name, openDefects])
  expect([counted(2), counted(1)]).toEqual([[['HO-1', 0]], [['HO-2', 0]]])
  for (const who of [provider, client]) await sign(who)
  expect([counted(2), counted(1)]).toEqual([[['HO-1', 0]], [['HO-2', 1]]])
})
