// Sealed until the opening (BID-2): every address of app/routes.ts that answers a GET, asked by everybody but the bidder before and after
// a bid, answers the same, and nobody is told anything. A new page is in the sweep by itself.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { getBid } from '#app/features/bids/queries.server.ts'
import { keepTypedBid } from '#app/features/bids/typing/keep-typed-bid.server.ts'
import { listeners } from '#app/listeners.server.ts'
import { env } from '#app/platform/env.server.ts'
import type { Database } from '#db/client.server.ts'
import { startDispatcher } from '#db/event-dispatcher.server.ts'
import { createSubmittedBid } from '#tests/factories/bid.ts'
import { dataOf } from '#tests/setup/ask.ts'
import { allRoutes } from '#tests/setup/pages.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { type ActorName, makeWorld, restoreWorld, type World } from './authorization/world.ts'

/** Nobody, the client and their colleague, another bidder, and an admin. The stranger bids. */
const watchers = ['nobody', 'client', 'provider', 'admin'] as const satisfies readonly ActorName[]

let server: TestServer
let world: World
let db: Database
let paths: string[]
/** Those of files and programs, which have no data of a page. */
const resources = new Set<string>()
const limited = env.RATE_LIMITS
beforeAll(async () => {
  Object.assign(env, { RATE_LIMITS: false })
  const made = await makeWorld()
  world = made.world
  db = restoreWorld(made.snapshot)
  server = await startServer()
  paths = await addresses()
  // Time stands still, so that no answer differs by it.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
}, 60_000)
afterAll(async () => {
  vi.useRealTimers()
  Object.assign(env, { RATE_LIMITS: limited })
  await server.stop()
})

/** What stands for a parameter of an address: the project that is bid on, and something of its kind for the rest. */
async function addresses(): Promise<string[]> {
  const { ids } = world
  const named: Record<string, string | undefined> = {
    ...{ projectId: ids.openProject, bidId: ids.sealedBid, contractId: ids.contract, invoiceId: ids.milestoneInvoice },
    ...{ milestoneId: ids.fundedMilestone, approvalId: ids.approval, fileId: ids.openFile, userId: ids.colleague },
    ...{ conversationId: ids.group, documentId: ids.openDocument, questionId: ids.question, edition: ids.firstEdition },
  }
  // What empties a list, ends a session or answers another format each time says nothing of a bid.
  const left = /^(logout|\*|api\/\*|metrics|health|\.well-known)/
  const filled = (await allRoutes()).flatMap(({ path, module, page }) => {
    if (path === null || !module.loader || left.test(path)) return []
    const address = `/${path}`.replace(/:(\w+)\??/g, (_param, name: string) => named[name] ?? 'unknown')
    if (!page) resources.add(address)
    return [address]
  })
  const queries = [
    '/projects?view=open',
    '/projects?q=bath',
    '/bids?view=received',
    `/bids/new?project=${ids.openProject}`,
  ]
  return [...new Set([...filled, ...queries, '/messages?q=bath', '/invoicing/received'])]
}

/** An answer without what differs each time: nonces, and the ids of requests and forms. */
const settled = (text: string): string =>
  text
    .replace(/nonce=\\?"[^"]*"/g, '')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => (known.has(id) ? id : 'id'))
let known = new Set<string>()

async function seenBy(watcher: (typeof watchers)[number]): Promise<Record<string, string>> {
  const cookie = world.cookies[watcher]
  const seen: Record<string, string> = {}
  for (const path of paths) {
    const { status, text, headers } = await server.ask(path, cookie ? { cookie } : {})
    // A receipt is sealed anew at each download, with random bytes.
    const said = path.endsWith('.pdf') ? '' : settled(text)
    seen[path] = `${status} ${headers.location ?? ''} ${said}`
  }
  return seen
}
const seenByAll = async () => {
  const { deliver, stop } = startDispatcher(db, listeners)
  deliver()
  stop()
  return Object.fromEntries(await Promise.all(watchers.map(async (who) => [who, await seenBy(who)] as const)))
}

/** What a first look changes, such as read marks, is changed before the comparison; the data of a page does that too. */
async function lookOnce(): Promise<void> {
  for (const who of watchers) {
    const cookie = world.cookies[who]
    for (const path of paths) await server.ask(resources.has(path) ? path : dataOf(path), cookie ? { cookie } : {})
  }
}

type Seen = Awaited<ReturnType<typeof seenByAll>>
/** Where two sweeps differ, with what stands there. */
const differences = (before: Seen, after: Seen): string[] =>
  watchers.flatMap((who) =>
    paths.flatMap((path) => {
      const [one = '', other = ''] = [before[who]?.[path], after[who]?.[path]]
      if (one === other) return []
      const at = [...one].findIndex((character, index) => character !== other[index])
      const around = (text: string) => text.slice(Math.max(0, at - 60), at + 60)
      return [`${who} ${path}: …${around(one)}… became …${around(other)}…`]
    }),
  )

/** What was written to anybody but the bidder's company. */
const told = (bidder: CompanyContext) =>
  db.$client
    .prepare(
      'SELECT count(*) FROM notifications WHERE user_id <> ? UNION ALL SELECT count(*) FROM mails WHERE recipient <> ?',
    )
    .pluck()
    .all(bidder.actor.id, bidder.actor.email)

it('no answer to anybody differs by a bid, and nobody is told', async () => {
  const bidder = { ...(world.people.stranger as CompanyContext), db, now: world.now }
  const { openProject = '' } = world.ids
  known = new Set(Object.values(world.ids))
  await lookOnce()
  const [before, toldBefore] = [await seenByAll(), told(bidder)]
  const { id: bidId } = createSubmittedBid(bidder, openProject, 77)
  // What is typed for a revision is as little anybody else's.
  const opened = ['expectedVersion', String(getBid(bidder, bidId)?.updatedAt)] as [string, string]
  keepTypedBid(bidder, { projectId: openProject, fields: [opened, ['approach', 'With our own crane']], expected: 0 })
  const after = await seenByAll()
  expect(differences(before, after)).toEqual([])
  expect(told(bidder)).toEqual(toldBefore)
  expect(paths.length).toBeGreaterThan(100)
}, 240_000)
