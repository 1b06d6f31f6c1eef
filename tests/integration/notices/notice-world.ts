import type { CompanyContext, UserContext } from '#app/features/accounts/context.ts'
import { setProjectRole } from '#app/features/projects/members/set-project-role.server.ts'
import type { Database } from '#db/client.server.ts'
import { modules } from '#db/vocabulary/accounts.ts'
import type { ProjectRole } from '#db/vocabulary/projects.ts'
import { createConversation, say } from '#tests/factories/chat.ts'
import { type Deal, signedDeal } from '#tests/factories/deal.ts'
import { createAdmin, createPerson } from '#tests/factories/people.ts'
import { setModule } from '#tests/factories/permissions.ts'
import { createOpenProject } from '#tests/factories/project.ts'
import { createReceived } from '#tests/factories/received-invoice.ts'

const ofParty = [
  'owner',
  'manager',
  'member',
  'accountant',
  'viewer',
  'reader',
  'closed',
  'disabled',
  'removed',
] as const
const ofTeam = ['lead', 'buyer', 'supervisor'] as const
export type Name =
  | `${'client' | 'provider'}.${(typeof ofParty)[number]}`
  | `client.${(typeof ofTeam)[number]}`
  | 'third'
  | 'guest'
  | 'admin'
  | 'superAdmin'

export type NoticeWorld = Deal & {
  people: Map<Name, UserContext>
  groupId: string
  messageId: string
  receivedId: string
  /** The client's people who are disabled, and removed. */
  gone: string[]
}

const openToAccountants = ['escrow', 'invoicing', 'financials', 'company']

/**
 * A signed deal, and everybody who might be told of it. The client has a team on the project, the provider somebody who only
 * reads; of each party one is shut out of all modules, one is disabled and one was removed, and of the client's they all lead.
 */
export async function makeNoticeWorld(db: Database): Promise<NoticeWorld> {
  const deal = await signedDeal(db)
  const people = new Map<Name, UserContext>()
  for (const side of ['client', 'provider'] as const) {
    const { company } = deal[side]
    people.set(`${side}.owner`, deal[side])
    for (const name of ofParty.slice(1)) {
      const person = createPerson(db, { company, companyRole: name === 'manager' ? 'manager' : 'member' })
      people.set(`${side}.${name}`, withModules(person, name))
      if (name === 'reader') putOn(deal, deal[side], person, 'reader')
      if (side === 'client' && ['closed', 'disabled', 'removed'].includes(name))
        putOn(deal, deal.client, person, 'lead')
      const { id } = person.actor
      if (name === 'disabled') db.$client.prepare("UPDATE users SET status = 'disabled' WHERE id = ?").run(id)
      if (name === 'removed') db.$client.prepare('DELETE FROM company_members WHERE user_id = ?').run(id)
    }
  }
  for (const role of ofTeam) {
    const person = createPerson(db, { company: deal.client.company, companyRole: 'member' })
    people.set(`client.${role}`, person)
    putOn(deal, deal.client, person, role)
  }
  people.set('third', createPerson(db))
  // Somebody with a project of their own, which says nothing of the others'.
  createOpenProject(people.get('third') as CompanyContext)
  people.set('guest', createPerson(db, { role: 'user' }))
  people.set('admin', deal.admin)
  people.set('superAdmin', createAdmin(db, 'super_admin'))
  // The client's owner administers a group and wrote in it; of its members one is shut out and one disabled.
  const grouped = (['owner', 'manager', 'closed', 'disabled'] as const).flatMap(
    (name) => people.get(`client.${name}`) ?? [],
  )
  const groupId = createConversation(db, { members: grouped }).id
  const messageId = say(deal.client, groupId, 'Look at the roof').id
  const receivedId = createReceived(deal.client)
  const gone = (['client.disabled', 'client.removed'] as const).flatMap((name) => people.get(name)?.actor.id ?? [])
  return { ...deal, people, groupId, messageId, receivedId, gone }
}

function putOn({ projectId }: Deal, by: CompanyContext, { actor }: UserContext, role: ProjectRole): void {
  setProjectRole(by, { projectId, userId: actor.id, role })
}

/** Sets what somebody of this name may see of their company, and gives them as they then act. */
function withModules(person: CompanyContext, name: (typeof ofParty)[number]): UserContext {
  const set = { accountant: 'none', viewer: 'read', closed: 'none' } as const
  if (!(name in set)) return person
  const access = set[name as keyof typeof set]
  const limited = modules.filter((module) => name !== 'accountant' || !openToAccountants.includes(module))
  for (const module of limited) setModule(person.db, person.actor.id, person.company.id, module, access)
  const given = Object.fromEntries(limited.map((module) => [module, access]))
  return { ...person, actor: { ...person.actor, modules: given } }
}
