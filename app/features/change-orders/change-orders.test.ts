import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { rowsMatchText } from '#app/features/contracts/contract-text.server.ts'
import { getContract, listContracts } from '#app/features/contracts/queries.server.ts'
import { verifyRecords } from '#app/features/contracts/verify-records.server.ts'
import { checkLedger } from '#app/features/escrow/check-ledger.server.ts'
import { listEscrow } from '#app/features/escrow/queries.server.ts'
import { createInvoice } from '#app/features/invoicing/create-invoice.server.ts'
import { getInvoice } from '#app/features/invoicing/queries.server.ts'
import { bankStake } from '#app/features/team/mandates.server.ts'
import type { Database } from '#db/client.server.ts'
import { followOutbox } from '#db/durable-listener.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { changeOrderLines, changeOrders, milestones } from '#db/schema/escrow.ts'
import { mails } from '#db/schema/notifications.ts'
import { agreedChange, changeInput, deductedLine, proposedChange } from '#tests/factories/change-order.ts'
import { type Deal, fund, password, released, signedDeal, terminateContract } from '#tests/factories/deal.ts'
import { invoiceInput, invoiceLine } from '#tests/factories/invoice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { giveMandates } from '#tests/factories/permissions.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { getChangeCertificate } from './change-certificate.server.ts'
import { contractSumOf, countLapsingAtEnd } from './contract-sum.server.ts'
import { draftChangeOrder } from './draft-change-order.server.ts'
import { changeOrderListener } from './lapse-change-orders.server.ts'
import { getChangeOrder } from './queries.server.ts'
import { rejectChangeOrder, withdrawChangeOrder } from './reject-change-order.server.ts'
import { signChangeOrder, stakeOfChange } from './sign-change-order.server.ts'
import { updateChangeOrder } from './update-change-order.server.ts'
import { verifyChangeOrders } from './verify-change-orders.server.ts'

let db: Database
let deal: Deal
beforeEach(async () => {
  db = testDatabase()
  deal = await signedDeal(db)
})
const milestonesNow = () =>
  db.select().from(milestones).where(eq(milestones.contractId, deal.contractId)).orderBy(milestones.position).all()
const rowOf = (id: string) => db.select().from(changeOrders).where(eq(changeOrders.id, id)).get()
const sum = () => contractSumOf(db, deal.contractId)
const accept = (changeOrderId: string) =>
  signChangeOrder(deal.client, {
    ...{ contractId: deal.contractId, changeOrderId, typedName: deal.client.actor.name, password },
  })
const refused = (key: string) => ({ text: { key: `changeorders:refused.${key}` } })

describe('an addition', () => {
  it('is no part of the contract until the other party accepts it, and then has a milestone of its own', async () => {
    const { contractId, provider, client } = deal
    const id = await proposedChange(provider, deal)
    expect(milestonesNow()).toHaveLength(2)
    expect(sum()).toMatchObject({
      original: { netCents: 1_000_000, grossCents: 1_255_000 },
      agreed: { count: 0, netCents: 0 },
      toDate: { netCents: 1_000_000, vatCents: 255_000, grossCents: 1_255_000 },
      pending: { count: 1, netCents: 80_000, grossCents: 100_400, extensionDays: 7 },
    })
    expect(await accept(id)).toEqual({ status: 'accepted' })
    expect(sum()).toMatchObject({
      original: { netCents: 1_000_000 },
      agreed: { count: 1, netCents: 80_000, vatCents: 20_400, grossCents: 100_400, extensionDays: 7 },
      toDate: { netCents: 1_080_000, vatCents: 275_400, grossCents: 1_355_400 },
      pending: { count: 0, netCents: 0 },
    })
    const added = milestonesNow()[2]
    expect(added).toMatchObject({
      ...{ changeOrderId: id, position: 3, title: 'CO-1: Rotten beam', status: 'planned' },
      ...{ netCents: 80_000, vatRateBp: 2550, vatCents: 20_400, amountCents: 100_400 },
    })
    expect(added?.fundingReference).toMatch(/^\d+$/)
    const inLists = [
      listContracts(client, { status: null, page: 1 })[0]?.grossCents,
      listEscrow(provider, 1)[0]?.grossCents,
      bankStake(db, provider.company.id).amountCents,
    ]
    expect(inLists).toEqual([1_355_400, 1_355_400, 1_355_400])
    expect(getContract(client, contractId)).toMatchObject({ grossCents: 1_255_000, rowsMatch: true })
  })

  it('is funded, released and completed like any other milestone', async () => {
    await agreedChange(deal.client, deal.provider, deal)
    for (const { id } of milestonesNow()) await released(deal, id)
    expect(getContract(deal.client, deal.contractId)?.status).toBe('completed')
    expect(checkLedger(db)).toMatchObject({ sound: true, findings: [] })
  })
})

describe('a deduction', () => {
  const input = () => ({ lines: [deductedLine], milestoneId: deal.milestoneIds[1] ?? '' })

  it('reduces a milestone into which nothing was paid, and the signed text still matches', async () => {
    await agreedChange(deal.client, deal.provider, deal, input())
    expect(milestonesNow()).toHaveLength(2)
    const reduced = { netCents: 420_000, vatCents: 107_100, amountCents: 527_100, agreedNetCents: -80_000 }
    expect(milestonesNow()[1]).toMatchObject(reduced)
    expect(sum()?.toDate).toEqual({ netCents: 920_000, vatCents: 234_600, grossCents: 1_154_600 })
    const contract = db.select().from(contracts).where(eq(contracts.id, deal.contractId)).get()
    expect(contract && rowsMatchText(db, contract)).toBe(true)
    expect(verifyRecords(db).findings).toEqual([])
    expect(verifyChangeOrders(db)).toEqual({ changeOrders: 1, findings: [] })
    fund(deal, deal.milestoneIds[1] ?? '')
    expect(checkLedger(db)).toMatchObject({ sound: true })
  })

  it('adds up over several changes', async () => {
    await agreedChange(deal.client, deal.provider, deal, input())
    await agreedChange(deal.provider, deal.client, deal, input())
    expect(milestonesNow()[1]).toMatchObject({ netCents: 340_000, agreedNetCents: -160_000 })
    expect(verifyChangeOrders(db)).toEqual({ changeOrders: 2, findings: [] })
  })

  it('leaves a milestone that can be invoiced, however many there are', async () => {
    const milestoneId = deal.milestoneIds[1] ?? ''
    // The VAT of 0.02 is 0.0051, rounded up to 0.01 each time.
    const lines = [{ ...deductedLine, quantityMilli: -1000, unitPriceE4: 200 }]
    for (let count = 0; count < 4; count += 1)
      await agreedChange(deal.client, deal.provider, deal, { lines, milestoneId, extensionDays: 0 })
    expect(milestonesNow()[1]).toMatchObject({ netCents: 499_992, vatCents: 127_498, amountCents: 627_490 })
    expect(sum()).toMatchObject({
      agreed: { count: 4, netCents: -8, vatCents: -2, grossCents: -10 },
      toDate: { netCents: 999_992, vatCents: 254_998, grossCents: 1_254_990 },
    })
    expect(verifyChangeOrders(db)).toEqual({ changeOrders: 4, findings: [] })
    await released(deal, milestoneId)
    const invoiced = { ...invoiceLine, quantityMilli: 1000, unitPriceE4: 49_999_200 }
    const { id } = createInvoice(deal.provider, { ...invoiceInput, lines: [invoiced], milestoneId })
    expect(getInvoice(deal.provider, id)?.document).toMatchObject({ vatCents: 127_498, grossCents: 627_490 })
  })

  it('is refused where the milestone has been paid in meanwhile, and nothing changes', async () => {
    const id = await proposedChange(deal.provider, deal, input())
    fund(deal, deal.milestoneIds[1] ?? '')
    await expect(accept(id)).rejects.toMatchObject(refused('milestoneNotPlanned'))
    expect([rowOf(id)?.status, milestonesNow()[1]?.netCents]).toEqual(['proposed', 500_000])
  })

  it('needs a milestone of the contract that stays above zero', async () => {
    const draft = (more: object) => () =>
      draftChangeOrder(deal.client, { ...changeInput, ...input(), ...more, contractId: deal.contractId })
    const other = await signedDeal(db)
    const whole = [{ ...deductedLine, quantityMilli: -62_500 }]
    expect(draft({ milestoneId: null })).toThrow(/milestoneMissing/)
    expect(draft({ milestoneId: other.milestoneIds[0] })).toThrow(/milestoneMissing/)
    expect(draft({ lines: whole })).toThrow(/deductionTooLarge/)
    fund(deal, deal.milestoneIds[1] ?? '')
    expect(draft({})).toThrow(/milestoneNotPlanned/)
  })
})

it('takes prices from the contract, and keeps what it says of them', () => {
  const { contractId, client } = deal
  const [{ id: bidLineId = '' } = {}] = db.$client
    .prepare<[string], { id: string }>('SELECT id FROM bid_lines WHERE bid_id = ?')
    .all(deal.bidId)
  const lines = [{ bidLineId, description: 'Mine', quantityMilli: 500, unit: 'kg', unitPriceE4: 100 }]
  const { changeOrderId } = draftChangeOrder(client, { ...changeInput, lines, contractId })
  expect(getChangeOrder(client, contractId, changeOrderId)).toMatchObject({
    change: { netCents: 500_000 },
    lines: [{ unit: 'LS', unitPriceE4: 100_000_000 }],
  })
  const foreign = [{ ...lines[0], bidLineId: changeOrderId }] as typeof lines
  expect(() => draftChangeOrder(client, { ...changeInput, lines: foreign, contractId })).toThrow(/invalid.item/)
  expect(() => draftChangeOrder(client, { ...changeInput, vatRateBp: 1350, contractId })).toThrow(/choice/)
  expect(() => draftChangeOrder(client, { ...changeInput, lines: [], extensionDays: 0, contractId })).toThrow(/nothing/)
})

it('extends the time alone', async () => {
  await agreedChange(deal.provider, deal.client, deal, { lines: [] })
  expect(milestonesNow()).toHaveLength(2)
  expect(sum()).toMatchObject({ agreed: { count: 1, netCents: 0, extensionDays: 7 }, completion: null })
})

it('is a draft of its proposer alone, which nobody else learns of, also when it is withdrawn', () => {
  const { contractId, client, provider } = deal
  const { changeOrderId } = draftChangeOrder(client, { ...changeInput, contractId })
  expect(getChangeOrder(provider, contractId, changeOrderId)).toBeNull()
  expect(() => rejectChangeOrder(provider, { contractId, changeOrderId, reason: 'No' })).toThrow(/not_found/)
  updateChangeOrder(client, { ...changeInput, title: 'Two beams', contractId, changeOrderId })
  expect(getChangeOrder(client, contractId, changeOrderId)?.change).toMatchObject({ title: 'Two beams', number: null })
  const told = db.select().from(mails).all().length
  withdrawChangeOrder(client, { contractId, changeOrderId, reason: '' })
  expect(db.select().from(mails).all()).toHaveLength(told)
  expect(recorded(db, 'change_order.withdrawn')).toEqual([])
  expect(sum()?.pending.count).toBe(0)
})

it('gets its number when it is proposed, so that none is missing for a draft of the other party', async () => {
  const { contractId, client, provider } = deal
  const draft = draftChangeOrder(client, { ...changeInput, contractId }).changeOrderId
  const dropped = draftChangeOrder(client, { ...changeInput, contractId }).changeOrderId
  withdrawChangeOrder(client, { contractId, changeOrderId: dropped, reason: '' })
  const shown = getChangeOrder(client, contractId, draft)
  expect(shown?.paper.text).toContain('change order:\n  | CO-1\n')
  const first = await proposedChange(provider, deal)
  const sign = (expectedHash?: string) =>
    signChangeOrder(client, { contractId, changeOrderId: draft, typedName: client.actor.name, password, expectedHash })
  // The page showed the number that the other party's proposal has taken since.
  await expect(sign(shown?.shownHash)).rejects.toMatchObject({ text: { key: 'errors:concurrentChange' } })
  await sign(getChangeOrder(client, contractId, draft)?.shownHash)
  expect([first, draft, dropped].map((id) => rowOf(id)?.number)).toEqual([1, 2, null])
  expect(rowOf(draft)?.documentText).toContain('change order:\n  | CO-2\n')
  expect(verifyChangeOrders(db)).toEqual({ changeOrders: 2, findings: [] })
})

describe('a proposal that nobody has answered', () => {
  const lapsed = async (end: () => Promise<void> | void) => {
    const { contractId, client, provider } = deal
    const follower = followOutbox(db, changeOrderListener)
    const open = await proposedChange(provider, deal)
    const draft = draftChangeOrder(client, { ...changeInput, contractId }).changeOrderId
    await end()
    follower.handle(client.now)
    expect([rowOf(open), rowOf(draft)]).toMatchObject([
      { status: 'lapsed', decidedAt: expect.any(Number), decisionReason: null },
      { status: 'draft' },
    ])
    const told = db.select().from(mails).where(eq(mails.template, 'changeLapsed')).all()
    expect(told.map(({ recipient }) => recipient).sort()).toEqual([client.actor.email, provider.actor.email].sort())
    expect(recorded(db, 'change_order.lapsed')).toMatchObject([{ changeOrderId: open, actorId: null }])
    await expect(accept(open)).rejects.toThrow(/wrongState/)
    expect(() => withdrawChangeOrder(provider, { contractId, changeOrderId: open, reason: '' })).toThrow(/wrongState/)
    expect(verifyChangeOrders(db).findings).toEqual([])
  }

  it('lapses when the contract is completed, and both parties are told', () =>
    lapsed(async () => {
      for (const { id } of milestonesNow()) await released(deal, id)
    }))

  it('is told of before the last milestone is released', async () => {
    await proposedChange(deal.provider, deal)
    expect(countLapsingAtEnd(db, deal.contractId)).toBe(0)
    await released(deal, deal.milestoneIds[0] ?? '')
    expect(countLapsingAtEnd(db, deal.contractId)).toBe(1)
  })

  it('lapses when the contract is terminated, and both parties are told', () =>
    lapsed(() => terminateContract(deal.client, { contractId: deal.contractId, reason: 'Bankrupt' })))

  it('does not lapse in the database while the contract is in force', async () => {
    const id = await proposedChange(deal.provider, deal)
    expect(() => db.$client.prepare("UPDATE change_orders SET status = 'lapsed' WHERE id = ?").run(id)).toThrow(
      /is open/,
    )
  })
})

it('tells the other party of each step, by mail to its managers and by an event', async () => {
  const { contractId, client, provider } = deal
  const first = await proposedChange(provider, deal)
  rejectChangeOrder(client, { contractId, changeOrderId: first, reason: 'Too dear' })
  const second = await proposedChange(client, deal)
  withdrawChangeOrder(client, { contractId, changeOrderId: second, reason: '' })
  await agreedChange(client, provider, deal)
  const sent = db
    .select()
    .from(mails)
    .all()
    .filter(({ template }) => template.startsWith('change'))
  expect(sent.map(({ template, recipient }) => [template, recipient])).toEqual([
    ['changeProposed', client.actor.email],
    ['changeRejected', provider.actor.email],
    ['changeProposed', provider.actor.email],
    ['changeWithdrawn', provider.actor.email],
    ['changeProposed', provider.actor.email],
    ['changeAccepted', client.actor.email],
  ])
  expect(recorded(db, 'change_order.rejected')).toMatchObject([{ changeName: 'CO-1', reason: 'Too dear' }])
  expect(recorded(db, 'change_order.accepted')).toMatchObject([{ changeName: 'CO-3', changeCents: 100_400 }])
})

it('is signed within a mandate, with the password, and by nobody without one', async () => {
  const { contractId, client } = deal
  const changeOrderId = await proposedChange(deal.provider, deal)
  const junior = createPerson(db, { company: client.company, companyRole: 'member' })
  const sign = (ctx: typeof client, typed = password) =>
    signChangeOrder(ctx, { contractId, changeOrderId, typedName: ctx.actor.name, password: typed })
  await expect(sign(client, 'wrong')).rejects.toMatchObject({ code: 'invalid' })
  db.$client
    .prepare('UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE id = ?) WHERE id = ?')
    .run(client.actor.id, junior.actor.id)
  await expect(sign(junior)).rejects.toMatchObject({ code: 'forbidden' })
  giveMandates(junior, 100_399)
  await expect(sign(junior)).rejects.toMatchObject({ code: 'forbidden' })
  giveMandates(junior, 100_400)
  expect(await sign(junior)).toEqual({ status: 'accepted' })
})

it('takes a mandate for what it adds or deducts, not for the difference', async () => {
  const line = { bidLineId: null, description: 'A wing', quantityMilli: 1000, unit: 'pcs' }
  const lines = [
    { ...line, unitPriceE4: 8_000_000 },
    { ...line, description: 'The roof', quantityMilli: -1000, unitPriceE4: 7_990_000 },
  ]
  const changeOrderId = await proposedChange(deal.provider, deal, { lines })
  const { vatRateBp } = db.$client
    .prepare('SELECT vat_rate_bp AS vatRateBp FROM change_orders WHERE id = ?')
    .get(changeOrderId) as {
    vatRateBp: number
  }
  const stake = stakeOfChange(db, { id: changeOrderId, vatRateBp }, { currency: 'EUR' })
  expect(stake.amountCents).toBe(Math.round((80_000 * (10_000 + vatRateBp)) / 10_000))
})

it('cannot be accepted once the contract has ended', async () => {
  const id = await proposedChange(deal.provider, deal)
  terminateContract(deal.client, { contractId: deal.contractId, reason: 'Bankrupt' })
  await expect(accept(id)).rejects.toMatchObject(refused('contractNotActive'))
  expect(sum()?.pending).toMatchObject({ count: 0, netCents: 0 })
  withdrawChangeOrder(deal.provider, { contractId: deal.contractId, changeOrderId: id, reason: '' })
})

describe('what was proposed', () => {
  const attempts: [string, string][] = [
    ['its amount', 'UPDATE change_orders SET net_cents = net_cents + 1 WHERE id = ?'],
    ['its days', 'UPDATE change_orders SET extension_days = 90 WHERE id = ?'],
    ['its text', "UPDATE change_orders SET document_text = 'x' WHERE id = ?"],
    ['its line', 'UPDATE change_order_lines SET quantity_milli = 1 WHERE change_order_id = ?'],
    ['its lines', 'DELETE FROM change_order_lines WHERE change_order_id = ?'],
    ['its signature', "UPDATE change_order_signatures SET typed_name = 'x' WHERE change_order_id = ?"],
    ['its signatures', 'DELETE FROM change_order_signatures WHERE change_order_id = ?'],
    ['itself', 'DELETE FROM change_orders WHERE id = ?'],
    ['its acceptance by one party', "UPDATE change_orders SET status = 'accepted' WHERE id = ?"],
    ['its proposal', "UPDATE change_orders SET status = 'draft' WHERE id = ?"],
    ['its answer', "UPDATE change_orders SET decision_reason = 'No' WHERE id = ?"],
    ['the time of its answer', 'UPDATE change_orders SET decided_at = 1 WHERE id = ?'],
  ]
  it.each(attempts)('%s cannot be changed in the database', async (_what, statement) => {
    const id = await proposedChange(deal.provider, deal)
    expect(() => db.$client.prepare(statement).run(id)).toThrow(/change order/)
  })

  it('its milestone has no other amounts than were agreed', async () => {
    await agreedChange(deal.client, deal.provider, deal, {
      ...{ lines: [deductedLine], milestoneId: deal.milestoneIds[1] ?? '' },
    })
    const set = (what: string) => () =>
      db.$client.exec(`UPDATE contract_milestones SET ${what} WHERE status = 'planned'`)
    const all = 'net_cents = net_cents - 1, agreed_net_cents = agreed_net_cents - 1, amount_cents = amount_cents - 1'
    for (const what of ['net_cents = 1', all, "change_order_id = 'x'"]) expect(set(what)).toThrow(/frozen/)
    const insert = () =>
      db.$client.exec(`INSERT INTO contract_milestones SELECT 'm', contract_id, 9, title, description, net_cents, vat_rate_bp,
        vat_category, vat_ground, vat_cents, amount_cents, change_order_id, 0, 0, due_date, status, NULL, NULL, NULL, NULL, NULL,
        created_at, updated_at FROM contract_milestones WHERE position = 1`)
    expect(insert).toThrow()
  })
})

it('is found by audit:verify where rows were changed past the triggers', async () => {
  const id = await agreedChange(deal.client, deal.provider, deal)
  expect(verifyChangeOrders(db)).toEqual({ changeOrders: 1, findings: [] })
  const { $client } = db
  const triggers = $client
    .prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name LIKE 'c%'")
    .all()
  for (const { name } of triggers) $client.exec(`DROP TRIGGER ${name}`)
  db.update(changeOrderLines).set({ unitPriceE4: 100 }).run()
  db.update(milestones).set({ netCents: 1 }).where(eq(milestones.changeOrderId, id)).run()
  $client.exec('DELETE FROM change_order_signatures WHERE rowid = 1')
  expect(verifyChangeOrders(db).findings).toEqual([
    expect.stringMatching(/rows of CO-1 of contract C-\d+-\d+ do not match its text/),
    expect.stringMatching(/milestone .* does not match its change orders/),
    expect.stringMatching(/change order .* was accepted without what it takes/),
  ])
})

it('names the contract by its hash, and is verified by its own', async () => {
  const id = await agreedChange(deal.client, deal.provider, deal)
  const { documentText = '', documentHash = '' } = rowOf(id) ?? {}
  const contract = db.select().from(contracts).where(eq(contracts.id, deal.contractId)).get()
  expect(documentText).toContain(contract?.documentHash)
  const certificate = getChangeCertificate(db, documentHash ?? '')
  expect(certificate).toMatchObject({ name: 'CO-1', status: 'accepted', matches: true, rowsMatch: true })
  expect(certificate?.signatures.map(({ party }) => party)).toEqual(['client', 'provider'])
  expect(getChangeCertificate(db, 'f'.repeat(64))).toBeNull()
})
