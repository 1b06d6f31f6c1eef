import { describe, expect, it } from 'vitest'
import { projectRoles } from '#app/features/projects/project.ts'
import { projectStatuses } from '#db/vocabulary/projects.ts'
import { answeringRefusal, askingRefusal } from './question.ts'

const day = 86_400_000
const [bidDeadline, addendumDays] = [20 * day, 6]
const times = [13 * day, 14 * day - 1, 14 * day, 20 * day - 1, 20 * day]

describe.each(projectRoles.flatMap((role) => projectStatuses.map((status) => ({ role, status }))))(
  '$role of a project that is $status',
  ({ role, status }) => {
    const project = { role, status, bidDeadline, addendumDays }
    const isOpen = status === 'open'

    it('asks only as a possible bidder of an open project before the cut-off', () => {
      const asks = role === 'bidder' || role === 'invited' || role === 'other'
      expect(times.map((now) => askingRefusal(project, now))).toEqual(
        times.map((now) => (!asks ? 'ownProject' : !isOpen ? 'notOpen' : now < 14 * day ? null : 'questionsClosed')),
      )
    })

    it('answers only as the client of an open project before the deadline', () => {
      expect(times.map((now) => answeringRefusal(project, now))).toEqual(
        times.map((now) => (role !== 'owner' ? 'notOwner' : isOpen && now < 20 * day ? null : 'notOpen')),
      )
    })
  },
)
