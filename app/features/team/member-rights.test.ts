import { beforeEach, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import type { Right, RightsOfPart } from '#app/features/accounts/rights.ts'
import { loader as profilePage } from '#app/features/accounts/routes/profile.tsx'
import { answerOf, browserRequest, givePassword } from '#tests/factories/accounts.ts'
import { createPerson } from '#tests/factories/people.ts'
import { setLimit, setModule } from '#tests/factories/permissions.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { getMemberRights } from './queries.server.ts'

let owner: CompanyContext
let member: CompanyContext
beforeEach(async () => {
  owner = createPerson(testDatabase())
  member = createPerson(owner.db, { company: owner.company, companyRole: 'member' })
  await givePassword(owner)
  await givePassword(member)
})

const refusal = (parts: RightsOfPart[] | undefined, right: Right) =>
  parts?.flatMap(({ rights }) => rights).find((each) => each.right === right)?.refused

describe('the list of somebody’s rights', () => {
  it('reflects a colleague’s role, module access and the company’s limits', () => {
    setModule(owner.db, member.actor.id, owner.company.id, 'projects', 'read')
    setModule(owner.db, member.actor.id, owner.company.id, 'invoicing', 'none')
    setLimit(owner.db, owner.company.id, 'bids_per_month', 0)
    const rights = getMemberRights(owner, member.actor.id)?.rights
    expect(refusal(rights, 'projects.read')).toBeNull()
    expect(refusal(rights, 'projects.create')).toBe('errors:moduleReadOnly')
    expect(refusal(rights, 'invoices.read')).toBe('errors:moduleClosed')
    expect(refusal(rights, 'bids.create')).toBeNull()
    expect(refusal(rights, 'bids.submit')).toBe('errors:limit.bids_per_month')
    expect(refusal(rights, 'company.update')).toBe('errors:managersOnly')
    expect(refusal(getMemberRights(member, owner.actor.id)?.rights, 'projects.create')).toBeNull()
  })

  it('is empty for strangers', () => {
    expect(getMemberRights(createPerson(owner.db), member.actor.id)).toBeNull()
  })

  it('is on the user’s own profile, without platform rights', async () => {
    setModule(owner.db, member.actor.id, owner.company.id, 'projects', 'none')
    const { cookie } = await signedIn(member)
    const { data } = await answerOf(() =>
      profilePage({ request: browserRequest('/profile', { cookie }), params: {}, context: {} }),
    )
    const { rights } = data as { rights: RightsOfPart[] }
    expect(refusal(rights, 'projects.read')).toBe('errors:moduleClosed')
    expect(refusal(rights, 'bids.read')).toBeNull()
    expect(rights.map(({ part }) => part)).not.toContain('platform')
  })
})
