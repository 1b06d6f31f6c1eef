import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { deleteDraft } from '#app/features/projects/delete-draft.server.ts'
import { findProjectEstimate } from '#app/features/projects/project-estimate.server.ts'
import { languageCookie } from '#app/i18n/i18n.server.ts'
import { env } from '#app/platform/env.server.ts'
import { readCanonicalText } from '#app/platform/text/canonical-text.ts'
import type { Database } from '#db/client.server.ts'
import { createSubmittedBid } from '#tests/factories/bid.ts'
import { knownEstimates } from '#tests/factories/estimates.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createOpenProject, day } from '#tests/factories/project.ts'
import { project } from '#tests/integration/authorization/forms.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { compareWithBids } from './queries.server.ts'

let db: Database
let server: TestServer
let owner: CompanyContext
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  owner = createPerson(db, { now: Date.now() })
})
afterAll(() => server.stop())

const euros = (cents: number) =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 }).format(
    Math.floor((cents + 50) / 100),
  )
const bathroom = 'projectTypes=bathroom&area=12.5&quality=premium&urgency=normal'

describe('the steps', () => {
  it('begin with the kinds of work and their prices', async () => {
    const { status, text } = await server.ask('/estimate')
    expect(status).toBe(200)
    expect(text).toContain('€12,000 + €1,500 per m²')
    expect(text).not.toMatch(/<script(?! src="\/)/)
  })

  it('take along what the others have, also on the way back', async () => {
    const { text } = await server.ask('/estimate?step=1&projectTypes=kitchen&area=12.5&location=Espoo&quality=luxury')
    for (const [name, value] of [
      ['area', '12.5'],
      ['location', 'Espoo'],
      ['quality', 'luxury'],
    ])
      expect(text).toContain(`<input type="hidden" name="${name}" value="${value}"/>`)
    expect(text).toMatch(/value="kitchen"[^>]*checked|checked=""[^>]*value="kitchen"/)
    const second = await server.ask(
      '/estimate?step=2&projectTypes=kitchen&projectTypes=roofing&area=12.5&quality=luxury',
    )
    expect(second.text).toContain('<input type="hidden" name="projectTypes" value="roofing"/>')
    expect(second.text).toMatch(/name="area"[^>]*value="12.5"|value="12.5"[^>]*name="area"/)
    expect(second.text).toMatch(/<input[^>]*value="luxury"[^>]*checked|<input[^>]*checked=""[^>]*value="luxury"/)
  })

  it.each([
    ['/estimate?step=2', 'Please choose at least one kind of work'],
    ['/estimate?step=3&area=5', 'Please choose at least one kind of work'],
    ['/estimate?step=3&projectTypes=castle&area=5', 'Please choose one of the options'],
    ['/estimate?step=3&projectTypes=kitchen', 'Please enter the area to calculate estimate'],
    ['/estimate?step=3&projectTypes=kitchen&area=big', 'Please enter an area such as 80 or 12.5'],
    ['/estimate?step=3&projectTypes=kitchen&area=0', 'Please enter an area such as 80 or 12.5'],
    ['/estimate?step=3&projectTypes=kitchen&area=-3', 'Please enter an area such as 80 or 12.5'],
    ['/estimate?step=3&projectTypes=kitchen&area=99999999', 'This number is too large'],
    ['/estimate?step=3&projectTypes=kitchen&area=5&urgency=never', 'Please choose one of the options'],
  ])('%s says: %s', async (path, message) => {
    const { status, text } = await server.ask(path)
    expect(status).toBe(200)
    expect(text).toContain(message)
  })

  it('keep what was typed wrongly, and ignore what is no answer', async () => {
    const { text } = await server.ask('/estimate?step=3&projectTypes=kitchen&area=%3Cb%3Ebig&location=Espoo&evil=yes')
    expect(text).toContain('value="&lt;b&gt;big"')
    expect(text).toContain('value="Espoo"')
    expect(text).not.toContain('name="evil"')
  })
})

describe('the estimate', () => {
  it('has the sums of the table, at the rate of the price guide, for every combination', async () => {
    for (const [types, area, quality, urgency, services, subtotal, vat, total, from, to, weeks] of knownEstimates) {
      const query = new URLSearchParams([
        ...types.map((type) => ['projectTypes', type]),
        ...[
          ['area', area],
          ['quality', quality],
          ['urgency', urgency],
        ],
        ...services.map((service) => ['additionalFeatures', service]),
      ])
      const { headers } = await server.ask(`/estimate?step=3&${query}`)
      const { status, text } = await server.ask(
        (headers.location ?? `/estimate?step=3&${query}`).replace('#result', ''),
      )
      expect(status, String(query)).toBe(200)
      for (const cents of [subtotal, vat, total]) expect(text, String(query)).toContain(`>${euros(cents)}<`)
      expect(text).toContain(`between ${euros(from)} and ${euros(to)}`)
      expect(text).toContain(`About ${weeks.toLocaleString('en-GB')} week`)
    }
  })

  it('leads with what is paid today, and folds the sums of the price guide below it', async () => {
    const { text } = await server.ask(`/estimate?step=3&${bathroom}`)
    // (8,000 + 12.5 × 1,200) × 1.5 is €34,500, with 25.5 % €43,297.50, with 24 % €42,780.
    const [first, folded] = (text.split('<main')[1] ?? '').split('<details')
    for (const shown of ['>€43,298<', 'between €36,803 and €49,792', 'VAT (25.5%)', '>€8,798<'])
      expect(first).toContain(shown)
    expect(first).not.toContain('€42,780')
    expect(folded).toContain('The same estimate at 24%, the VAT rate of the price guide')
    for (const shown of ['>€42,780<', 'between €36,363 and €49,197', 'VAT (24%)']) expect(folded).toContain(shown)
    const before = env.ESTIMATE_VAT_BP
    onTestFinished(() => {
      env.ESTIMATE_VAT_BP = before
    })
    env.ESTIMATE_VAT_BP = 2550
    const { text: alike } = await server.ask(`/estimate?step=3&${bathroom}`)
    expect(alike).toContain('>€43,298<')
    expect(alike).not.toContain('price guide')
  })

  it('is where its own address leads, and takes the focus there', async () => {
    const { headers } = await server.ask(
      '/estimate?projectTypes=bathroom&area=12.5&quality=standard&urgency=normal&step=3',
    )
    const [address = '', fragment] = String(headers.location).split('#')
    const { text } = await server.ask(address)
    expect(text).toMatch(new RegExp(`<section id="${fragment}" tabindex="-1" aria-label="Estimate"`, 'i'))
    // Whatever is wrong is told at the top, where there is no such place.
    expect((await server.ask('/estimate?step=3&projectTypes=kitchen')).text).not.toContain('id="result"')
  })

  it('has one address, which reads the same in every language', async () => {
    const cookie = String((await languageCookie.serialize('de')).split(';')[0])
    const typed = '/estimate?step=3&area=1.012%2C50&urgency=normal&projectTypes=kitchen&projectTypes=bathroom'
    const { status, headers } = await server.ask(typed, { cookie })
    expect(status).toBe(302)
    const to = '/estimate?step=3&projectTypes=bathroom&projectTypes=kitchen&area=1012.5&quality=standard&urgency=normal'
    expect(headers.location).toBe(`${to}#result`)
    const [german, english] = [await server.ask(to, { cookie }), await server.ask(to)]
    expect([german.status, english.status]).toEqual([200, 200])
    expect(german.text).toContain('1.012,5')
    expect(english.text).toContain('1,012.5')
  })

  it('says what is included, what is not, and the rate of VAT today', async () => {
    const { text } = await server.ask(`/estimate?step=3&${bathroom}&additionalFeatures=design`)
    const [, included = '', excluded = ''] = /What is included(.*)What is not included(.*)/s.exec(text) ?? []
    expect(included).toContain('<li>Design</li>')
    for (const service of ['Permits', 'Cleaning up', 'Extended warranty'])
      expect(excluded).toContain(`<li>${service}</li>`)
    expect(text).toContain('VAT is reckoned at 25.5%, Finland’s rate today')
    expect(text).toContain('VAT at 25.5%')
    expect(text).toContain('noindex')
  })

  it('is a PDF too', async () => {
    const { status, headers, bytes } = await server.ask(`/estimate.pdf?${bathroom}`)
    expect([status, headers['content-type'], headers['x-robots-tag']]).toEqual([200, 'application/pdf', 'noindex'])
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await server.ask('/estimate.pdf?projectTypes=bathroom')).status).toBe(404)
  })

  it('becomes a draft project, after the login too', async () => {
    const path = `/projects/new?estimate=yes&${bathroom}&additionalFeatures=cleanup&location=Espoo`
    const asked = await server.ask(path)
    expect(asked.headers.location).toBe('/login')
    expect(decodeURIComponent(String(asked.headers['set-cookie']))).toContain('return-to')
    const { cookie } = await signedIn(owner)
    const { status, text } = await server.ask(path, { cookie })
    expect(status).toBe(200)
    for (const shown of ['Bathroom, 12.5 m²', 'value="Espoo"', 'value="12.5"', 'Quality: Premium', 'Cleaning up'])
      expect(text).toContain(shown)
    // (8,000 + 12.5 × 1,200) × 1.5 + 800, the budget without VAT
    expect(text).toContain('value="35300"')
  })

  it('is kept with the project that was made of it, as it was then', async () => {
    const { cookie } = await signedIn(owner)
    const query = `estimate=yes&${bathroom}&additionalFeatures=cleanup&location=Espoo`
    const kept = async (path: string) => {
      const answer = await server.ask(path, { cookie, form: project({}, Date.now()) })
      const projectId = answer.headers.location?.split('/').at(-1) ?? ''
      expect(answer.status).toBe(303)
      return { projectId, ...findProjectEstimate(db, projectId) }
    }
    const { projectId, text, person } = await kept(`/projects/new?${query}`)
    expect(person).toBe(owner.actor.name)
    const { kind, fields } = readCanonicalText(text ?? '')
    expect([
      kind,
      ...['area', 'location', 'net', 'VAT rate', 'VAT', 'gross', 'weeks'].map((name) => fields.get(name)),
    ]).toEqual(['groundwork-estimate 1', '12.5', 'Espoo', '35300.00', '25.5', '9001.50', '44301.50', '3'])
    expect((await kept('/projects/new')).text).toBeUndefined()
    expect((await kept('/projects/new?estimate=yes&projectTypes=bathroom')).text).toBeUndefined()
    const { $client } = db
    expect(() => $client.prepare("UPDATE project_estimates SET text = 'x'").run()).toThrow('estimate:')
    const again = $client.prepare('INSERT OR REPLACE INTO project_estimates SELECT * FROM project_estimates')
    expect(() => again.run()).toThrow('estimate:')
    deleteDraft(owner, { projectId })
    expect(findProjectEstimate(db, projectId)).toBeNull()
    const { id: published } = createOpenProject(owner, {
      bidDeadline: Date.now() + 3 * day,
      estimateText: 'an estimate',
    })
    expect(findProjectEstimate(db, published)?.text).toBe('an estimate')
    expect(() => $client.exec('DELETE FROM project_estimates')).toThrow('estimate:')
  })
})

describe('the comparison with bids', () => {
  const bidders = (count: number) => Array.from({ length: count }, () => createPerson(db, { now: Date.now() }))
  const tender = (change = {}) =>
    createOpenProject(owner, { category: 'roofing', bidDeadline: Date.now() + 3 * day, ...change }).id
  const ranges = () => compareWithBids({ db, now: Date.now() }, ['roofing'])[0]?.range ?? null

  it('has no sealed, withdrawn, invited or few bids, and rounds the others', async () => {
    const [first, second] = [tender(), tender()]
    const people = bidders(5)
    for (const [index, bidder] of people.entries()) createSubmittedBid(bidder, index < 3 ? first : second, 101 + index)
    expect(ranges()).toBeNull()
    closeBidding(owner, { projectId: first })
    expect(ranges()).toBeNull()
    closeBidding(owner, { projectId: second })
    // 121 units at 102 € and 104 €: 12,342 € and 12,584 €.
    expect(ranges()).toEqual({ count: 5, fromCents: 1_200_000, toCents: 1_300_000 })
    const { text } = await server.ask('/estimate?step=3&projectTypes=roofing&area=50&quality=standard&urgency=normal')
    expect(text).toContain('Half of 5 bids were between €12,000 and €13,000 without VAT.')
    expect(text).toContain('Your estimate for it: €9,500')
    expect((await server.ask(`/estimate?step=3&${bathroom}`)).text).toContain('still too few bids')
  })
})
