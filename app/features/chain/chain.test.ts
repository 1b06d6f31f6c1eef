import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { sha256 } from '#app/features/contracts/contract-text.server.ts'
import { draftContract } from '#app/features/contracts/draft-contract.server.ts'
import { sendContract } from '#app/features/contracts/send-contract.server.ts'
import { awardBid } from '#app/features/decisions/award-bid.server.ts'
import { disputeMilestone } from '#app/features/escrow/dispute-milestone.server.ts'
import { canonicalText } from '#app/platform/text/canonical-text.ts'
import type { Database } from '#db/client.server.ts'
import { contractSignatures, contracts } from '#db/schema/contracts.ts'
import { provenDeal } from '#tests/factories/chain.ts'
import { bidInput, type Deal, fund, signedDeal } from '#tests/factories/deal.ts'
import { createPerson } from '#tests/factories/people.ts'
import { setModule } from '#tests/factories/permissions.ts'
import { createOpenProject } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { getCaseChain, getChain } from './chain.server.ts'
import { linkKinds } from './link-kind.ts'

let db: Database
let deal: Deal
beforeAll(async () => {
  db = testDatabase()
  deal = await provenDeal(db)
})
// Every test begins with the same deal, which takes longer to make than to look at.
beforeEach(() => void db.$client.exec('BEGIN'))
afterEach(() => void db.$client.exec('ROLLBACK'))

const kindsOf = (chain: ReturnType<typeof getChain>) => {
  const kinds = chain?.links.map(({ kind }) => kind) ?? []
  return Object.fromEntries(
    linkKinds.flatMap((kind) => (kinds.includes(kind) ? [[kind, kinds.filter((one) => one === kind).length]] : [])),
  )
}
const findingsOf = (chain: ReturnType<typeof getChain>) =>
  chain?.links.flatMap(({ kind, findings }) => findings.map((finding) => `${kind} ${finding}`))

describe('the chain of a contract', () => {
  it('walks from the tender set to the ledger, the same for both parties, and nothing is wrong with it', () => {
    const chain = getChain(deal.client, deal.contractId)
    expect(kindsOf(chain)).toEqual({
      ...{ tender_set: 1, bid: 1, letter: 1, contract: 1, signature: 2, change_order: 1, change_signature: 2 },
      // Funded, submitted, approved and released, and the other one funded; each payment is a deposit and what it funds.
      ...{ step: 5, posting: 5, invoice: 2 },
    })
    expect(findingsOf(chain)).toEqual([])
    expect(getChain(deal.provider, deal.contractId)?.links).toEqual(chain?.links)
    const times = chain?.links.map(({ at }) => at) ?? []
    expect(times).toEqual([...times].sort((a, b) => a - b))
  })

  it('says who, for which company, and what each link names', () => {
    const chain = getChain(deal.provider, deal.contractId)
    const of = (kind: string) => chain?.links.filter((link) => link.kind === kind) ?? []
    expect(of('tender_set')).toMatchObject([{ person: deal.client.actor.name, company: deal.client.company.name }])
    expect(of('bid')).toMatchObject([
      { person: deal.provider.actor.name, company: deal.provider.company.name, names: [{ says: 'tenderSet' }] },
    ])
    expect(of('contract')[0]?.names.map(({ says, named }) => [says, named?.kind])).toEqual([
      ['bid', 'bid'],
      ['tenderSet', 'tender_set'],
    ])
    expect(of('signature').map(({ person, names }) => [person, names[0]?.named?.kind])).toEqual([
      [deal.provider.actor.name, 'contract'],
      [deal.client.actor.name, 'contract'],
    ])
    expect(of('change_signature')[0]?.names[0]?.named?.kind).toBe('change_order')
    expect(of('posting').at(-1)).toMatchObject({ facts: { heldCents: 627_500, retainedCents: 31_375 } })
    expect(
      of('posting')
        .at(-1)
        ?.names.map(({ says }) => says),
    ).toEqual(['contract', 'step', 'postingBefore'])
  })

  it('begins with the estimate that the project was made of, for the client alone', async () => {
    const estimateText = canonicalText('groundwork-estimate 1', [['net', '35300.00']])
    const estimated = await signedDeal(db, deal, { estimateText })
    const { client, provider, admin, contractId, milestoneIds } = estimated
    const chain = getChain(client, contractId)
    expect(chain?.links[0]).toMatchObject({
      ...{ kind: 'estimate', person: client.actor.name, company: client.company.name, isStored: true, findings: [] },
      ...{ text: estimateText, hash: sha256(estimateText), facts: { netCents: 3_530_000 } },
    })
    expect(chain?.hidden).toEqual([])
    const [milestoneId = ''] = milestoneIds
    fund(estimated, milestoneId)
    disputeMilestone(client, { milestoneId, reason: 'It leaks' })
    for (const theirs of [getChain(provider, contractId), getCaseChain(admin, contractId)]) {
      expect(theirs?.links[0]?.kind).toBe('tender_set')
      expect(theirs?.hidden).toContain('estimate')
      expect(JSON.stringify(theirs)).not.toContain('35300')
    }
  })

  it('has nothing of a bid that lost', () => {
    const { client, provider } = deal
    const rival = createPerson(db)
    const { id: projectId } = createOpenProject(client)
    const { id: bidId } = createBid(provider, { ...bidInput, projectId, submit: true })
    const { id: lostId } = createBid(rival, { ...bidInput, amount: 1_111_100, projectId, submit: true })
    closeBidding(client, { projectId })
    awardBid(client, { bidId, reason: 'It is cheaper.' })
    const terms = { terms: 'What was said holds.', paymentMethod: 'secure_escrow' as const, retentionBp: 500 }
    const milestone = { title: 'All', description: '', netCents: 1_000_000, vatRateBp: 2550, dueDate: null }
    const { contractId } = draftContract(client, { projectId, title: 'School', ...terms, milestones: [milestone] })
    expect(getChain(provider, contractId)).toBeNull()
    expect(kindsOf(getChain(client, contractId))).toEqual({ tender_set: 1, bid: 1, letter: 1 })
    sendContract(client, { contractId })
    for (const ctx of [client, provider]) {
      const said = JSON.stringify(getChain(ctx, contractId))
      for (const theirs of [rival.company.id, rival.company.name, lostId, '11111', '11 111'])
        expect(said).not.toContain(theirs)
    }
  })

  it('is closed to strangers', () => {
    expect(getChain(createPerson(db), deal.contractId)).toBeNull()
    expect(getChain(deal.client, 'nothing')).toBeNull()
  })

  it('leaves out what the modules of a member do not open, and looks for nothing there', () => {
    const member = createPerson(db, { company: deal.client.company, companyRole: 'member' })
    for (const module of ['escrow', 'invoicing', 'projects'] as const)
      setModule(db, member.actor.id, deal.client.company.id, module, 'none')
    const ctx = {
      ...member,
      actor: { ...member.actor, modules: { escrow: 'none', invoicing: 'none', projects: 'none' } },
    }
    const chain = getChain(ctx as typeof member, deal.contractId)
    expect(chain?.hidden).toEqual([
      'estimate',
      'tender_set',
      'step',
      'payment_certificate',
      'posting',
      'dispute_decision',
      'invoice',
    ])
    expect([findingsOf(chain), chain?.links.some(({ kind }) => chain.hidden.includes(kind))]).toEqual([[], false])
  })

  it('is open to the admin of a dispute, who opens the case file with it, and to no other', () => {
    expect(getCaseChain(deal.admin, deal.contractId)).toBeNull()
    disputeMilestone(deal.client, { milestoneId: deal.milestoneIds[1] ?? '', reason: 'It leaks' })
    const chain = getCaseChain(deal.admin, deal.contractId)
    expect([chain?.hidden, findingsOf(chain)]).toEqual([['estimate', 'letter', 'invoice'], []])
    const opened = db.$client.prepare("SELECT count(*) FROM audit_log WHERE action = 'contract.open_case_file'").pluck()
    expect(opened.get()).toBe(1)
  })
})

describe('what was changed past the triggers', () => {
  const changed = (statement: string) => {
    const triggers = db.$client.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").pluck().all()
    for (const name of triggers) db.$client.exec(`DROP TRIGGER "${name}"`)
    db.$client.exec(statement)
    return findingsOf(getChain(deal.client, deal.contractId))
  }

  it.each([
    ['a tender set', "UPDATE tender_sets SET text = text || 'x'", ['tender_set textDiffers', 'tender_set rowsDiffer']],
    ['what was asked', "UPDATE projects SET description = 'Less'", ['tender_set rowsDiffer']],
    ['a bid', 'UPDATE bids SET timeline_weeks = 9', ['bid rowsDiffer']],
    ['a sealed text', "UPDATE bid_seals SET text = replace(text, 'Monday', 'Friday')", ['bid textDiffers']],
    ['a letter', "UPDATE award_letters SET text = 'x'", ['letter textDiffers']],
    [
      'a contract',
      "UPDATE contracts SET document_text = replace(document_text, 'holds', 'held')",
      ['contract textDiffers', 'contract rowsDiffer'],
    ],
    ['its rows', 'UPDATE contracts SET gross_cents = 1', ['contract rowsDiffer']],
    ['a milestone', "UPDATE contract_milestones SET title = 'Nothing' WHERE position = 1", ['contract rowsDiffer']],
    [
      'a signature',
      "UPDATE contract_signatures SET typed_name = 'Nobody' WHERE party = 'client'",
      ['signature rowsDiffer'],
    ],
    ['a change order', 'UPDATE change_orders SET extension_days = 70', ['change_order rowsDiffer']],
    ['an invoice', "UPDATE invoices SET note = 'Paid' WHERE kind = 'invoice'", ['invoice rowsDiffer']],
    ['a line of it', 'UPDATE invoice_lines SET quantity_milli = 2000', ['invoice rowsDiffer', 'invoice rowsDiffer']],
    [
      'an entry of the ledger',
      'UPDATE ledger_entries SET amount_cents = amount_cents + 1 WHERE rowid = 1',
      ['posting unbalanced'],
    ],
  ])('is shown: %s', (_what, statement, findings) => {
    expect(changed(statement)).toEqual(findings)
  })

  it('is shown where a bid was replaced together with its hash', () => {
    const text = 'groundwork-bid 1\n'
    const digest = "'6a02a93e4a8e4d9c4b4b0e0a4bd19e5a7b8b1e5e5b1f0f0f4d1c2a3b4c5d6e7f'"
    expect(changed(`UPDATE bid_seals SET text = '${text}', digest = ${digest}`)).toContain('contract namesUnknown')
  })

  it('is shown where more was released than paid in', () => {
    const account = db.$client.prepare("SELECT id FROM ledger_accounts WHERE kind = 'escrow_held'").pluck().get()
    expect(
      changed(
        `UPDATE ledger_entries SET amount_cents = 9 * amount_cents WHERE account_id = '${account}' AND amount_cents > 0`,
      ),
    ).toEqual(['posting unbalanced', 'posting belowZero', 'posting belowZero', 'posting belowZero'])
  })

  it('signatures without a record, from before there were records, are no finding', () => {
    expect(changed('UPDATE contract_signatures SET record_hash = NULL')).toEqual([])
    const { documentHash } = db.select().from(contracts).where(eq(contracts.id, deal.contractId)).get() ?? {}
    expect(
      db
        .select()
        .from(contractSignatures)
        .all()
        .map((one) => one.documentHash),
    ).toEqual([documentHash, documentHash])
    expect(changed("UPDATE contract_signatures SET document_hash = 'f' WHERE party = 'client'")).toEqual([
      'signature namesUnknown',
    ])
  })
})
