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
    'prefers the chosen %s to the connection %s',
    (chosen, connection) => {
      expect(effectiveStatus(chosen, connection)).toBe(chosen)
    },
  )
})

describe('presenceView', () => {
  it('shows when a disconnected user was last seen, and not for connected ones', () => {
    expect(connections.map((connection) => presenceView(nothing, connection).lastSeenAt)).toEqual([7, null, null])
  })

  it('hides when a user who chose to be offline was last seen', () => {
    for (const connection of connections)
      expect(presenceView({ ...nothing, chosen: 'offline', customText: 'At sea' }, connection)).toEqual({
        status: 'offline',
        customText: 'At sea',
        lastSeenAt: null,
      })
  })
})
