import type { CompanyContext, Context, UserContext } from '#app/features/accounts/context.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import type { NoticeText } from '#app/features/notifications/notice-modules.ts'
import { listeners } from '#app/listeners.server.ts'
import type { Database } from '#db/client.server.ts'
import { startDispatcher } from '#db/event-dispatcher.server.ts'
import { newId } from '#db/ids.ts'
import { type Deal, draftedDeal, type Parties, sendAndSign } from '#tests/factories/deal.ts'
import type { Name, NoticeWorld } from '../notice-world.ts'

/** What a single verb told: whom, of what, and where it leads. */
export type Telling = {
  story: string
  by: Name | 'clock'
  notices: { name: Name; text: string; url: string }[]
  named: Named
}

/** Who is told of what because the verb names them, and not for what they are to a project or a company. */
type Named = Partial<Record<NoticeText, readonly Name[]>>

/** Where verbs are played in one world with everybody who might be told, and what each of them told is written down. */
export type Stage = NoticeWorld & {
  db: Database
  third: CompanyContext
  lead: CompanyContext
  tellings: Telling[]
  /** The system's context, `days` after the world's now. */
  clock: (days: number) => Context
  /** Puts the client’s team of the world on another project. */
  cast: (projectId: string) => void
  /** A deal up to its draft contract, whose project has the team of the world's. */
  drafted: () => Promise<Deal>
  signed: () => Promise<Deal>
  /** Plays what one person, or the clock, does, and notes whom that told. What was done before without it is not noted. */
  act: <T>(by: Name | 'clock', run: () => T | Promise<T>, named?: Named) => Promise<T>
}

/** A stage for a world, and its end. */
export function openStage(
  db: Database,
  world: NoticeWorld,
): { stage: Stage; name: (story: string) => void; close: () => void } {
  const dispatcher = startDispatcher(db, listeners)
  const names = new Map([...world.people].map(([name, { actor }]) => [actor.id, name]))
  const written = db.$client.prepare<[], { user: string; text: string; url: string }>(
    'SELECT user_id AS user, text_key AS text, action_url AS url FROM notifications',
  )
  const parties: Parties = { client: world.client, provider: world.provider, admin: world.admin }
  const tellings: Telling[] = []
  let story = ''
  const forget = () => {
    dispatcher.deliver()
    db.$client.exec('DELETE FROM notifications; DELETE FROM mails')
  }
  const name = (next: string) => {
    story = next
  }
  const cast = (projectId: string) => castLike(db, world, projectId, world.client.company.id)
  const drafted = async () => {
    const deal = await draftedDeal(db, parties)
    cast(deal.projectId)
    return deal
  }
  const stage: Stage = {
    ...world,
    ...{ db, tellings, cast, drafted },
    third: world.people.get('third') as CompanyContext,
    lead: world.people.get('client.lead') as CompanyContext,
    clock: (days) => systemContext(db, world.client.now + days * 86_400_000),
    signed: async () => {
      const deal = await drafted()
      await sendAndSign(deal)
      castLike(db, world, deal.projectId, world.provider.company.id)
      return deal
    },
    act: async (by, run, named = {}) => {
      forget()
      const result = await run()
      dispatcher.deliver()
      const notices = written
        .all()
        .map(({ user, ...rest }) => ({ name: names.get(user) ?? ('guest' as const), ...rest }))
      tellings.push({ story, by, notices, named })
      return result
    },
  }
  return { stage, name, close: () => dispatcher.stop() }
}

/** Puts a party's people on a project as they are on the world's, except those who are gone. */
function castLike(db: Database, world: NoticeWorld, projectId: string, companyId: string): void {
  const rows = db.$client
    .prepare<[string, string], Record<string, unknown>>(
      `SELECT m.* FROM project_members m JOIN company_members c ON c.user_id = m.user_id AND c.company_id = m.company_id
       JOIN users u ON u.id = m.user_id AND u.status = 'active'
       WHERE m.project_id = ? AND m.company_id = ? AND m.ended_at IS NULL`,
    )
    .all(world.projectId, companyId)
  for (const row of rows) {
    const columns = Object.keys(row)
    db.$client
      .prepare(`INSERT INTO project_members (${columns}) VALUES (${columns.map((name) => `@${name}`)})`)
      .run({ ...row, id: newId(), project_id: projectId })
  }
}

/** The context of a person of the world as they act on another day. */
export const later = <C extends UserContext>(ctx: C, days: number): C => ({ ...ctx, now: ctx.now + days * 86_400_000 })
