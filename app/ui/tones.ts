export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger'

/** A tone is never conveyed by colour alone: badges and alerts add an icon or a word. */
export const toneSurface: Record<Tone, string> = {
  neutral: 'bg-muted text-muted-foreground',
  info: 'bg-info/12 text-info',
  success: 'bg-success/12 text-success',
  warning: 'bg-warning/12 text-warning',
  danger: 'bg-destructive/12 text-destructive',
}

export const toneText: Record<Tone, string> = {
  neutral: 'text-muted-foreground',
  info: 'text-info',
  success: 'text-success',
  warning: 'text-warning',
  danger: 'text-destructive',
}

const tones: ReadonlyArray<readonly [Tone, readonly string[]]> = [
  [
    'neutral',
    [
      'draft',
      'archived',
      'closed',
      'ended',
      'expired',
      'inactive',
      'offline',
      'void',
      'withdrawn',
      'paused',
      'todo',
      'low',
      'superseded',
    ],
  ],
  [
    'info',
    [
      'open',
      'published',
      'active',
      'in-progress',
      'submitted',
      'sent',
      'viewed',
      'new',
      'scheduled',
      'ongoing',
      'invited',
      'shortlisted',
      'started',
      'medium',
      'trial',
      'partially-signed',
    ],
  ],
  [
    'success',
    [
      'accepted',
      'approved',
      'awarded',
      'completed',
      'complete',
      'delivered',
      'done',
      'funded',
      'online',
      'paid',
      'released',
      'resolved',
      'signed',
      'success',
      'verified',
      'won',
      'available',
    ],
  ],
  [
    'warning',
    [
      'pending',
      'review',
      'in-review',
      'under-review',
      'awaiting',
      'awaiting-signature',
      'partial',
      'partially-paid',
      'on-hold',
      'proposed',
      'requested',
      'due',
      'high',
      'away',
      'negotiation',
      'changes-requested',
    ],
  ],
  [
    'danger',
    [
      'cancelled',
      'canceled',
      'declined',
      'denied',
      'disputed',
      'failed',
      'lost',
      'missed',
      'overdue',
      'refunded',
      'rejected',
      'suspended',
      'terminated',
      'busy',
      'urgent',
      'deactivated',
    ],
  ],
]

/**
 * The tone of a status word from any domain (`in_progress`, `In progress` and `in-progress` are the same); unknown
 * words are neutral.
 */
export function toneOf(status: string): Tone {
  const word = status.toLowerCase().replace(/[\s_]+/g, '-')
  return tones.find(([, words]) => words.includes(word))?.[0] ?? 'neutral'
}
