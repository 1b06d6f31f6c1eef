import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { approveMilestone } from '#app/features/escrow/approve-milestone.server.ts'
import { checkLedger } from '#app/features/escrow/check-ledger.server.ts'
import { consentRefund } from '#app/features/escrow/consent-refund.server.ts'
import { disputeMilestone } from '#app/features/escrow/dispute-milestone.server.ts'
import { getEscrow } from '#app/features/escrow/queries.server.ts'
import { releaseMilestone, releaseTotal, retentionOfRelease } from '#app/features/escrow/release-milestone.server.ts'
import { requestRefund } from '#app/features/escrow/request-refund.server.ts'
import { resolveDispute } from '#app/features/escrow/resolve-dispute.server.ts'
import { submitMilestone } from '#app/features/escrow/submit-milestone.server.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { env } from '#app/platform/env.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { milestones } from '#db/schema/escrow.ts'
import { mails } from '#db/schema/notifications.ts'
import { paymentCertificates } from '#db/schema/valuations.ts'
import { type Deal, fund, password, signedDeal } from '#tests/factories/deal.ts'
import { createPerson } from '#tests/factories/people.ts'
import { agreedSchedule, certified, claimed, halves } from '#tests/factories/valuation.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { answerSchedule } from './answer-schedule.server.ts'
import { certifyValuation } from './certify-valuation.server.ts'
import { claimValuation } from './claim-valuation.server.ts'
import { endValuation } from './end-valuation.server.ts'
import { proposeSchedule } from './propose-schedule.server.ts'
import { getValuation, getValuations } from './queries.server.ts'
import { remindCertifiers } from './remind-certifiers.server.ts'
import { verifyCertificates } from './verify-certificates.server.ts'

let db: Database
beforeAll(() => {
  db = testDatabase()
})

const refusal = (key: string) => expect.objectContaining({ text: expect.objectContaining({ key }) })
const rowOf = (id: string) => db.select().from(milestones).where(eq(milestones.id, id)).get()
const file = () => ({
  name: 'sheet.pdf',
  mime: 'application/pdf',
  size: 4,
  sha256: 'abc',
  storedAs: newId(),
  keep: () => undefined,
})

async function fundedDeal(): Promise<Deal & { milestoneId: string }> {
  const deal = await signedDeal(db)
  const milestoneId = deal.milestoneIds[0] ?? ''
  fund(deal, milestoneId)
  return { ...deal, milestoneId }
}

it('agrees on a schedule of values that adds up, once', async () => {
  const deal = await signedDeal(db)
  const { client, provider } = deal
  const milestoneId = deal.milestoneIds[0] ?? ''
  const short = halves.map((line, index) => ({ ...line, netCents: line.netCents - index }))
  expect(() => proposeSchedule(provider, { milestoneId, lines: short })).toThrow(
    refusal('valuations:invalid.notTheSum'),
  )
  expect(() => proposeSchedule(client, { milestoneId, lines: halves })).toThrow(
    refusal('valuations:refused.forbiddenRole'),
  )
  const stranger = createPerson(db)
  expect(() => proposeSchedule(stranger, { milestoneId, lines: halves })).toThrow(refusal('errors:notFound'))
  const submissionId = newId()
  const { id } = proposeSchedule(provider, { milestoneId, lines: halves, submissionId })
  expect(proposeSchedule(provider, { milestoneId, lines: halves, submissionId }).id).toBe(id)
  expect(() => proposeSchedule(provider, { milestoneId, lines: halves })).toThrow(
    refusal('valuations:refused.noProposalNow'),
  )
  const answer = { milestoneId, scheduleId: id }
  expect(() => answerSchedule(client, { ...answer, action: 'decline' })).toThrow(
    refusal('valuations:refused.reasonNeeded'),
  )
  answerSchedule(client, { ...answer, action: 'decline', reason: 'The wall is dear.' })
  expect(getValuations(provider, milestoneId)?.declined).toBe('The wall is dear.')
  agreedSchedule(deal, milestoneId)
  // Until the first valuation another one can take its place.
  agreedSchedule(deal, milestoneId)
  expect(() => claimed(deal, milestoneId, [10_000, 0])).toThrow(refusal('valuations:refused.notNow'))
  expect(getValuations(stranger, milestoneId)).toBeNull()
})

it('certifies what is done, releases it once, and the rest comes to the same as without certificates', async () => {
  const deal = await fundedDeal()
  const { client, provider, contractId, milestoneId } = deal
  agreedSchedule(deal, milestoneId)
  const first = claimed(deal, milestoneId, [3_333, 12_500])
  expect(() => claimed(deal, milestoneId, [10_000, 0])).toThrow(refusal('valuations:refused.oneWaits'))
  const found = getValuation(client, first)
  const [cupboards, wall] = found?.valuation.lines.map(({ lineId }) => lineId) ?? []
  const lines = [
    { lineId: cupboards ?? '', done: 2_500, reason: 'The last one still hangs.' },
    { lineId: wall ?? '', done: 12_500 },
  ]
  const less = lines.map(({ reason: _, ...line }) => line)
  await expect(certifyValuation(client, { valuationId: first, lines: less })).rejects.toThrow(
    refusal('valuations:refused.reasonNeeded'),
  )
  await expect(certifyValuation(provider, { valuationId: first, lines })).rejects.toThrow(
    refusal('valuations:refused.forbiddenRole'),
  )
  const submissionId = newId()
  const certificate = await certifyValuation(client, { valuationId: first, lines, submissionId })
  expect(await certifyValuation(client, { valuationId: first, lines, submissionId })).toEqual(certificate)
  await expect(certifyValuation(client, { valuationId: first, lines })).rejects.toThrow(
    refusal('valuations:refused.wrongState'),
  )
  // 500.00 of the cupboards and 1000.00 of the wall, with VAT of 25.5 %, of which 5 % stays held.
  const [paid] = db.select().from(paymentCertificates).where(eq(paymentCertificates.milestoneId, milestoneId)).all()
  expect(paid).toMatchObject({
    number: 1,
    netCents: 150_000,
    vatCents: 38_250,
    grossCents: 188_250,
    retainedCents: 9_413,
  })
  expect(getEscrow(client, contractId)?.position).toMatchObject({
    heldCents: 627_500 - 188_250 + 9_413,
    retentionCents: 9_413,
  })
  // A line that was certified too high is corrected by the next certificate, which pays the difference.
  await certified(deal, milestoneId, [2_000, 37_500])
  expect(rowOf(milestoneId)).toMatchObject({ certifiedNetCents: 339_999, certifiedVatCents: 86_700 })
  submitMilestone(provider, { milestoneId, note: 'Done.', files: [file() as never] })
  expect(() => claimed(deal, milestoneId, [10_000, 37_500])).toThrow(refusal('valuations:refused.notNow'))
  approveMilestone(client, { milestoneId })
  const left = 627_500 - 339_999 - 86_700
  expect(releaseTotal(client, milestoneId, 0)).toBe(left)
  await releaseMilestone(client, {
    milestoneId,
    expectedRetentionCents: retentionOfRelease(client, milestoneId),
    password,
  })
  const { retentionCents, releasedCents, heldCents } = getEscrow(client, contractId)?.position ?? {}
  expect([retentionCents, releasedCents, heldCents]).toEqual([31_375, 596_125, 31_375])
  expect(checkLedger(db).findings).toEqual([])
  expect(verifyCertificates(db).findings).toEqual([])
})

it('acts, by a refund and by a decision, on what is still held only', async () => {
  const refunded = await fundedDeal()
  agreedSchedule(refunded, refunded.milestoneId)
  await certified(refunded, refunded.milestoneId, [10_000, 0])
  requestRefund(refunded.client, { milestoneId: refunded.milestoneId, reason: 'We stop.' })
  const open = { milestoneId: refunded.milestoneId }
  expect(() => claimed(refunded, refunded.milestoneId, [10_000, 37_500])).toThrow(refusal('valuations:refused.notNow'))
  await consentRefund(refunded.provider, open)
  const certifiedCents = 200_001 + 51_000
  expect(getEscrow(refunded.client, refunded.contractId)?.position).toMatchObject({
    ...{ releasedCents: certifiedCents - 12_550, refundedCents: 627_500 - certifiedCents, retentionCents: 12_550 },
  })
  const disputed = await fundedDeal()
  agreedSchedule(disputed, disputed.milestoneId)
  await certified(disputed, disputed.milestoneId, [10_000, 0])
  const waiting = claimed(disputed, disputed.milestoneId, [10_000, 37_500])
  disputeMilestone(disputed.client, { milestoneId: disputed.milestoneId, reason: 'Crooked.' })
  await expect(certifyValuation(disputed.client, { valuationId: waiting, lines: [], password })).rejects.toThrow(
    refusal('valuations:refused.notNow'),
  )
  const split = { clientCents: 627_500 - certifiedCents, providerCents: 0 }
  const decision = { milestoneId: disputed.milestoneId, reason: 'Torn down.' }
  const whole = { clientCents: 627_500, providerCents: 0 }
  await expect(resolveDispute(disputed.admin, { ...decision, split: whole })).rejects.toThrow(
    refusal('escrow:refused.splitNotWhole'),
  )
  await resolveDispute(disputed.admin, { ...decision, split })
  expect(getValuation(disputed.provider, waiting)?.valuation.status).toBe('lapsed')
  expect(checkLedger(db).findings).toEqual([])
})

it('closes a milestone that is certified whole without another posting, and asks for the password where it is due', async () => {
  const deal = await fundedDeal()
  const { client, provider, milestoneId } = deal
  agreedSchedule(deal, milestoneId)
  const before = env.RELEASE_PASSWORD_FROM_CENTS
  env.RELEASE_PASSWORD_FROM_CENTS = 1
  try {
    const valuationId = claimed(deal, milestoneId, [10_000, 37_500])
    await expect(certifyValuation(client, { valuationId, lines: [] })).rejects.toThrow(refusal('validation:required'))
    await expect(certifyValuation(client, { valuationId, lines: [], password: 'wrong' })).rejects.toThrow()
    await certifyValuation(client, { valuationId, lines: [], password })
  } finally {
    env.RELEASE_PASSWORD_FROM_CENTS = before
  }
  expect(getValuations(provider, milestoneId)?.mayClaim).toBe(false)
  submitMilestone(provider, { milestoneId, note: 'Done.', files: [file() as never] })
  approveMilestone(client, { milestoneId })
  await releaseMilestone(client, { milestoneId, expectedRetentionCents: 0 })
  expect(rowOf(milestoneId)?.status).toBe('released')
  expect(checkLedger(db).findings).toEqual([])
})

it('is returned with a reason, withdrawn, and reminded of without anything being released', async () => {
  const deal = await fundedDeal()
  const { client, provider, milestoneId } = deal
  agreedSchedule(deal, milestoneId)
  const nothing = { milestoneId, lines: [], note: '', files: [] }
  expect(() => claimValuation(provider, nothing)).toThrow(refusal('validation:required'))
  expect(() => claimed(deal, milestoneId, [0, 0])).toThrow(refusal('valuations:invalid.nothingDone'))
  expect(() => claimed(deal, milestoneId, [10_001, 0])).toThrow(refusal('valuations:invalid.moreThanWhole'))
  const first = claimed(deal, milestoneId, [5_000, 0])
  expect(() => endValuation(client, { valuationId: first, action: 'return' })).toThrow(
    refusal('valuations:refused.reasonNeeded'),
  )
  endValuation(client, { valuationId: first, action: 'return', reason: 'No sheet.' })
  const second = claimed(deal, milestoneId, [5_000, 0])
  endValuation(provider, { valuationId: second, action: 'withdraw' })
  const third = claimed(deal, milestoneId, [5_000, 0])
  const after = (days: number) => systemContext(db, provider.now + days * 86_400_000)
  const reminded = [6.9, 7, 8, 12, 13].map((days) => remindCertifiers(after(days)))
  expect(reminded).toEqual([0, 1, 0, 1, 0])
  expect(db.select().from(mails).where(eq(mails.template, 'certificateReminder')).all()).toHaveLength(2)
  expect(getValuation(client, third)?.valuation.status).toBe('claimed')
  expect(rowOf(milestoneId)?.certifiedNetCents).toBe(0)
})

it('keeps what was agreed, claimed and certified', async () => {
  const deal = await fundedDeal()
  agreedSchedule(deal, deal.milestoneId)
  await certified(deal, deal.milestoneId, [10_000, 0])
  for (const change of [
    `UPDATE value_schedules SET net_cents = 1`,
    `UPDATE value_schedule_lines SET net_cents = 1`,
    `DELETE FROM value_schedule_lines`,
    `UPDATE milestone_valuations SET note = 'x'`,
    `UPDATE milestone_valuations SET status = 'claimed'`,
    `DELETE FROM milestone_valuations`,
    `UPDATE valuation_lines SET certified_done = 0`,
    `DELETE FROM valuation_lines`,
    `UPDATE payment_certificates SET gross_cents = 1`,
    `DELETE FROM payment_certificates`,
    `UPDATE contract_milestones SET certified_net_cents = 1 WHERE status = 'funded'`,
  ])
    expect(() => db.$client.exec(change), change).toThrow(/schedule of values|valuation|certificate|certified/)
  db.$client.exec(
    `DROP TRIGGER payment_certificates_immutable; UPDATE payment_certificates SET retained_cents = retained_cents + 1 WHERE number = 1`,
  )
  expect(checkLedger(db).findings.map(({ what }) => what)).toContain('certificatesDiffer')
  expect(verifyCertificates(db).findings[0]).toMatch(/rows of payment certificate PC-1/)
})
