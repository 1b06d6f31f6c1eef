import { expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { projectRoles } from '#app/features/projects/project.ts'
import { getProject } from '#app/features/projects/queries.server.ts'
import { projectStatuses } from '#db/vocabulary/projects.ts'
import { createSubmittedBid } from '#tests/factories/bid.ts'
import { createDocument } from '#tests/factories/document.ts'
import { createPerson, testNow } from '#tests/factories/people.ts'
import { createOpenProject, day } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { followingRefusal } from './follow.ts'
import { followProject, unfollowProject } from './follow-project.server.ts'
import { followOf, listFollowed } from './follows.server.ts'
import { remindFollowers } from './remind-followers.server.ts'

it('possible bidders alone follow, while the project takes bids', () => {
  const allowed = projectStatuses.flatMap((status) =>
    projectRoles
      .filter((role) => followingRefusal({ status, role, bidDeadline: 2 }, 1) === null)
      .map((role) => `${status} ${role}`),
  )
  expect(allowed).toEqual(['open bidder', 'open invited', 'open other'])
  expect(followingRefusal({ status: 'open', role: 'other', bidDeadline: 2 }, 2)).toBe('notOpen')
})

function world() {
  const db = testDatabase()
  const [owner, follower, rival] = [createPerson(db), createPerson(db), createPerson(db)]
  return { db, owner, follower, rival, projectId: createOpenProject(owner).id }
}
const addendum = { summary: 'Another plan.', bidDeadline: testNow + 10 * day }
const follows = (ctx: CompanyContext, projectId: string) => {
  const project = getProject(ctx, projectId)
  return project && followOf(ctx, project)
}

it('followers are told of an addendum as bidders are, and nobody sees that they follow', () => {
  const { db, owner, follower, rival, projectId } = world()
  const seen = () =>
    JSON.stringify(
      [owner, rival].map((ctx) => [getProject(ctx, projectId), listFollowed(ctx), follows(ctx, projectId)]),
    )
  const before = seen()
  expect(follows(follower, projectId)).toBe('possible')
  followProject(follower, { projectId })
  followProject(follower, { projectId })
  expect(follows(follower, projectId)).toBe('followed')
  expect(listFollowed(follower).map(({ id }) => id)).toEqual([projectId])
  expect(seen()).toBe(before)
  expect(() => followProject(owner, { projectId })).toThrow('follows:refused.ownProject')
  createDocument(owner, projectId, { addendum })
  expect(recorded(db, 'project.addendum')).toMatchObject([{ bidderCompanyIds: [follower.company.id] }])
  unfollowProject(follower, { projectId })
  createDocument(owner, projectId, { name: 'other.txt', addendum })
  expect(recorded(db, 'project.addendum').at(-1)).toMatchObject({ bidderCompanyIds: [] })
})

it('a project by invitation is followed by the invited alone', () => {
  const { follower, owner } = world()
  const { id: projectId } = createOpenProject(owner, { invitedOnly: true })
  expect(() => followProject(follower, { projectId })).toThrow('errors:notFound')
})

it('followers are reminded once of each deadline, unless they have bid', () => {
  const { db, owner, follower, rival, projectId } = world()
  followProject(follower, { projectId })
  followProject(rival, { projectId })
  createSubmittedBid(rival, projectId)
  const remind = (now: number) => remindFollowers(systemContext(db, now))
  expect(remind(testNow + 6 * day)).toBe(0)
  expect(remind(testNow + 8 * day)).toBe(1)
  expect(remind(testNow + 8 * day + 1)).toBe(0)
  expect(recorded(db, 'project.followed_deadline')).toMatchObject([{ companyId: follower.company.id, projectId }])
  createDocument({ ...owner, now: testNow + 8 * day }, projectId, {
    addendum: { ...addendum, bidDeadline: testNow + 12 * day },
  })
  expect(remind(testNow + 8 * day + 2)).toBe(0)
  expect(remind(testNow + 9 * day + 1)).toBe(1)
})
