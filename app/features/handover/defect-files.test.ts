import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { findDefectFile } from '#app/features/disputes/case-file/defect-file.server.ts'
import { AppError } from '#app/platform/errors.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { files } from '#db/schema/files.ts'
import { handoverDefectFiles, handovers } from '#db/schema/handover.ts'
import { type Deal, password, signedDeal } from '#tests/factories/deal.ts'
import { storedFile } from '#tests/factories/document.ts'
import { approvedDeal, handoverInput } from '#tests/factories/handover.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { pageText } from '#tests/setup/page-text.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { attachToDefect } from './attach-to-defect.server.ts'
import { callHandover } from './call-handover.server.ts'
import { changeDefect } from './change-defect.server.ts'
import { listDefectFiles } from './defect-files.server.ts'
import { detachFromDefect } from './detach-from-defect.server.ts'
import { getHandover } from './queries.server.ts'
import { returnHandover } from './return-handover.server.ts'
import { signHandover } from './sign-handover.server.ts'
import { updateHandover } from './update-handover.server.ts'
import { verifyHandovers } from './verify-handovers.server.ts'

let db: Database
let deal: Deal
const of = () => ({ contractId: deal.contractId })
const shown = () => getHandover(deal.client, deal.contractId)?.handover
const defectId = () => shown()?.defects[0]?.id ?? ''
const attach = (by: CompanyContext, name = 'gutter.jpg', content = `What ${name} shows`) =>
  attachToDefect(by, { ...of(), defectId: defectId(), files: [storedFile(name, content)] })
const sign = (by: CompanyContext) => signHandover(by, { ...of(), typedName: by.actor.name, password })
const names = () => shown()?.defects.map((defect) => defect.files.map(({ name }) => name))
const write = (defects: Parameters<typeof updateHandover>[1]['defects']) =>
  updateHandover(deal.provider, { ...handoverInput(deal.provider.now), ...of(), defects })

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
  approvedDeal(deal)
  callHandover(deal.provider, of())
  updateHandover(deal.provider, { ...handoverInput(deal.provider.now), ...of() })
})

describe('while the protocol is written', () => {
  it('both parties add files, each removes its own, and strangers see none', async () => {
    const { client, provider } = deal
    const form = { ...of(), defectId: defectId(), submissionId: newId(), files: [storedFile('gutter.jpg', 'Drip')] }
    attachToDefect(client, form)
    attachToDefect(client, form)
    attach(provider, 'wall.pdf')
    expect(names()).toEqual([['gutter.jpg', 'wall.pdf']])
    const handoverId = shown()?.id ?? ''
    const [gutter, wall] = listDefectFiles(db, handoverId)
    expect(findDefectFile(provider, gutter?.fileId ?? '')).toMatchObject({ name: 'gutter.jpg' })
    expect(findDefectFile(createPerson(db), gutter?.fileId ?? '')).toBeNull()
    expect(await refusal(() => attach(createPerson(db)))).toBe('not_found errors:notFound')
    expect(await refusal(() => attach(client, 'again.jpg', 'Drip'))).toBe('invalid defectfiles:refused.sameFile')
    expect(await refusal(() => attachToDefect(client, { ...of(), defectId: defectId(), files: [] }))).toBe(
      'invalid defectfiles:refused.fileNeeded',
    )
    const many = Array.from({ length: 10 }, (_, index) => storedFile(`${index}.jpg`, `${index}`))
    expect(await refusal(() => attachToDefect(client, { ...of(), defectId: defectId(), files: many }))).toBe(
      'conflict defectfiles:refused.tooMany',
    )
    const remove = (by: CompanyContext, attachmentId = '') =>
      detachFromDefect(by, { ...of(), defectId: defectId(), attachmentId })
    expect(await refusal(() => remove(client, wall?.id))).toBe('conflict defectfiles:refused.notYours')
    await remove(provider, wall?.id)
    expect(names()).toEqual([['gutter.jpg']])
    expect(db.select().from(files).where(eq(files.name, 'wall.pdf')).all()).toEqual([])
  })

  it('a defect keeps its files when the protocol is written on, and is not removed with them', async () => {
    attach(deal.client)
    const [defect] = handoverInput(0).defects
    if (!defect) throw new Error('a handover without a defect')
    const id = defectId()
    write([
      { ...defect, description: 'Another one' },
      { ...defect, id },
    ])
    expect(names()).toEqual([[], ['gutter.jpg']])
    expect(shown()?.defects[1]?.id).toBe(id)
    expect(await refusal(() => write([defect]))).toBe('invalid defectfiles:refused.stillThere')
    // An id of another protocol, or one that comes twice, is nobody's.
    write([
      { ...defect, id: newId() },
      { ...defect, id },
      { ...defect, id },
    ])
    expect(names()).toEqual([[], ['gutter.jpg'], []])
  })
})

describe('once it is signed', () => {
  it('the text names the files, nothing of them changes, and a returned protocol shares them with the next', async () => {
    const { client, provider } = deal
    attach(client)
    await sign(provider)
    expect(await refusal(() => attach(client, 'late.jpg'))).toBe('conflict defectfiles:refused.closed')
    const [file] = listDefectFiles(db, shown()?.id ?? '')
    expect(shown()?.text).toMatch(/^groundwork-handover 2\n/)
    expect(shown()?.text).toContain(file?.sha256)
    const frozen = /handover: /
    const stored = eq(files.id, file?.fileId ?? '')
    expect(() => db.update(files).set({ sha256: 'x' }).where(stored).run()).toThrow(frozen)
    expect(() => db.delete(handoverDefectFiles).run()).toThrow(frozen)
    returnHandover(client, { ...of(), reason: 'The other gutter drips too' })
    expect(shown()?.name).toBe('HO-2')
    expect(names()).toEqual([['gutter.jpg']])
    const [copy] = listDefectFiles(db, shown()?.id ?? '')
    await detachFromDefect(client, { ...of(), defectId: defectId(), attachmentId: copy?.id ?? '' })
    expect(names()).toEqual([[]])
    // The returned protocol still names it.
    expect(findDefectFile(client, file?.fileId ?? '')).toMatchObject({ name: 'gutter.jpg' })
    expect(verifyHandovers(db).findings).toEqual([])
  })

  it('neither party uses up the room of the other, before the signatures or after', async () => {
    const { client, provider } = deal
    const junk = (stage: string, from: number) =>
      Array.from({ length: 10 }, (_, index) => storedFile(`${stage}${index}.pdf`, `${stage} ${from + index}`))
    const add = (stage: string) => attachToDefect(client, { ...of(), defectId: defectId(), files: junk(stage, 0) })
    add('found')
    expect(await refusal(() => attach(client, 'more.pdf'))).toBe('conflict defectfiles:refused.tooMany')
    expect(await refusal(() => attach(provider, 'answer.pdf'))).toBe('done')
    await sign(provider)
    await sign(client)
    add('repair')
    expect(await refusal(() => attach(client, 'again.pdf'))).toBe('conflict defectfiles:refused.tooMany')
    expect(await refusal(() => attach(provider, 'mended.pdf'))).toBe('done')
    expect(verifyHandovers(db).findings).toEqual([])
  })

  it('files of the repair are added until the client accepts it, beside the text', async () => {
    const { client, provider } = deal
    await sign(provider)
    await sign(client)
    expect(shown()?.text).toMatch(/^groundwork-handover 1\n/)
    attach(provider, 'mended.jpg')
    const [file] = listDefectFiles(db, shown()?.id ?? '')
    expect(file).toMatchObject({ stage: 'repair', party: 'provider' })
    const gone = { ...of(), defectId: defectId(), attachmentId: file?.id ?? '' }
    expect(await refusal(() => detachFromDefect(provider, gone))).toBe('conflict defectfiles:refused.closed')
    changeDefect(provider, { ...of(), defectId: defectId(), action: 'fix' })
    changeDefect(client, { ...of(), defectId: defectId(), action: 'accept' })
    expect(await refusal(() => attach(provider, 'late.jpg'))).toBe('conflict defectfiles:refused.closed')
    expect(verifyHandovers(db).findings).toEqual([])
    expect(db.select().from(handovers).get()?.documentText).toBe(shown()?.text)
  })
})

describe('on the pages', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.stop())

  it('a photo is uploaded and shown, and stands in the protocol', async () => {
    const { cookie } = await signedIn(deal.client)
    const path = `/contracts/${deal.contractId}/handover/1/defects/${defectId()}/files`
    const form = new FormData()
    form.set('submissionId', newId())
    form.set('files', new File([readFileSync('public/icons/badge-72x72.png')], 'gutter.png', { type: 'image/png' }))
    const body = new Request('http://localhost', { method: 'POST', body: form })
    const headers = { Cookie: cookie, Origin: server.url, 'Content-Type': String(body.headers.get('Content-Type')) }
    const upload = { method: 'POST', headers, body: Buffer.from(await body.arrayBuffer()) }
    expect((await fetch(`${server.url}${path}`, { ...upload, redirect: 'manual' })).status).toBe(303)
    const page = pageText((await server.ask(path, { cookie })).text)
    expect(page).toContain('gutter.png')
    expect(page).toContain('In the protocol')
    const protocol = pageText((await server.ask(`/contracts/${deal.contractId}/handover`, { cookie })).text)
    expect(protocol).toContain('Files of the defects')
    expect(protocol).toContain('Defect 1 · Client')
  })
})
