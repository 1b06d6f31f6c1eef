import { defineMachine, type RefusalKey } from '#app/platform/state-machine.ts'
import type { InvitationStatus } from '#db/vocabulary/invitations.ts'

/** `owner`: the client's company; `invited`: the company that is invited; `other`: everybody else, admins included. */
export const invitationRoles = ['owner', 'invited', 'other'] as const
export type InvitationRole = (typeof invitationRoles)[number]

export const invitationActions = ['decline', 'withdraw'] as const
export type InvitationAction = (typeof invitationActions)[number]

type InvitationFacts = {
  /** The project is open and before its deadline. */
  takesBids: boolean
  /** For `decline`: the company has a bid that it has not withdrawn. */
  hasBid?: boolean
  /** For `decline`. */
  reason?: string | null
}

type InvitationMachine = {
  namespace: 'invitations'
  state: InvitationStatus
  action: InvitationAction
  role: InvitationRole
  facts: InvitationFacts
  refusal: 'notOpen' | 'hasBid' | 'reasonNeeded'
}
export type InvitationRefusal = RefusalKey<InvitationMachine>

/**
 * The state machine of an invitation to bid (PROJ-14). The client withdraws one without regard to a bid: an answer that depended
 * on one would tell the client that there is one. A bid that was submitted before stands.
 */
export const invitationMachine = defineMachine<InvitationMachine>({
  namespace: 'invitations',
  transitions: [
    {
      from: 'sent',
      action: 'decline',
      by: 'invited',
      to: 'declined',
      when: ({ takesBids, hasBid }) => (takesBids ? (hasBid ? 'hasBid' : null) : 'notOpen'),
      input: ({ reason }) => (reason?.trim() ? null : 'reasonNeeded'),
    },
    {
      from: 'sent',
      action: 'withdraw',
      by: 'owner',
      to: 'withdrawn',
      when: ({ takesBids }) => (takesBids ? null : 'notOpen'),
    },
  ],
})

/** Companies invited at once, all that one project ever invites, and how often it mails one address after withdrawals. */
export const inviteLimits = { atOnce: 20, perProject: 50, mailsPerAddress: 3 } as const

/** Companies that a search of the directory shows. */
export const maxFound = 20
