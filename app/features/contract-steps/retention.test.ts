import { expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { yse1998 } from '#app/features/contracts/closing-terms.ts'
import { getContract } from '#app/features/contracts/queries.server.ts'
import { updateContract } from '#app/features/contracts/update-contract.server.ts'
import { getEscrow } from '#app/features/escrow/queries.server.ts'
import { releaseRetention } from '#app/features/escrow/release-retention.server.ts'
import { callHandover } from '#app/features/handover/call-handover.server.ts'
import { changeDefect } from '#app/features/handover/change-defect.server.ts'
import { getHandover } from '#app/features/handover/queries.server.ts'
import { signHandover } from '#app/features/handover/sign-handover.server.ts'
import { updateHandover } from '#app/features/handover/update-handover.server.ts'
import { listWaiting } from '#app/features/site/attention.server.ts'
import { draftedDeal, password, released, sendAndSign } from '#tests/factories/deal.ts'
import { handoverInput } from '#tests/factories/handover.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { findEscrowSteps, findSteps } from './find-steps.server.ts'

it('asks the client, on every page, for the retention once the work is taken over and the provider has nothing left to fix', async () => {
  const deal = await draftedDeal(testDatabase())
  const { client, provider, contractId } = deal
  updateContract(client, {
    ...{ contractId, title: 'Kitchen', terms: 'All', paymentMethod: 'secure_escrow', retentionBp: 500 },
    milestones: [{ title: 'All', description: '', netCents: 1_000_000, vatRateBp: 2550, dueDate: null }],
    closing: { ...yse1998, handoverDue: '2099-06-01' },
  })
  await sendAndSign(deal)
  for (const { id } of getEscrow(client, contractId)?.milestones ?? []) await released(deal, id)
  /** Where the client is asked for the retention: on the contract's page, on that of its escrow, and on the dashboard. */
  const asked = (by: CompanyContext = client) => {
    const contract = getContract(by, contractId)
    const escrow = getEscrow(by, contractId)
    if (!contract || !escrow) throw new Error('no contract')
    const found = { handover: getHandover(by, contractId), securities: null, finalAccount: null }
    const pages = [findSteps(by, contract, found).mine, findEscrowSteps(by, escrow).mine, listWaiting(by)]
    return pages.map((steps) => steps.find(({ kind }) => kind === 'releaseRetention')?.to)
  }
  const none = [undefined, undefined, undefined]
  expect(asked()).toEqual(none)
  callHandover(provider, { contractId })
  updateHandover(provider, { ...handoverInput(client.now), contractId })
  for (const who of [provider, client]) await signHandover(who, { contractId, typedName: who.actor.name, password })
  expect(asked()).toEqual(none)
  const defectId = getHandover(client, contractId)?.handover?.defects[0]?.id ?? ''
  changeDefect(provider, { contractId, defectId, action: 'fix' })
  expect(asked()).toEqual(none)
  changeDefect(client, { contractId, defectId, action: 'accept' })
  const path = `/escrow/${contractId}/release-retention`
  expect([asked(), asked(provider)]).toEqual([[path, path, path], none])
  await releaseRetention(client, { contractId })
  expect(asked()).toEqual(none)
})
