import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { findSteps } from '#app/features/contract-steps/find-steps.server.ts'
import { yse1998 } from '#app/features/contracts/closing-terms.ts'
import { getContract } from '#app/features/contracts/queries.server.ts'
import { updateContract } from '#app/features/contracts/update-contract.server.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { changeSecurity } from '#app/features/securities/change-security.server.ts'
import { getSecurities } from '#app/features/securities/queries.server.ts'
import { recordSecurity } from '#app/features/securities/record-security.server.ts'
import { listWaiting } from '#app/features/site/attention.server.ts'
import type { Database } from '#db/client.server.ts'
import { type Deal, draftedDeal, password, sendAndSign } from '#tests/factories/deal.ts'
import { approvedDeal } from '#tests/factories/handover.ts'
import { securityInput } from '#tests/factories/security.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { pageText } from '#tests/setup/page-text.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { callHandover } from './call-handover.server.ts'
import { changeDefect } from './change-defect.server.ts'
import { getHandover } from './queries.server.ts'
import { remindWarranties } from './remind-warranties.server.ts'
import { signHandover } from './sign-handover.server.ts'
import { updateHandover } from './update-handover.server.ts'

let db: Database
let deal: Deal
let server: TestServer
const contractOf = () => ({ contractId: deal.contractId })
const onDay = (day: string) => Date.parse(`${day}T12:00:00Z`)
const remind = (day: string) => remindWarranties(systemContext(db, onDay(day)))
const textOf = async (who: CompanyContext, path: string) =>
  pageText((await server.ask(path, { cookie: (await signedIn(who)).cookie })).text)
const later = (ctx: CompanyContext, day: string): CompanyContext => ({ ...ctx, now: onDay(day) })

/** Under the values of YSE 1998, taken over on the first of June 2026 with a defect of the provider's. */
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  deal = await draftedDeal(db)
  updateContract(deal.client, {
    ...{ ...contractOf(), title: 'School', terms: 'All', paymentMethod: 'secure_escrow', retentionBp: 0 },
    milestones: [
      { title: 'Frame', description: '', netCents: 600_000, vatRateBp: 2550, dueDate: '2026-09-01' },
      { title: 'Yard', description: '', netCents: 400_000, vatRateBp: 2550, dueDate: '2026-10-15' },
    ],
    closing: { ...yse1998, handoverDue: '2026-09-30' },
  })
  await sendAndSign(deal)
  const plan = 'SELECT id FROM contract_milestones WHERE contract_id = ? ORDER BY position'
  const milestoneIds = db.$client.prepare<[string], string>(plan).pluck().all(deal.contractId)
  approvedDeal({ ...deal, milestoneIds })
  callHandover(deal.client, contractOf())
  const defects = [{ description: 'A drip', place: '', responsible: 'provider' as const, dueOn: null }]
  updateHandover(deal.client, {
    ...{
      ...contractOf(),
      heldOn: '2026-06-01',
      present: 'Aino',
      result: 'accepted_with_defects',
      reasons: '',
      claims: '',
    },
    defects,
  })
})

afterAll(() => server.stop())

it('says of a handover before the day of the contract that it is early, before anybody signs it', async () => {
  // The day of handover of the contract counts for the whole work, not that of its last milestone.
  expect(getHandover(deal.client, deal.contractId)?.handover).toMatchObject({ earlyFor: '2026-09-30' })
  const path = `/contracts/${deal.contractId}/handover`
  const early = 'earlier than 30 Sept 2026, the day that the contract sets'
  const written = 'The other party has written the protocol.'
  for (const [who, asked] of [
    [deal.client, false],
    [deal.provider, true],
  ] as const) {
    const shown = await textOf(who, path)
    expect(shown).toContain(early)
    expect(shown.includes(written)).toBe(asked)
    expect(await textOf(who, `${path}/1/sign`)).toContain(early)
  }
  for (const ctx of [deal.client, deal.provider])
    await signHandover(ctx, { ...contractOf(), typedName: ctx.actor.name, password })
  expect(getHandover(deal.provider, deal.contractId)?.handover).toMatchObject({ earlyFor: '2026-09-30' })
})

it('tells both parties once, 45 days before its end, that the warranty time ends', () => {
  expect(remind('2028-04-16')).toBe(0)
  expect(remind('2028-04-17')).toBe(1)
  expect(remind('2028-04-18')).toBe(0)
  expect(recorded(db, 'warranty.ending')).toMatchObject([
    { ...contractOf(), handoverNumber: 1, warrantyUntil: '2028-06-01', actorId: null },
  ])
})

it('keeps the day and that it was told', () => {
  for (const set of ["warranty_until = '2099-01-01'", 'warranty_reminded_at = 1', 'warranty_reminded_at = NULL'])
    expect(() => db.$client.exec(`UPDATE handovers SET ${set}`), set).toThrow('frozen')
})

it('asks the client to give the warranty security back after the last day that it has to cover, once no defect of the provider’s is left', () => {
  const { client, provider } = deal
  const security = { ...securityInput(), purpose: 'warranty' as const, kind: 'deposit' as const, validUntil: null }
  const { securityId } = recordSecurity(provider, { ...security, ...contractOf(), amountCents: 20_000 })
  const of = { ...contractOf(), securityId, day: '2026-06-01', person: 'Aino Aho', amountCents: null, note: null }
  changeSecurity(client, { ...of, action: 'receive' })
  /** On the contract's page and on the dashboard. */
  const asked = (day: string, by = client) => {
    const ctx = later(by, day)
    const contract = getContract(ctx, deal.contractId)
    if (!contract) throw new Error('no contract')
    const found = {
      handover: getHandover(ctx, contract.id),
      securities: getSecurities(ctx, contract.id),
      finalAccount: null,
    }
    const lists = [findSteps(ctx, contract, found).mine, listWaiting(ctx)]
    return lists.map((steps) => steps.find(({ kind }) => kind === 'returnSecurity')?.to)
  }
  const none = [undefined, undefined]
  const path = `/contracts/${deal.contractId}/securities/${securityId}/return`
  expect(asked('2028-09-02')).toEqual(none)
  const defectId = getHandover(client, deal.contractId)?.handover?.defects[0]?.id ?? ''
  changeDefect(provider, { ...contractOf(), defectId, action: 'fix' })
  changeDefect(client, { ...contractOf(), defectId, action: 'accept' })
  expect([asked('2028-09-01'), asked('2028-09-02'), asked('2028-09-02', provider)]).toEqual([none, [path, path], none])
  changeSecurity(later(client, '2028-09-03'), { ...of, day: '2028-09-03', action: 'return' })
  expect(asked('2028-09-04')).toEqual(none)
})
