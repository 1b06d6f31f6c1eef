import type { ConversationSettings } from '#app/features/conversations/conversation-view.ts'
import { type GroupPrivacy, type GroupType, groupPrivacies } from '#db/vocabulary/chat.ts'

export type GroupTemplate = { groupType: GroupType; privacy: GroupPrivacy; settings: ConversationSettings }

const settings = (
  allowInvites: boolean,
  moderateMessages: boolean,
  allowFileSharing: boolean,
  allowCalls: boolean,
): ConversationSettings => ({ allowInvites, moderateMessages, allowFileSharing, allowCalls })

/** What the wizard begins with (GRP-1): invites, moderation, files, calls. */
export const groupTemplates: readonly GroupTemplate[] = [
  { groupType: 'project', privacy: 'private', settings: settings(true, false, true, true) },
  { groupType: 'team', privacy: 'private', settings: settings(false, true, true, true) },
  { groupType: 'meeting', privacy: 'private', settings: settings(true, false, false, true) },
  { groupType: 'social', privacy: 'public', settings: settings(true, false, true, false) },
  { groupType: 'department', privacy: 'invite-only', settings: settings(false, true, true, true) },
  { groupType: 'custom', privacy: 'private', settings: settings(true, false, true, true) },
]

/** The Add Group wizard between two of its posts: everything that was answered travels in the form. */
export type GroupWizard = {
  step: 1 | 2 | 3
  template: GroupType
  /** The template that the details were filled in from: choosing another one fills them in anew. */
  filledFrom: GroupType | ''
  name: string
  description: string
  tags: string
  privacy: GroupPrivacy
  settings: ConversationSettings
  memberIds: string[]
  q: string
}

/** What the buttons of the wizard ask for. */
export type WizardMove = 'continue' | 'back' | 'search' | 'create'

const first = groupTemplates[0]

export function startWizard(): GroupWizard {
  if (!first) throw new Error('startWizard: there is no template')
  const { groupType, privacy, settings } = first
  const answers = { name: '', description: '', tags: '', memberIds: [], q: '' }
  return { step: 1, template: groupType, filledFrom: '', privacy, settings, ...answers }
}

/** The answers so far, from a posted form; what is none of the choices counts as not answered. */
export function readWizard(form: FormData, memberIds: string[]): GroupWizard {
  const blank = startWizard()
  const typed = (name: string) => String(form.get(name) ?? '').slice(0, 5_000)
  const on = (name: string) => form.get(name) === 'on'
  const step = ([1, 2, 3] as const).find((one) => String(one) === form.get('step')) ?? blank.step
  return {
    step,
    template: templateOf(form.get('template'))?.groupType ?? blank.template,
    filledFrom: templateOf(form.get('filledFrom'))?.groupType ?? '',
    name: typed('name'),
    description: typed('description'),
    tags: typed('tags'),
    privacy: groupPrivacies.find((privacy) => privacy === form.get('privacy')) ?? blank.privacy,
    settings: {
      allowInvites: on('allowInvites'),
      moderateMessages: on('moderateMessages'),
      allowFileSharing: on('allowFileSharing'),
      allowCalls: on('allowCalls'),
    },
    memberIds,
    q: typed('q').slice(0, 100),
  }
}

export function readMove(form: FormData): WizardMove {
  const asked = form.get('move')
  return (['back', 'search', 'create'] as const).find((move) => move === asked) ?? 'continue'
}

/** The wizard after a button was pressed; whether the details will do is checked before. */
export function moveWizard(wizard: GroupWizard, move: WizardMove): GroupWizard {
  if (move === 'back') return { ...wizard, step: wizard.step === 3 ? 2 : 1 }
  if (move !== 'continue') return wizard
  if (wizard.step !== 1) return { ...wizard, step: 3 }
  const template = templateOf(wizard.template)
  if (!template || wizard.filledFrom === wizard.template) return { ...wizard, step: 2 }
  const { privacy, settings } = template
  return { ...wizard, step: 2, filledFrom: wizard.template, privacy, settings }
}

function templateOf(name: unknown) {
  return groupTemplates.find(({ groupType }) => groupType === name)
}

export const splitTags = (typed: string): string[] => typed.split(/[,;\n]/)
