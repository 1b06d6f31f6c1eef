import { expect, it } from 'vitest'
import { conversationTypes, groupPrivacies, memberRoles } from '#db/vocabulary/chat.ts'
import { conversationRights, joinPolicyOf, needsApproval, rightsOf } from './rights.ts'

const both = [false, true]

/** The same rules as a list of rights; everything else is refused. */
const expected = (kind: string, role: string, invites: boolean, files: boolean, calls: boolean) => {
  const admin = role === 'admin'
  if (kind === 'direct') return ['send', 'sendFiles', 'call', 'pin']
  const settings = [...(files ? ['sendFiles'] : []), ...(calls ? ['call'] : [])]
  const group = kind === 'free' ? [...(admin || invites ? ['invite'] : []), 'leave'] : []
  const people = kind === 'free' && admin ? ['removeMember', 'decideRequests'] : []
  const content = admin ? ['editSettings', 'changeRole', 'pin', 'removeMessage', 'decidePending'] : []
  return ['send', ...settings, ...group, ...people, ...content]
}

const facts = conversationTypes.flatMap((type) =>
  memberRoles.flatMap((role) =>
    both.flatMap((hasSubject) =>
      both.flatMap((allowInvites) =>
        both.flatMap((allowFileSharing) =>
          both.map((allowCalls) => ({ type, role, hasSubject, allowInvites, allowFileSharing, allowCalls })),
        ),
      ),
    ),
  ),
)

it.each(facts)(
  'gives $role of $type (subject: $hasSubject; invites $allowInvites, files $allowFileSharing, calls $allowCalls) no more than is theirs',
  (one) => {
    const kind = one.type === 'direct' ? 'direct' : one.hasSubject ? 'subject' : 'free'
    const rights = expected(kind, one.role, one.allowInvites, one.allowFileSharing, one.allowCalls)
    expect(rightsOf(one)).toEqual(conversationRights.filter((right) => rights.includes(right)))
  },
)

it('requires approval for messages of members only, and only in moderated groups', () => {
  const pending = memberRoles.flatMap((role) =>
    both.filter((moderateMessages) => needsApproval({ role, moderateMessages })).map(() => role),
  )
  expect(pending).toEqual(['member'])
  expect(needsApproval({ role: 'member', moderateMessages: false })).toBe(false)
})

it('lets anyone join public groups, request to join invite-only ones, and nobody join private ones', () => {
  expect(groupPrivacies.map((privacy) => [privacy, joinPolicyOf(privacy)])).toEqual([
    ['public', 'join'],
    ['private', null],
    ['invite-only', 'request'],
  ])
})
