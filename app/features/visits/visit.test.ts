import { describe, expect, it } from 'vitest'
import { projectRoles } from '#app/features/projects/project.ts'
import { projectStatuses } from '#db/vocabulary/projects.ts'
import { minutesRefusal, movingRefusal, planningRefusal, signUpRefusal, timeRefusals } from './visit.ts'

const bidDeadline = 1000
const visit = { startsAt: 500, signUpUntil: 400, cancelledAt: null, minutes: null }
const cases = projectStatuses.flatMap((status) => projectRoles.map((role) => ({ status, role, bidDeadline })))

it('the client alone plans visits, while bids can answer to them', () => {
  const allowed = cases.filter((project) => planningRefusal(project, 100) === null)
  expect(allowed.map(({ status, role }) => `${status} ${role}`)).toEqual(['draft owner', 'open owner'])
  expect(planningRefusal({ status: 'open', role: 'owner', bidDeadline }, bidDeadline)).toBe('notOpen')
})

it('possible bidders alone sign up, until the sign-up closes', () => {
  const allowed = cases.filter((project) => signUpRefusal(project, visit, 100) === null)
  expect(allowed.map(({ status, role }) => `${status} ${role}`)).toEqual(['open bidder', 'open invited', 'open other'])
  const open = { status: 'open', role: 'other', bidDeadline } as const
  expect(signUpRefusal(open, visit, 399)).toBeNull()
  expect(signUpRefusal(open, visit, 400)).toBe('signUpClosed')
  expect(signUpRefusal(open, { ...visit, cancelledAt: 1 }, 100)).toBe('cancelled')
})

it('a visit is moved before it begins, and its minutes are published once after that', () => {
  expect([499, 500].map((now) => movingRefusal(visit, now))).toEqual([null, 'begun'])
  expect(movingRefusal({ ...visit, cancelledAt: 1 }, 100)).toBe('cancelled')
  const allowed = cases.filter((project) => minutesRefusal(project, visit, 600) === null)
  expect(allowed.map(({ status, role }) => `${status} ${role}`)).toEqual(['open owner'])
  const open = { status: 'open', role: 'owner', bidDeadline } as const
  expect(minutesRefusal(open, visit, 499)).toBe('notBegun')
  expect(minutesRefusal(open, visit, bidDeadline)).toBe('notOpen')
  expect(minutesRefusal(open, { ...visit, minutes: 'It was dry.' }, 600)).toBe('published')
  expect(minutesRefusal(open, { ...visit, cancelledAt: 1 }, 600)).toBe('cancelled')
})

describe('the times of a visit', () => {
  it.each([
    [{ startsAt: 500, signUpUntil: 500 }, []],
    [{ startsAt: 100, signUpUntil: 100 }, ['startsAt past', 'signUpUntil past']],
    [{ startsAt: 1000, signUpUntil: 400 }, ['startsAt afterDeadline']],
    [{ startsAt: 500, signUpUntil: 501 }, ['signUpUntil signUpAfter']],
  ])('%o: %j', (times, wrong) => {
    const found = timeRefusals(times, 100, bidDeadline).map(({ field, key }) => `${field} ${key.split('.')[1]}`)
    expect(found).toEqual(wrong)
  })
})
