import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { notificationListener } from '#app/features/notifications/listen.server.ts'
import { startDispatcher } from '#db/event-dispatcher.server.ts'
import { newId } from '#db/ids.ts'
import { companyCertificates } from '#db/schema/qualifications.ts'
import { createCertificate } from '#tests/factories/certificate.ts'
import { storedFile } from '#tests/factories/document.ts'
import { createPerson, testNow } from '#tests/factories/people.ts'
import { day } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { addCertificate } from './add-certificate.server.ts'
import { findCertificateFile, getCertificates } from './certificates.server.ts'
import { remindCertificates } from './remind-certificates.server.ts'
import { removeCertificate } from './remove-certificate.server.ts'

const extract = {
  ...{ kind: 'trade_register' as const, label: null, issuer: 'PRH', number: null, issuedOn: '2026-06-01' },
  ...{ validUntil: null, sumCents: null, currency: null },
}

it('managers keep certificates for their company, and nobody else sees or removes them', () => {
  const db = testDatabase()
  const owner = createPerson(db)
  const [manager, member] = (['manager', 'member'] as const).map((companyRole) =>
    createPerson(db, { company: owner.company, companyRole }),
  )
  const stranger = createPerson(db)
  if (!manager || !member) throw new Error('nobody')
  const submissionId = newId()
  const files = [storedFile('extract.txt', 'the extract')]
  const { id } = addCertificate(manager, { ...extract, files, submissionId })
  expect(addCertificate(manager, { ...extract, files, submissionId })).toEqual({ id })
  const [kept, ...more] = getCertificates(member)
  expect([kept?.id, more]).toEqual([id, []])
  expect(getCertificates(stranger)).toEqual([])
  expect(findCertificateFile(member, kept?.fileId ?? '')?.name).toBe('extract.txt')
  expect(findCertificateFile(stranger, kept?.fileId ?? '')).toBeNull()
  expect(() => addCertificate(member, { ...extract, files })).toThrow('errors:managersOnly')
  expect(() => removeCertificate(member, { certificateId: id })).toThrow('errors:managersOnly')
  expect(() => removeCertificate(stranger, { certificateId: id })).toThrow('errors:notFound')
  removeCertificate(owner, { certificateId: id })
  removeCertificate(owner, { certificateId: id })
  expect(getCertificates(owner)).toEqual([])
  const audited = db.$client.prepare("SELECT count(*) FROM audit_log WHERE action LIKE 'company.%_certificate'").pluck()
  expect(audited.get()).toBe(2)
})

it('one without a file, one from tomorrow, and an insurance without its last day are refused', () => {
  const keeper = createPerson(testDatabase())
  expect(() => addCertificate(keeper, { ...extract, files: [] })).toThrow('qualification:refused.fileNeeded')
  const files = [storedFile('extract.txt', 'the extract')]
  const later = { ...extract, issuedOn: '2026-06-02', files }
  expect(() => addCertificate(keeper, later)).toThrow('qualification:refused.issuedLater')
  for (const kind of ['liability_insurance', 'works_insurance'] as const)
    expect(() => addCertificate(keeper, { ...extract, kind, sumCents: 100, currency: 'EUR', files })).toThrow(
      'qualification:refused.endNeeded',
    )
})

it('what a certificate says, and its file, can be neither changed nor deleted', () => {
  const db = testDatabase()
  const { certificateId } = createCertificate(createPerson(db))
  for (const [set, value] of [
    ['valid_until', '2099-01-01'],
    ['sum_cents', 1],
    ['file_id', 'another'],
    ['company_id', 'another'],
  ])
    expect(() =>
      db.$client.prepare(`UPDATE company_certificates SET ${set} = ? WHERE id = ?`).run(value, certificateId),
    ).toThrow('certificate: what it says is kept')
  expect(() => db.$client.exec('DELETE FROM company_certificates')).toThrow('certificate: it is kept')
  const file = "UPDATE files SET sha256 = 'x' WHERE subject_type = 'certificate'"
  expect(() => db.$client.exec(file)).toThrow('certificate: its file is kept')
})

it('owners and managers are told once of a certificate that ends, unless there is a newer one', () => {
  const db = testDatabase()
  const dispatcher = startDispatcher(db, [notificationListener])
  const owner = createPerson(db)
  createPerson(db, { company: owner.company, companyRole: 'member' })
  const { certificateId } = createCertificate(owner, { validUntil: '2026-07-15', issuer: 'Fennia' })
  createCertificate(owner, { kind: 'tax_numbers', validUntil: null })
  createCertificate(owner, { kind: 'works_insurance', validUntil: '2026-07-01' })
  createCertificate(owner, { kind: 'works_insurance', validUntil: '2027-07-01' })
  const removed = createCertificate(owner, { kind: 'tax_debt', validUntil: '2026-07-01' })
  removeCertificate(owner, { certificateId: removed.certificateId })
  const at = (now: number) => remindCertificates(systemContext(db, now))
  expect(at(testNow)).toBe(0)
  expect(at(testNow + 14 * day)).toBe(1)
  expect(at(testNow + 15 * day)).toBe(0)
  const reminded = db.select().from(companyCertificates).where(eq(companyCertificates.id, certificateId)).get()
  expect(reminded?.remindedAt).toBe(testNow + 14 * day)
  expect(recorded(db, 'company.certificate_ending')).toMatchObject([{ issuer: 'Fennia', endsOn: '2026-07-15' }])
  dispatcher.deliver()
  dispatcher.stop()
  const told = 'SELECT user_id FROM notifications WHERE text_key = ?'
  expect(db.$client.prepare(told).pluck().all('certificateEnding')).toEqual([owner.actor.id])
  const mailed = "SELECT recipient FROM mails WHERE template = 'certificateEnding'"
  expect(db.$client.prepare(mailed).pluck().all()).toEqual([owner.actor.email])
})
