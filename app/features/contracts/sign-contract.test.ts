import { eq, sql as sqlText } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { updateProfile } from '#app/features/accounts/update-profile.server.ts'
import { signatureRecord } from '#app/features/contracts/signing/signature-record.server.ts'
import { env } from '#app/platform/env.server.ts'
import { isReference } from '#app/platform/reference-number.ts'
import type { Database } from '#db/client.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { bids } from '#db/schema/bids.ts'
import { contractSignatures, contracts } from '#db/schema/contracts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { projects } from '#db/schema/projects.ts'
import { authorityBases } from '#db/vocabulary/contracts.ts'
import { anyRow } from '#tests/factories/any-row.ts'
import { awarded, contractInput } from '#tests/factories/award.ts'
import { password } from '#tests/factories/deal.ts'
import { day } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { sha256 } from './contract-text.server.ts'
import { draftContract } from './draft-contract.server.ts'
import { getCertificate, getContract } from './queries.server.ts'
import { signSchema } from './schemas.server.ts'
import { sendContract } from './send-contract.server.ts'
import { signContract } from './sign-contract.server.ts'
import { verifyRecords } from './verify-records.server.ts'

async function sent() {
  const db = testDatabase()
  const award = await awarded(db)
  const { contractId } = draftContract(award.client, contractInput(award.projectId))
  const { documentHash } = sendContract(award.client, { contractId })
  return {
    db,
    ...award,
    contractId,
    documentHash,
    input: { contractId, typedName: 'Aino Lehtonen', nameReason: 'Her birth name', password },
  }
}

/** The business ids of companies as they are now. */
function businessIds(db: Database) {
  const stored = new Map(
    db
      .select()
      .from(companies)
      .all()
      .map(({ id, businessId }) => [id, businessId]),
  )
  return ({ id }: { id: string }) => stored.get(id)
}

it('stores who signed what, when and from where', async () => {
  const { db, client, documentHash, input } = await sent()
  expect(await signContract(client, input)).toEqual({ status: 'partially_signed' })
  expect(db.select().from(contractSignatures).get()).toMatchObject({
    party: 'client',
    userId: client.actor.id,
    typedName: 'Aino Lehtonen',
    documentHash,
    ip: '127.0.0.1',
    userAgent: 'test',
    signedAt: client.now,
  })
  expect(() => db.$client.exec("UPDATE contract_signatures SET typed_name = 'Somebody else'")).toThrow('immutable')
})

it('activates contract, project and bids with the second signature, in either order', async () => {
  const { db, client, provider, bidId, losingBidId, input } = await sent()
  await signContract(provider, input)
  expect(await signContract(client, input)).toEqual({ status: 'active' })
  expect(db.select().from(contracts).get()).toMatchObject({ status: 'active', activatedAt: client.now })
  expect(db.select().from(projects).get()?.status).toBe('active')
  const status = (id: string) => db.select().from(bids).where(eq(bids.id, id)).get()?.status
  expect([status(bidId), status(losingBidId)]).toEqual(['won', 'not_selected'])
  const references = db
    .select()
    .from(milestones)
    .all()
    .map((row) => row.fundingReference ?? '')
  expect(references.every(isReference)).toBe(true)
  expect(new Set(references).size).toBe(2)
})

it('requires the right password of a party that has not signed', async () => {
  const { db, client, loser, input } = await sent()
  await expect(signContract(client, { ...input, password: 'wrong' })).rejects.toMatchObject({
    code: 'invalid',
    field: 'password',
  })
  await expect(signContract(loser, input)).rejects.toMatchObject({ code: 'not_found' })
  await signContract(client, input)
  await expect(signContract(client, input)).rejects.toMatchObject({ text: { key: 'contracts:refused.alreadySigned' } })
  await expect(signContract({ ...client, now: client.now + 30 * day }, input)).rejects.toMatchObject({
    code: 'conflict',
  })
  expect(db.select().from(contractSignatures).all()).toHaveLength(1)
})

it("completes the company's address, an individual's too, and only with a signature", async () => {
  const { db, client, provider, documentHash, input } = await sent()
  const ours = eq(companies.id, client.company.id)
  db.update(companies).set({ kind: 'individual', street: null, postalCode: null }).where(ours).run()
  const stored = () => db.select().from(companies).where(ours).get()
  const address = { street: 'Uusikatu 9', postalCode: '33100', city: 'Tampere' }
  await expect(signContract(client, input)).rejects.toMatchObject({ code: 'invalid', field: 'street' })
  await expect(signContract(client, { ...input, ...address, password: 'wrong' })).rejects.toThrow()
  expect(stored()).toMatchObject({ street: null, postalCode: null })
  expect(db.select().from(contractSignatures).all()).toEqual([])
  await signContract(client, { ...input, ...address })
  expect(stored()).toMatchObject({ street: 'Uusikatu 9', postalCode: '33100', city: 'Helsinki' })
  expect(db.select().from(contracts).get()?.documentHash).toBe(documentHash)
  await signContract(provider, { ...input, ...address })
  expect(db.select().from(companies).where(eq(companies.id, provider.company.id)).get()?.street).toBe('Testikatu 1')
})

it('signs once, even if submitted many times at once', async () => {
  const { db, client, input } = await sent()
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => signContract(client, input)))
  expect(outcomes.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  expect(db.select().from(contractSignatures).all()).toHaveLength(1)
})

it('requires a verified address, whatever is configured', async () => {
  const { db, client, input } = await sent()
  expect(env.requireVerifiedEmail).toBe(false)
  const unverified = { ...client, actor: { ...client.actor, emailVerified: false } }
  await expect(signContract(unverified, input)).rejects.toMatchObject({
    code: 'forbidden',
    text: { key: 'errors:verifyEmailFirst' },
  })
  expect(db.select().from(contractSignatures).all()).toEqual([])
})

it.each([
  ['PERSON', true],
  ['  pérson   ', true],
  ['Person', true],
  ['Pers on', false],
  ['Somebody Else', false],
  ['P', false],
])('takes %j for the name of an account without a reason: %s', async (given, isOwn) => {
  const { db, client, input } = await sent()
  const [, number = ''] = client.actor.name.split(' ')
  const typed = { ...input, typedName: `${given} ${number}` }
  const signed = signContract(client, { ...typed, nameReason: ' ' })
  if (isOwn) await expect(signed).resolves.toEqual({ status: 'partially_signed' })
  else {
    await expect(signed).rejects.toMatchObject({ code: 'invalid', field: 'nameReason' })
    expect(db.select().from(contractSignatures).all()).toEqual([])
    await signContract(client, { ...typed, nameReason: 'Her birth name' })
  }
  expect(db.select().from(contractSignatures).get()).toMatchObject({
    accountName: client.actor.name,
    accountEmail: client.actor.email,
    accountSource: 'signing',
    nameReason: isOwn ? null : 'Her birth name',
  })
})

it('limits wrong passwords', async () => {
  const { client, input } = await sent()
  for (let n = 0; n < 10; n += 1) await signContract(client, { ...input, password: `wrong ${n}` }).catch(() => {})
  await expect(signContract(client, input)).rejects.toMatchObject({ code: 'rate_limited' })
})

it('lets anybody verify the document by its hash, without amounts', async () => {
  const { db, client, provider, documentHash, input } = await sent()
  await signContract(client, input)
  const certificate = getCertificate(db, documentHash)
  expect(certificate).toMatchObject({
    number: 'C-2026-0001',
    clientName: client.company.name,
    providerName: provider.company.name,
    matches: true,
    signatures: [
      {
        party: 'client',
        typedName: 'Aino Lehtonen',
        accountName: client.actor.name,
        accountEmail: client.actor.email,
        nameReason: 'Her birth name',
      },
    ],
  })
  expect(JSON.stringify(certificate)).not.toMatch(/cents|12550|terms/i)
  expect(getCertificate(db, '0'.repeat(64))).toBeNull()
  expect(getCertificate(db, "' OR 1=1")).toBeNull()
})

it('names parties and signers as the document and the signature do, whatever they are called later', async () => {
  const { db, client, provider, contractId, documentHash, input } = await sent()
  await signContract(client, input)
  const later = { name: 'Quite Another Oy', businessId: null, street: 'Uusikatu 9' }
  const businessIdOf = businessIds(db)
  db.update(companies).set(later).run()
  db.update(users).set({ name: 'Another Person', email: sqlText`id || '@later.example'` }).run()
  const certificate = getCertificate(db, documentHash)
  expect(certificate).toMatchObject({
    clientName: client.company.name,
    providerName: provider.company.name,
    signatures: [{ accountName: client.actor.name, accountEmail: client.actor.email }],
  })
  const contract = getContract(provider, contractId)
  for (const [side, { company }] of [['client', client] as const, ['provider', provider] as const])
    expect(contract?.[side]).toMatchObject({
      ...{ name: company.name, businessId: businessIdOf(company), street: 'Testikatu 1', laterName: later.name },
      laterAddress: null,
    })
  expect(contract?.signatures[0]?.accountName).toBe(client.actor.name)
})

it('reads the parties of a document of the first version, which had no addresses', async () => {
  const { db, client, contractId, documentHash } = await sent()
  db.$client.exec('DROP TRIGGER contracts_frozen')
  const { documentText } = db.select().from(contracts).get() ?? {}
  const first = (documentText ?? '')
    .replace('groundwork-contract 4', 'groundwork-contract 1')
    .replace(/^ {2}(street|postal code|city|country):\n {4}\| .*\n/gm, '')
  expect(first).not.toContain('Testikatu')
  db.update(contracts).set({ documentText: first }).run()
  db.update(companies).set({ name: 'Quite Another Oy' }).run()
  expect(getCertificate(db, documentHash)?.clientName).toBe(client.company.name)
  expect(getContract(client, contractId)?.client).toMatchObject({
    ...{
      name: client.company.name,
      businessId: businessIds(db)(client.company),
      street: null,
      laterName: 'Quite Another Oy',
    },
    laterAddress: { street: 'Testikatu 1', postalCode: '00100', city: 'Helsinki' },
  })
})

it.each([
  ['an amount of a milestone', 'contract_milestones', 'amount_cents = amount_cents + 1'],
  ['the words of a milestone', 'contract_milestones', "description = 'Half of it'"],
  ['the sum', 'contracts', 'net_cents = net_cents + 1'],
  ['the terms', 'contracts', "terms = 'Pay at once.'"],
  ['a party', 'contracts', 'provider_company_id = client_company_id'],
  ['the retention', 'contracts', 'retention_bp = 0'],
  ['a milestone more', 'contract_milestones', null],
])('detects rows that say something else than the text: %s', async (_what, table, change) => {
  const { db, client, documentHash, contractId } = await sent()
  expect([getCertificate(db, documentHash)?.rowsMatch, getContract(client, contractId)?.rowsMatch]).toEqual([
    true,
    true,
  ])
  expect(verifyRecords(db)).toEqual({ bids: 2, contracts: 1, tenderSets: 1, findings: [] })
  const triggers = db.$client.prepare<[], string>(
    "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name LIKE 'contract%'",
  )
  for (const name of triggers.pluck().all()) db.$client.exec(`DROP TRIGGER ${name}`)
  if (change === null) anyRow(db, table, { contract_id: contractId, position: 99 })
  else db.$client.exec(`UPDATE ${table} SET ${change}`)
  expect(getCertificate(db, documentHash)).toMatchObject({ matches: true, rowsMatch: false })
  expect(verifyRecords(db).findings).toEqual(['the rows of contract C-2026-0001 do not match its text'])
})

it.each([
  ['net_cents', 'net'],
  ['vat_cents', 'VAT'],
  ['gross_cents', 'gross'],
  ['timeline_weeks', 'timeline in weeks'],
])('detects a bid with another %s than was sealed, and names it', async (column, field) => {
  const { db, bidId } = await sent()
  db.$client.exec(`DROP TRIGGER bids_opened; UPDATE bids SET ${column} = ${column} + 1 WHERE id = '${bidId}'`)
  expect(verifyRecords(db).findings).toEqual([`bid ${bidId} does not match its seal (${field})`])
})

it('detects a text changed by somebody who dropped the triggers, and refuses to sign it', async () => {
  const { db, client, documentHash, input } = await sent()
  db.$client.exec("DROP TRIGGER contracts_frozen; UPDATE contracts SET document_text = document_text || 'x'")
  expect(getCertificate(db, documentHash)?.matches).toBe(false)
  await expect(signContract(client, input)).rejects.toMatchObject({ text: { key: 'contracts:refused.textChanged' } })
})

describe('an account that was renamed before it signs', () => {
  const at = (ctx: CompanyContext, days: number) => ({ ...ctx, now: ctx.now + days * day })
  /** Renames the person, as of some days after the contract was sent, and logs them in again. */
  function rename(ctx: CompanyContext, name: string, days: number): CompanyContext {
    updateProfile(at(ctx, days), { name })
    return { ...ctx, actor: { ...ctx.actor, name } }
  }

  it('signs with the name that it had when the contract was sent, and any other needs a reason', async () => {
    const { db, client, provider, documentHash, input } = await sent()
    const { name } = client.actor
    const again = rename(rename(client, 'Passing Name', 1), 'Erkki Esimies', 2)
    const signing = { ...input, typedName: 'Erkki Esimies' }
    await expect(signContract(at(again, 3), { ...signing, nameReason: '' })).rejects.toMatchObject({
      code: 'invalid',
      field: 'nameReason',
    })
    await signContract(at(again, 3), { ...signing, typedName: name, nameReason: '' })
    rename(again, 'Renamed Later', 4)
    await signContract(at(provider, 3), { ...input, typedName: provider.actor.name })
    const signatures = getCertificate(db, documentHash)?.signatures.map(({ accountName, formerNames, party }) => ({
      party,
      accountName,
      formerNames,
    }))
    expect(signatures).toEqual([
      {
        party: 'client',
        accountName: 'Erkki Esimies',
        formerNames: [
          { party: 'client', ordinal: 1, name, changedAt: client.now + day },
          { party: 'client', ordinal: 1, name: 'Passing Name', changedAt: client.now + 2 * day },
        ],
      },
      { party: 'provider', accountName: provider.actor.name, formerNames: [] },
    ])
  })

  it('shows the names of the month before the sending, and no older ones', async () => {
    const { db, client, documentHash, input } = await sent()
    const { name } = client.actor
    const again = rename(rename(client, 'Of Last Week', -31), name, -7)
    await signContract(again, { ...input, typedName: name, nameReason: '' })
    expect(getCertificate(db, documentHash)?.signatures[0]?.formerNames).toMatchObject([{ name: 'Of Last Week' }])
  })
})

const role = { jobTitle: 'Site manager', authority: 'procuration' as const }

it('takes a typed name in one spelling, without what nobody sees', () => {
  const signed = signSchema([]).parse({ typedName: 'Ma\u200btti\u00ad  Ｍeikäläinen', ...role, password })
  expect(signed.typedName).toBe('Matti Meikäläinen')
  expect(signSchema([]).safeParse({ typedName: 'Matti \u202enenialäkieM', ...role, password }).success).toBe(false)
})

it('keeps the role of who signs and the basis of their authority in a record of its own, which binds the document', async () => {
  const { db, client, provider, documentHash, input } = await sent()
  await signContract(client, { ...input, ...role })
  await signContract(provider, input)
  const [first, second] = getCertificate(db, documentHash)?.signatures ?? []
  expect(first).toMatchObject({ ...role, recordHash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(second).toMatchObject({ jobTitle: null, authority: null })
  const stored = db.select().from(contractSignatures).all()
  for (const row of stored) expect(sha256(signatureRecord(row))).toBe(row.recordHash)
  expect(stored[0] && signatureRecord(stored[0])).toContain(`document:\n  | ${documentHash}\n`)
  expect(verifyRecords(db).findings).toEqual([])
  db.$client.exec("DROP TRIGGER contract_signatures_immutable; UPDATE contract_signatures SET authority = 'board'")
  const wrong = 'a signature of contract C-2026-0001 does not match its record'
  expect(verifyRecords(db).findings).toEqual([wrong, wrong])
  db.$client.exec('UPDATE contract_signatures SET record_hash = NULL, authority = NULL, job_title = NULL')
  expect(verifyRecords(db).findings).toEqual([])
})

it('asks the role and the basis in the form', () => {
  const form = { typedName: 'Matti Meikäläinen', password }
  for (const wrong of [{}, { jobTitle: 'Site manager' }, { ...role, authority: 'because' }, { ...role, jobTitle: ' ' }])
    expect(signSchema([]).safeParse({ ...form, ...wrong }).success).toBe(false)
  for (const authority of authorityBases)
    expect(signSchema([]).safeParse({ ...form, ...role, authority }).success).toBe(true)
})
