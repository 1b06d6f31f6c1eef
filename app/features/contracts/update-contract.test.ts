import { expect, it } from 'vitest'
import { newId } from '#db/ids.ts'
import { contracts } from '#db/schema/contracts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { answerOf, browserRequest } from '#tests/factories/accounts.ts'
import { awarded, contractInput } from '#tests/factories/award.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { draftContract } from './draft-contract.server.ts'
import { action, loader } from './routes/edit.tsx'
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

it('overwrites no concurrent change except one by the same form', async () => {
  const { db, client, projectId, contractId } = await drafted()
  const title = () => db.select().from(contracts).get()?.title
  const save = (seconds: number, title: string, expectedVersion: number, submissionId: string) =>
    updateContract(
      { ...client, now: client.now + seconds * 1000 },
      { ...contractInput(projectId), contractId, title, expectedVersion, submissionId },
    )
  const opened = newId()
  save(1, 'One', client.now, opened)
  expect(() => save(2, 'Two', client.now, newId())).toThrow('errors:editConflict')
  expect(title()).toBe('One')
  // Back, edit, submit: the form has stored the current version itself.
  save(3, 'Three', client.now, opened)
  expect(title()).toBe('Three')
  save(4, 'Two', client.now + 3000, newId())
  expect(title()).toBe('Two')
})

it('shows on the page that there is a newer version than the form’s', async () => {
  const { client, projectId, contractId } = await drafted()
  const { cookie } = await signedIn(client)
  const path = `/contracts/${contractId}/edit`
  const args = (form?: Record<string, string>) => ({
    request: browserRequest(path, { cookie, ...(form && { form }) }),
    params: { contractId },
    context: {},
  })
  const page = await answerOf(() => loader(args()))
  expect(page.data).toMatchObject({ expectedVersion: client.now, submissionId: expect.any(String) })
  updateContract({ ...client, now: client.now + 1000 }, { ...contractInput(projectId), contractId, title: 'Newer' })
  const form = {
    expectedVersion: String(client.now),
    title: 'Older',
    terms: 'All',
    paymentMethod: 'direct_invoice',
    'milestones[0].title': 'All',
    'milestones[0].amount': '10000',
    'milestones[0].vatRateBp': '2550',
  }
  const refused = await answerOf(() => action(args(form)))
  expect(refused.status).toBe(409)
  expect(refused.data).toMatchObject({ lastResult: { error: { '': ['errors:editConflict'] } } })
})

it('refuses sent contracts, the provider and strangers', async () => {
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
