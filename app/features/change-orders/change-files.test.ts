import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { AppError } from '#app/platform/errors.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { changeOrderFiles, changeOrders } from '#db/schema/escrow.ts'
import { files } from '#db/schema/files.ts'
import { changeInput } from '#tests/factories/change-order.ts'
import { type Deal, password, signedDeal } from '#tests/factories/deal.ts'
import { storedFile } from '#tests/factories/document.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { attachToChange } from './attach-to-change.server.ts'
import { findChangeFile, listChangeFiles } from './change-files.server.ts'
import { detachFromChange } from './detach-from-change.server.ts'
import { draftChangeOrder } from './draft-change-order.server.ts'
import { getChangeOrder } from './queries.server.ts'
import { signChangeOrder } from './sign-change-order.server.ts'
import { verifyChangeOrders } from './verify-change-orders.server.ts'

let db: Database
let deal: Deal
let changeOrderId: string
const of = () => ({ contractId: deal.contractId, changeOrderId })
const attach = (by: CompanyContext, name = 'beam.txt', content = `What ${name} shows`) =>
  attachToChange(by, { ...of(), files: [storedFile(name, content)] })
const sign = (by: CompanyContext) => signChangeOrder(by, { ...of(), typedName: by.actor.name, password })
const names = () => listChangeFiles(db, changeOrderId).map(({ name }) => name)

async function refusal(run: () => unknown): Promise<string> {
  try {
    await run()
  } catch (error) {
    if (error instanceof AppError) return `${error.code} ${error.text.key}`
    throw error
  }
  return 'done'
}

beforeEach(async () => {
  db = testDatabase()
  deal = await signedDeal(db)
  changeOrderId = draftChangeOrder(deal.provider, { ...changeInput, contractId: deal.contractId }).changeOrderId
})

describe('the files of a draft', () => {
  it('are its proposer’s alone, come once, and go with what is stored', async () => {
    const { provider, client } = deal
    const submissionId = newId()
    const form = { ...of(), submissionId, files: [storedFile('beam.txt', 'Rotten')] }
    attachToChange(provider, form)
    attachToChange(provider, form)
    attach(provider, 'quote.txt')
    expect(names()).toEqual(['beam.txt', 'quote.txt'])
    const [beam] = listChangeFiles(db, changeOrderId)
    expect(findChangeFile(provider, beam?.fileId ?? '')).toMatchObject({ name: 'beam.txt' })
    expect(findChangeFile(client, beam?.fileId ?? '')).toBeNull()
    expect(await refusal(() => attach(client))).toBe('not_found errors:notFound')
    expect(await refusal(() => attach(createPerson(db)))).toBe('not_found errors:notFound')
    expect(await refusal(() => attach(provider, 'beam.txt', 'Rotten'))).toBe('invalid changefiles:refused.sameFile')
    expect(await refusal(() => attachToChange(provider, { ...of(), files: [] }))).toBe(
      'invalid changefiles:refused.fileNeeded',
    )
    const stale = { ...of(), files: [storedFile('late.txt', 'Late')], expectedVersion: 1 }
    expect(await refusal(() => attachToChange(provider, stale))).toBe('conflict errors:editConflict')
    const many = Array.from({ length: 19 }, (_, index) => storedFile(`${index}.txt`, `${index}`))
    expect(await refusal(() => attachToChange(provider, { ...of(), files: many }))).toBe(
      'conflict changefiles:refused.tooMany',
    )
    await detachFromChange(provider, { ...of(), attachmentId: beam?.id ?? '' })
    expect(names()).toEqual(['quote.txt'])
    expect(db.select().from(files).where(eq(files.name, 'beam.txt')).all()).toEqual([])
  })
})

describe('once it is proposed', () => {
  it('both parties read the files, the signed text names them, and nothing of them changes', async () => {
    const { provider, client } = deal
    attach(provider)
    await sign(provider)
    const [file] = listChangeFiles(db, changeOrderId)
    expect(findChangeFile(client, file?.fileId ?? '')).toMatchObject({ name: 'beam.txt' })
    expect(findChangeFile(createPerson(db), file?.fileId ?? '')).toBeNull()
    const { paper, files: shown } = getChangeOrder(client, deal.contractId, changeOrderId) ?? {}
    expect(paper?.text).toMatch(/^groundwork-change-order 3\n/)
    expect(paper?.text).toContain(file?.sha256)
    expect(shown).toMatchObject([{ name: 'beam.txt' }])
    expect(await refusal(() => attach(provider, 'late.txt'))).toMatch(/^conflict/)
    expect(await refusal(() => detachFromChange(provider, { ...of(), attachmentId: file?.id ?? '' }))).toMatch(
      /^conflict/,
    )
    const frozen = /change order: /
    expect(() =>
      db
        .update(files)
        .set({ sha256: 'x' })
        .where(eq(files.id, file?.fileId ?? ''))
        .run(),
    ).toThrow(frozen)
    expect(() => db.delete(changeOrderFiles).run()).toThrow(frozen)
    const another = { id: newId(), changeOrderId, fileId: file?.fileId ?? '', addedBy: provider.actor.id, addedAt: 1 }
    expect(() => db.insert(changeOrderFiles).values(another).run()).toThrow(frozen)
    await sign(client)
    expect(verifyChangeOrders(db).findings).toEqual([])
  })

  it('the text without files is the one of before', async () => {
    await sign(deal.provider)
    const [change] = db.select().from(changeOrders).all()
    expect(change?.documentText).toMatch(/^groundwork-change-order 1\n/)
    expect(change?.documentText).not.toContain('files')
  })
})
