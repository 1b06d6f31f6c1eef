import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { answerQualification } from '#app/features/bids/qualification/answer-qualification.server.ts'
import { rejectBid } from '#app/features/bids/reject-bid.server.ts'
import { revokeAward } from '#app/features/bids/revoke-award.server.ts'
import { submitBid } from '#app/features/bids/submit-bid.server.ts'
import { setAwardTerms } from '#app/features/evaluation/set-award-terms.server.ts'
import { publishProject } from '#app/features/projects/publish-project.server.ts'
import { setDemanded } from '#app/features/qualifications/set-demanded.server.ts'
import { formatFor } from '#app/i18n/format.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import { locales } from '#app/i18n/locale.ts'
import { type Database, transact } from '#db/client.server.ts'
import { bidInput, createSubmittedBid } from '#tests/factories/bid.ts'
import { createCertificate } from '#tests/factories/certificate.ts'
import { evaluate, ratioTerms } from '#tests/factories/evaluation.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createDraft, createOpenProject, day } from '#tests/factories/project.ts'
import { withoutSpaces } from '#tests/setup/canonical-values.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { pdfText } from '#tests/setup/pdf/pdf-text.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { awardBid } from './award-bid.server.ts'
import { getDecision, getLetter } from './queries.server.ts'
import { readableMemo } from './readable-memo.ts'
import { verifyDecisions } from './verify-decisions.server.ts'

let db: Database
let server: TestServer
let owner: CompanyContext
let colleague: CompanyContext
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  owner = createPerson(db, { now: Date.now() })
  colleague = createPerson(db, { now: Date.now(), company: owner.company, companyRole: 'member' })
})
afterAll(() => server.stop())

/** An awarded project by criteria: the dear bid has the most points; a third bid is rejected. */
function awarded() {
  const projectId = createDraft(owner, { bidDeadline: owner.now + 10 * day }).id
  setAwardTerms(owner, { projectId, terms: ratioTerms() })
  publishProject(owner, { projectId })
  const bid = (euros: number) => {
    const by = createPerson(db, { now: owner.now })
    return { by, id: createSubmittedBid(by, projectId, euros).id }
  }
  const [cheap, good, out] = [bid(100), bid(125), bid(90)]
  closeBidding(owner, { projectId })
  rejectBid(owner, { bidId: out.id, reason: 'It names no site manager.' })
  evaluate([owner, colleague], projectId, { [cheap.id]: [700, 500], [good.id]: [1000, 900] }, 'Thought through.')
  awardBid(owner, { bidId: good.id, reason: 'The plan is best.', appeals: 'The court.', fallbackBidId: cheap.id })
  return { projectId, cheap, good, out }
}

function memo(projectId: string, locale: (typeof locales)[number] = 'en'): string {
  const decision = getDecision(owner, projectId, null)
  if (!decision) return ''
  const i18n = i18nFor(locale)
  return JSON.stringify(
    readableMemo(decision, {
      t: i18n.getFixedT(locale, 'memo'),
      decisions: i18n.getFixedT(locale, 'decisions'),
      evaluation: i18n.getFixedT(locale, 'evaluation'),
      opening: i18n.getFixedT(locale, 'opening'),
      qualification: i18n.getFixedT(locale, 'qualification'),
      ui: i18n.getFixedT(locale, 'ui'),
      format: formatFor(locale, 'Europe/Helsinki'),
    }),
  )
}

it('has the criteria, every bid, what each earned, who scored and why, who decided, the fallback and the hash, from the frozen text', () => {
  const { projectId, cheap, good, out } = awarded()
  const said = memo(projectId)
  const names = [cheap, good, out].map(({ by }) => by.company.name)
  const people = [owner, colleague].map(({ actor }) => actor.name)
  // 60 + 21 + 5, and 48 + 30 + 9.
  const figures = ['87.00', '86.00', '48.00', '30.00', '9.00', '€15,125.00', '60%', '30%']
  const words = [
    'Plan',
    'References',
    'Thought through.',
    'It names no site manager.',
    'The plan is best.',
    'The court.',
  ]
  const rest = ['with a mandate without a limit', 'Fallback', 'It prices every line as requested.']
  for (const part of [...names, ...people, ...figures, ...words, ...rest]) expect(said, part).toContain(part)
  for (const outcome of ['Chosen', 'Fallback', 'Rejected']) expect(said).toContain(`"note":"${outcome}"`)
  const { text = '', digest = '' } = getDecision(owner, projectId, null) ?? {}
  expect(said).toContain(createHash('sha256').update(text).digest('hex'))
  expect(digest).toBe(createHash('sha256').update(text).digest('hex'))
  db.$client.exec(`UPDATE companies SET name = name || ' Renamed'; UPDATE users SET name = name || ' Renamed'`)
  expect(memo(projectId)).toBe(said)
  db.$client.exec(
    `UPDATE companies SET name = replace(name, ' Renamed', ''); UPDATE users SET name = replace(name, ' Renamed', '')`,
  )
  for (const locale of locales) expect(memo(projectId, locale), locale).not.toMatch(/memo\.|letter\.|\{\{/)
  expect(verifyDecisions(db).findings).toEqual([])
  transact(db, (tx) => revokeAward(tx, owner, projectId, 'Their guarantee was withdrawn.'))
  expect(memo(projectId)).toMatch(/This award was revoked on .*Their guarantee was withdrawn\./)
})

it('has what was checked of the chosen bid, and lists the bids by rank, an incomplete one last', () => {
  const projectId = createDraft(owner, { bidDeadline: owner.now + 10 * day }).id
  const requirement = 'Speaks Finnish on site.'
  setAwardTerms(owner, { projectId, terms: { ratio: null, requirements: [requirement] } })
  const minSumCents = 50_000_000
  setDemanded(owner, { projectId, demanded: [{ kind: 'liability_insurance', label: null, minSumCents }] })
  publishProject(owner, { projectId })
  const bidOf = (euros: number, isWhole = true) => {
    const by = createPerson(db, { now: owner.now })
    const input = bidInput(by, projectId, euros)
    const lines = input.lines.map((line, index) => ({ ...line, excluded: !isWhole && index === 0 }))
    const { id: bidId } = createBid(by, { ...input, lines, projectId })
    const { certificateId } = createCertificate(by, { number: 'P-77', content: by.company.name })
    const answers = [{ requirement, meets: true, words: 'All of us.', certificateId: null }]
    const certificates = [{ kind: 'liability_insurance' as const, label: null, certificateId }]
    answerQualification(by, { bidId, answers, certificates })
    submitBid(by, { bidId })
    return { bidId, name: by.company.name }
  }
  const [gappy, dear, cheap] = [bidOf(10, false), bidOf(130), bidOf(120)]
  closeBidding(owner, { projectId })
  awardBid(owner, { bidId: cheap.bidId })
  const { text = '' } = getDecision(owner, projectId, null) ?? {}
  expect(text).toMatch(/^groundwork-award-decision 3\n/)
  const said = memo(projectId)
  const row = (name: string) => said.indexOf(`"text":"${name}","note":`)
  expect(row(cheap.name)).toBeGreaterThan(0)
  expect(row(dear.name)).toBeGreaterThan(row(cheap.name))
  expect(row(gappy.name)).toBeGreaterThan(row(dear.name))
  const parts = ['Requirements and certificates of the chosen bid', requirement, 'All of us.', 'certificate.txt']
  const policy = ['Liability insurance, at least €500,000.00', 'Pohjola Vakuutus, P-77', '€1,000,000.00', 'SHA-256 ']
  for (const part of [...parts, ...policy]) expect(said, part).toContain(part)
  for (const locale of locales) expect(memo(projectId, locale), locale).not.toMatch(/qualification\.|item\.|\{\{/)
})

it('is a page and a file for the client alone', async () => {
  const { projectId, cheap, good } = awarded()
  const ask = async (by: CompanyContext, path: string) =>
    server.ask(`/projects/${projectId}/${path}`, { cookie: (await signedIn(by)).cookie })
  for (const by of [owner, colleague]) expect((await ask(by, 'decision')).text).toContain('Thought through.')
  for (const by of [cheap.by, good.by, createPerson(db, { now: owner.now })])
    for (const path of ['decision', 'decision.pdf']) expect((await ask(by, path)).status).toBe(404)
  expect((await ask(owner, 'bids')).text).toContain(`href="/projects/${projectId}/decision"`)
  const { status, headers, bytes } = await ask(owner, 'decision.pdf')
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
  const said = withoutSpaces(await pdfText(bytes))
  for (const part of [cheap.by.company.name, '87.00', 'Thought through.', 'Declared no conflict of interest'])
    expect(said).toContain(withoutSpaces(part))
})

it('has nothing of an evaluation where the price decides, as in texts of the first version, and there is none before the award', () => {
  const projectId = createOpenProject(owner, { bidDeadline: owner.now + 10 * day }).id
  const by = createPerson(db, { now: owner.now })
  const { id } = createSubmittedBid(by, projectId, 100)
  closeBidding(owner, { projectId })
  expect(memo(projectId)).toBe('')
  awardBid(owner, { bidId: id })
  // Without criteria, version 2 has the fields of version 1.
  expect(getDecision(owner, projectId, null)?.text).toMatch(/^groundwork-award-decision 2\n/)
  expect(memo(projectId)).toContain('No other bid could be awarded.')
  expect(memo(projectId)).not.toContain('Points by criterion')
})

it('tells losers what they and the chosen bid earned for each criterion, and nothing of the others', async () => {
  const { cheap, good, out } = awarded()
  const text = getLetter(cheap.by, cheap.id, null)?.text ?? ''
  expect(text).toMatch(/^groundwork-award-letter 2\n/)
  expect(text).toMatch(/\| Plan\n[\s\S]*\| 30\.00\n[\s\S]*\| 30\.00\n[\s\S]*\| 21\.00\n/)
  const { cookie } = await signedIn(cheap.by)
  const page = (await server.ask(`/bids/${cheap.id}/decision`, { cookie })).text
  for (const said of ['Points by criterion', '>30.00<', '>21.00<', '>48.00<', '>60.00<', 'References'])
    expect(page, said).toContain(said)
  const rejected = getLetter(out.by, out.id, null)?.text ?? ''
  expect(rejected).not.toContain('21.00')
  expect(getLetter(good.by, good.id, null)?.text).not.toContain('21.00')
})
