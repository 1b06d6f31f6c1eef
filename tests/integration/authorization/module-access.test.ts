// Module access over HTTP in one small world (ACC-8): every module × access × address of app/routes.ts. Both parties of every
// deal are plain members of their companies here, so that the access set for them counts.

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressRights } from '#app/features/accounts/addresses/address-rights.server.ts'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { decide, type Right, rights } from '#app/features/accounts/rights.ts'
import { env } from '#app/platform/env.server.ts'
import type { Database } from '#db/client.server.ts'
import { companyMembers } from '#db/schema/accounts.ts'
import { type Module, modules } from '#db/vocabulary/accounts.ts'
import { giveMandates, setModule } from '#tests/factories/permissions.ts'
import { type Answer, dataOf } from '#tests/setup/ask.ts'
import { allRoutes, type RouteEntry } from '#tests/setup/pages.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { linksAndForms } from './links.ts'
import { matrix, type Write } from './matrix.ts'
import { contents, makeWorld, restoreWorld, type World } from './world.ts'

const parties = ['client', 'provider'] as const
type Party = (typeof parties)[number]
type Access = 'none' | 'read'

let server: TestServer
let world: World
let snapshot: Buffer
let routes: RouteEntry[]
type Place = { address: string; path: string }
/** What each party may open while everything is open to them. */
let addresses: Record<Party, Place[]>
const limited = env.RATE_LIMITS
beforeAll(async () => {
  Object.assign(env, { RATE_LIMITS: false })
  const made = await makeWorld()
  world = made.world
  const db = restoreWorld(made.snapshot)
  for (const party of parties) {
    const { id } = world.people[party].actor
    db.update(companyMembers).set({ role: 'member' }).where(eq(companyMembers.userId, id)).run()
    giveMandates({ ...(world.people[party] as CompanyContext), db })
  }
  snapshot = db.$client.serialize()
  server = await startServer()
  routes = await allRoutes()
}, 60_000)
beforeAll(async () => {
  addresses = { client: await opened('client'), provider: await opened('provider') }
}, 120_000)
afterAll(async () => {
  Object.assign(env, { RATE_LIMITS: limited })
  await server.stop()
})

/** The worlds of `enterWith`, made once each: what is refused leaves a world as it was, to be used again. */
const worlds = new Map<string, Buffer>()

/** The world in which both parties have this access to these modules, and to all others what every member has. */
function enterWith(access: Access | null, which: readonly Module[]): Database {
  if (!access) return restoreWorld(snapshot)
  const name = `${access} ${which}`
  const made = worlds.get(name) ?? worldWith(access, which)
  worlds.set(name, made)
  return restoreWorld(made)
}

function worldWith(access: Access, which: readonly Module[]): Buffer {
  const db = restoreWorld(snapshot)
  for (const party of parties) {
    const { actor, company } = world.people[party]
    for (const module of which) setModule(db, actor.id, company?.id ?? '', module, access)
  }
  return db.$client.serialize()
}

const ask = (party: Party, path: string, form?: Record<string, string>): Promise<Answer> =>
  server.ask(path, { cookie: world.cookies[party] ?? '', ...(form ? { form } : {}) })

const placed = (path: string) => path.replace(/\{(\w+)\}/g, (_braces, name: string) => world.ids[name] ?? 'unknown')

/** Which ids of the world stand for a parameter of an address. */
const idsOf: Record<string, string[]> = {
  projectId: ['openProject', 'draftProject', 'awardedProject', 'scoredProject'],
  bidId: ['sealedBid', 'wonBid', 'lackingBid', 'askedBid'],
  approvalId: ['approval'],
  contractId: ['contract', 'draftContract', 'sentContract'],
  milestoneId: ['approvedMilestone', 'fundedMilestone', 'refundMilestone', 'disputedMilestone', 'submittedMilestone'],
  clientId: ['client'],
  invoiceId: ['milestoneInvoice', 'draftInvoice', 'freeInvoice'],
  fileId: ['file', 'chatFile', 'openFile'],
  userId: ['colleague', 'provider'],
  conversationId: ['group', 'moderatedGroup', 'publicGroup', 'contractConversation'],
  transactionId: ['draftTransaction', 'postedTransaction'],
  accountId: ['financialAccount'],
  ruleId: ['rule'],
  receiptId: ['receipt'],
  scheduleId: ['schedule', 'pausedSchedule'],
  recordingId: ['recording'],
  broadcastId: ['broadcast'],
  callTimeId: ['callTime'],
  quoteId: ['quote', 'draftQuote', 'acceptedQuote'],
  receivedId: ['receivedInvoice', 'checkedInvoice', 'approvedInvoice'],
}

async function opened(party: Party): Promise<Place[]> {
  enterWith(null, [])
  const found: Place[] = []
  for (const place of filledAddresses()) {
    // Of the pages of one form, one will do: what they show beside it is the same for all.
    const isForm = addressRights[place.address]?.post !== undefined
    if (isForm && found.some(({ address }) => address === place.address)) continue
    const isPage = routes.some(({ path, page }) => path === place.address && page)
    if ((await ask(party, isPage ? dataOf(place.path) : place.path)).status === 200) found.push(place)
  }
  return found
}

/** Every address that answers a GET, with the ids of the world. */
function filledAddresses() {
  const own =
    /^(dev|bid-invitation|login|signup|logout|forgot|reset|verify|set-password|shared|continue|health|metrics|\.well-known|language|theme|\*|api\/\*)/
  const looked = routes.filter(({ path, module }) => path && !own.test(path) && module.loader)
  const filled = looked.flatMap(({ path }) => {
    const address = path ?? ''
    const [first = '', second] = [...address.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
    if (!first) return [{ address, path: `/${address}` }]
    const others: Record<string, string> = {
      messageId: 'message',
      pendingMessageId: 'pending',
      requestId: 'joinRequest',
      documentId: 'openDocument',
      questionId: 'question',
      edition: 'firstEdition',
    }
    const last = second ? (world.ids[others[second] ?? 'colleague'] ?? '') : ''
    return (idsOf[first] ?? []).map((name) => ({
      address,
      path: `/${address.replace(`:${first}`, world.ids[name] ?? '').replace(`:${second}`, last)}`,
    }))
  })
  const more = [
    ['bids', '/bids?view=received'],
    ['bids/new', `/bids/new?project=${world.ids.freeProject}`],
    ['contracts/new', `/contracts/new?project=${world.ids.awardedProject}`],
    ['projects', '/projects?view=open'],
    ['invoicing', '/invoicing/received'],
    ['invoicing/new', `/invoicing/new?milestone=${world.ids.releasedMilestone}`],
    ['messages/:conversationId', `/messages/${world.ids.group}?q=secret`],
    ['messages', '/messages?q=bath'],
    ['messages/:conversationId/messages/:messageId', `/messages/${world.ids.group}/messages/${world.ids.message}`],
  ].map(([address = '', path = '']) => ({ address, path }))
  return [...filled, ...more]
}

const standing = (access: Access | null, which: readonly Module[]) => ({
  role: 'enterprise' as const,
  companyRole: 'member' as const,
  modules: Object.fromEntries(access ? which.map((module) => [module, access]) : []),
  emailVerified: true,
})
const isRefused = (needed: readonly Right[] | undefined, access: Access | null, which: readonly Module[]) =>
  (needed ?? []).some((right) => !decide(right, standing(access, which)).allowed)

const addressesOfPaths = new Map<string, string | null>()
/** The address of app/routes.ts that a path belongs to. Pages link to few different ones, again and again. */
function addressOf(path: string): string | null {
  const known = addressesOfPaths.get(path)
  if (known !== undefined) return known
  const address = findAddress(path)
  addressesOfPaths.set(path, address)
  return address
}

/** The address with the fewest parameters that a path fits. */
function findAddress(path: string): string | null {
  const parts = (path.split(/[?#]/)[0] ?? '').split('/').filter(Boolean)
  const fits = routes.flatMap((route) => {
    const wanted = route.path?.split('/').filter(Boolean)
    const isIt = wanted?.length === parts.length && wanted.every((part, at) => part[0] === ':' || part === parts[at])
    return isIt ? (route.path ?? '') : []
  })
  return fits.sort((a, b) => a.split(':').length - b.split(':').length)[0] ?? null
}

/** What of a page leads to where its reader would be refused. */
function misleading(page: string, html: string, access: Access, which: readonly Module[]): string[] {
  const found: string[] = []
  for (const { to, way } of linksAndForms(html, page)) {
    const address = addressOf(to) ?? ''
    // A page that is refused is named by its own error screen.
    if (address === page && way === 'open') continue
    const wanted = addressRights[address]?.[way]
    if (isRefused(wanted, access, which)) found.push(`${page}: ${way} ${address}`)
  }
  return [...new Set(found)]
}

it('names the right of every address, or that it asks for none', () => {
  const open =
    /^(bid-invitation|dashboard|approvals(\/.*)?|continue|support|tour|notifications(\/(clear|device(\/stop-push)?|settings))?|unsubscribe\/:token|api\/notifications(\/.*)?|settings(\/chat)?|profile|security(\/two-factor|\/passkeys(\/.*)?|\/api-tokens(\/.*)?)?|status|sidebar|theme|language|files\/:fileId|avatars\/:userId|health|metrics|\.well-known\/.*|dev\/.*|api\/auth\/.*|api\/\*|\*|robots\.txt|tenders\.atom|marketplace|sitemap\.xml|terms|privacy|cookies|search|estimate|estimate\.pdf|quote|quote\/replies\/:token|contact-sales|companies(\/:companyId)?|projects\/searches(\/:searchId\/remove)?|pricing|login(\/(code|passkey))?|signup|logout|forgot-password|reset-password|verify-email|set-password|verify\/:hash|shared\/.*|tenders(\/:projectId(\/picture\.png)?)?|picture\.png|seal|seal\.cer|)$/
  const paths = routes.flatMap(({ path }) => path ?? [])
  expect(paths.filter((path) => !open.test(path) && !addressRights[path])).toEqual([])
  expect(Object.keys(addressRights).filter((address) => !paths.includes(address))).toEqual([])
})

/** What only the records of a module say. A record of another module is named after what it belongs to, there and nowhere else. */
type Secret = { word: RegExp; except?: RegExp }

function secretsOf(db: Database): Record<Module, Secret[]> {
  const exactly = (text: string): RegExp => new RegExp(`(?<![\\w-])${text.replace(/[.]/g, '\\$&')}(?!\\w)`)
  const all = (sql: string, except?: RegExp): Secret[] =>
    db.$client
      .prepare<[], string>(sql)
      .pluck()
      .all()
      .map((text) => ({ word: exactly(text), ...(except ? { except } : {}) }))
  const say = (...texts: string[]): Secret[] => texts.map((text) => ({ word: exactly(text) }))
  return {
    projects: say('Draft of the bathhouse', 'Bathhouse without bids'),
    bids: say('76,543.21', '96,061.73'),
    contracts: [
      ...all('SELECT DISTINCT document_hash FROM contracts WHERE document_hash IS NOT NULL'),
      // An invoice states its contract (EN 16931, BT-12).
      ...all('SELECT number FROM contracts', /^(escrow|milestones|invoicing)/),
    ],
    escrow: [
      ...all('SELECT funding_reference FROM contract_milestones WHERE funding_reference IS NOT NULL'),
      ...say('what the file says'),
    ],
    invoicing: [...say('Buyer of secrets Oy'), ...all('SELECT number FROM invoices WHERE number IS NOT NULL')],
    financials: say('Secret bathhouse supplier', 'Secret bathhouse account', 'Secret bathhouse category'),
    team: [],
    company: say('Testikatu 1').map((secret) => ({ ...secret, except: /^(approvals|clients|contracts|invoicing)/ })),
    messages: say('in secret', 'Secret bathhouse group', 'Moderated bathhouse group', 'What both companies may read'),
  }
}

describe.each(modules)('a member to whom %s is closed', (module) => {
  it.each(parties)(
    'is refused there, sees nothing of it elsewhere, and is led to nothing of it: the %s',
    async (party) => {
      const db = enterWith('none', [module])
      const secrets = secretsOf(db)[module]
      const wrong: string[] = []
      for (const { address, path } of addresses[party]) {
        const answer = await ask(party, path)
        if (answer.status >= 500) wrong.push(`${path}: ${answer.status}`)
        const isClosed = isRefused(addressRights[address]?.open, 'none', [module])
        if (isClosed && ![302, 403, 404].includes(answer.status)) wrong.push(`${address}: ${answer.status}`)
        for (const { word, except } of secrets)
          if (!except?.test(address) && word.test(answer.text)) wrong.push(`${address} shows ${word.source}`)
        wrong.push(...misleading(address, answer.text, 'none', [module]))
      }
      expect([...new Set(wrong)]).toEqual([])
    },
  )
})

describe('a member who may only read', () => {
  it.each(parties)('is led to no form and no button that would be refused: the %s', async (party) => {
    enterWith('read', modules)
    const wrong: string[] = []
    let seen = 0
    for (const { address, path } of addresses[party]) {
      const answer = await ask(party, path)
      if (answer.status >= 500) wrong.push(`${path}: ${answer.status}`)
      if (answer.status === 200) seen += 1
      const isForm = isRefused(addressRights[address]?.open, 'read', modules)
      if (isForm && answer.status === 200) wrong.push(`${address} is shown`)
      wrong.push(...misleading(address, answer.text, 'read', modules))
    }
    expect([...new Set(wrong)]).toEqual([])
    expect(seen).toBeGreaterThan(30)
    expect(addresses[party].length).toBeGreaterThan(60)
  })
})

/** The writes of the authorization matrix that members may do, by the module of their right. */
const writes = Object.entries(matrix).flatMap(([table, { create, update, delete: remove }]) =>
  [create, update, remove].flatMap((list) => (typeof list === 'string' ? [] : list)).map((write) => ({ table, write })),
)

describe.each(modules)('the writes of %s', (module) => {
  const changed = async (db: Database, party: Party, { path, form }: Write) => {
    const before = contents(db)
    const answer = await ask(party, placed(path), form?.(world.ids, world.now) ?? {})
    expect(answer.status).toBeLessThan(500)
    return [...contents(db)].filter(([name, rows]) => rows !== before.get(name)).map(([name]) => name)
  }
  it.each(['write', 'read', 'none'] as const)('with access %s', async (access) => {
    const wrong: string[] = []
    for (const { table, write } of writes) {
      const needed = addressRights[addressOf(placed(write.path)) ?? '']?.post
      if (!needed?.[0] || rights[needed[0]].module !== module || isRefused(needed, null, [])) continue
      for (const party of parties.filter((one) => write.may.includes(one))) {
        const set = access === 'write' ? null : access
        const tables = await changed(enterWith(set, [module]), party, write)
        const works = tables.includes(table)
        if (works === isRefused(needed, set, [module]) || (!works && tables.length > 0))
          wrong.push(`${write.path} by the ${party}: ${tables.join() || 'nothing'} changed`)
      }
    }
    expect(wrong).toEqual([])
  })
})
