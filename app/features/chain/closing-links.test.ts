import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callHandover } from '#app/features/handover/call-handover.server.ts'
import { returnHandover } from '#app/features/handover/return-handover.server.ts'
import { signHandover } from '#app/features/handover/sign-handover.server.ts'
import { updateHandover } from '#app/features/handover/update-handover.server.ts'
import { changeSecurity } from '#app/features/securities/change-security.server.ts'
import { recordSecurity } from '#app/features/securities/record-security.server.ts'
import { fileStorage } from '#app/platform/files/file-storage.server.ts'
import type { Database } from '#db/client.server.ts'
import { verifyProof } from '#public/verify-proof.mjs'
import { type Deal, password, signedDeal } from '#tests/factories/deal.ts'
import { storedFile } from '#tests/factories/document.ts'
import { approvedDeal, handoverInput } from '#tests/factories/handover.ts'
import { securityInput } from '#tests/factories/security.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { getChain } from './chain.server.ts'
import { type Proof, proofOf } from './proof.ts'
import { verifyDatabase, verifyFiles } from './verify-database.server.ts'

let db: Database
let deal: Deal
beforeAll(async () => {
  db = testDatabase()
  deal = await signedDeal(db)
  const { client, provider } = deal
  const of = { contractId: approvedDeal(deal) }
  const files = [storedFile('guarantee.txt', 'A guarantee')]
  const { securityId } = recordSecurity(provider, { ...securityInput(), ...of, files })
  const step = { securityId, day: '2026-06-01', person: 'Aino Aho', amountCents: null, note: null }
  changeSecurity(client, { ...of, ...step, action: 'receive' })
  const sign = (ctx: typeof client) => signHandover(ctx, { ...of, typedName: ctx.actor.name, password })
  callHandover(client, of)
  updateHandover(client, { ...of, ...handoverInput(client.now) })
  await sign(client)
  returnHandover(provider, { ...of, reason: 'The gutter does not drip.' })
  updateHandover(client, { ...of, ...handoverInput(client.now), claims: '' })
  await sign(client)
  await sign(provider)
})
beforeEach(() => void db.$client.exec('BEGIN'))
afterEach(() => void db.$client.exec('ROLLBACK'))

const closing = ['handover', 'handover_signature', 'security_step']
const linksOf = (contractId: string) =>
  getChain(deal.client, contractId)?.links.filter(({ kind }) => closing.includes(kind)) ?? []

it('has the handover protocols that were signed, their signatures, and every step of a security', () => {
  const links = linksOf(deal.contractId)
  const [client, provider] = [deal.client.actor.name, deal.provider.actor.name]
  expect(links.map(({ kind, person, names }) => [kind, person, ...names.map(({ named }) => named?.kind)])).toEqual(
    expect.arrayContaining([
      ['handover', client, 'contract'],
      ['handover_signature', client, 'handover'],
      ['handover_signature', provider, 'handover'],
      ['security_step', provider, 'contract'],
      ['security_step', client, 'contract', 'security_step'],
    ]),
  )
  expect(links.filter(({ kind }) => kind === 'handover').map(({ facts }) => facts.name)).toEqual(['HO-1', 'HO-2'])
  expect(links.flatMap(({ findings }) => findings)).toEqual([])
  expect(getChain(deal.provider, deal.contractId)?.links).toEqual(getChain(deal.client, deal.contractId)?.links)
})

it('are verified with the database, and the file of a security with its hash in the audit trail', async () => {
  expect([...verifyDatabase(db)].flatMap(({ findings }) => findings)).toEqual([])
  const { stored_as: storedAs, sha256 } = db.$client
    .prepare<[], { stored_as: string; sha256: string }>(
      "SELECT stored_as, sha256 FROM files WHERE subject_type = 'security'",
    )
    .get() ?? { stored_as: '', sha256: '' }
  const rows = db.$client
    .prepare("SELECT detail FROM audit_log WHERE action = 'contract.record_security'")
    .pluck()
    .all()
  expect(rows).toEqual([expect.stringContaining(sha256)])
  await fileStorage.remove(storedAs)
  expect((await verifyFiles(db)).findings).toContain(`file ${storedAs} is not there`)
  for (const name of db.$client.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").pluck().all())
    db.$client.exec(`DROP TRIGGER "${name}"`)
  db.$client.exec("UPDATE contract_securities SET status = 'returned'")
  expect([...verifyDatabase(db)].flatMap(({ findings }) => findings)).toEqual([
    expect.stringMatching(/^security .* has another state than its last step leads to$/),
  ])
})

describe('their proof', () => {
  const proof = (): Proof => {
    const chain = getChain(deal.client, deal.contractId)
    if (!chain) throw new Error('there is no chain')
    return proofOf(chain, 'https://groundwork.example', deal.client.now)
  }
  const problemsOf = (of: Proof) => verifyProof(of).problems.filter((problem) => !problem.startsWith('The file'))

  it('holds', () => expect(problemsOf(proof())).toEqual([]))

  it.each(['handover', 'security_step'])('is broken without the first %s', (kind) => {
    const whole = proof()
    const first = whole.links.find((link) => link.kind === kind)
    expect(problemsOf({ ...whole, links: whole.links.filter((link) => link !== first) })).not.toEqual([])
  })
})

describe('what was changed past the triggers', () => {
  it.each([
    ["UPDATE handovers SET present = 'Nobody' WHERE number = 2", 'handover rowsDiffer'],
    ["UPDATE handovers SET document_text = document_text || 'x' WHERE number = 2", 'handover textDiffers'],
    ["UPDATE handover_signatures SET typed_name = 'Nobody'", 'handover_signature rowsDiffer'],
    ["UPDATE contract_securities SET status = 'returned'", 'security_step rowsDiffer'],
  ])('is shown: %s', (statement, finding) => {
    const triggers = db.$client.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").pluck().all()
    for (const name of triggers) db.$client.exec(`DROP TRIGGER "${name}"`)
    db.$client.exec(statement)
    const found = linksOf(deal.contractId).flatMap(({ kind, findings }) => findings.map((one) => `${kind} ${one}`))
    expect(found).toContain(finding)
  })
})
