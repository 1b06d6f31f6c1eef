import { expect, it } from 'vitest'
import { askedBy } from './call-clicks.ts'

it.each([
  [{ call: 'voice', conversation: 'c', callName: 'Bo' }, 'call', 'voice', 'c', null, 'Bo'],
  [{ call: 'video', user: 'u' }, 'call', 'video', null, 'u', ''],
  [{ callBack: 'c', callType: 'video' }, 'call', 'video', 'c', null, ''],
  [{ callBack: 'c', callType: 'voice' }, 'call', 'voice', 'c', null, ''],
  [{ callJoin: 'c' }, 'join', 'video', 'c', null, ''],
  [{ callJoin: 'c', callType: 'voice' }, 'join', 'voice', 'c', null, ''],
  [{ call: 'join', conversation: 'c', callType: 'video' }, 'join', 'video', 'c', null, ''],
] as const)('%j', (data, kind, callType, conversationId, userId, name) => {
  expect(askedBy(data as DOMStringMap)).toEqual({ kind, callType, conversationId, userId, name })
})
