import { describe, expect, it } from 'vitest'
import { presenceStatuses } from '#db/vocabulary/chat.ts'
import { type Connection, effectiveStatus, presenceView } from './presence-status.ts'

const connections: Connection[] = ['gone', 'idle', 'active']
const nothing = { chosen: null, customText: '', lastSeenAt: 7 }

describe('effectiveStatus', () => {
  it.each([
    ['gone', 'offline'],
    ['idle', 'away'],
    ['active', 'online'],
  ] as const)('says of somebody who chose nothing and is %s that they are %s', (connection, status) => {
    expect(effectiveStatus(null, connection)).toBe(status)
  })

  it.each(presenceStatuses.flatMap((chosen) => connections.map((connection) => [chosen, connection] as const)))(
    'lets %s, chosen by hand, win over %s',
    (chosen, connection) => {
      expect(effectiveStatus(chosen, connection)).toBe(chosen)
    },
  )
})

describe('presenceView', () => {
  it('says since when somebody is gone, and of nobody who is here', () => {
    expect(connections.map((connection) => presenceView(nothing, connection).lastSeenAt)).toEqual([7, null, null])
  })

  it('hides with somebody who chose to be offline when they were here', () => {
    for (const connection of connections)
      expect(presenceView({ ...nothing, chosen: 'offline', customText: 'At sea' }, connection)).toEqual({
        status: 'offline',
        customText: 'At sea',
        lastSeenAt: null,
      })
  })
})
