import type { ConversationSettings } from '#app/features/conversations/conversation-view.ts'
import { type GroupPrivacy, type GroupType, groupPrivacies } from '#db/vocabulary/chat.ts'

export type GroupTemplate = { groupType: GroupType; privacy: GroupPrivacy; settings: ConversationSettings }

const settings = (
  allowInvites: boolean,
  moderateMessages: boolean,
  allowFileSharing: boolean,
  allowCalls: boolean,
): ConversationSettings => ({ allowInvites, moderateMessages, allowFileSharing, allowCalls })

/** The defaults of each type of group (GRP-1): invites, moderation, files, calls. */
export const groupTemplates: readonly GroupTemplate[] = [
  { groupType: 'project', privacy: 'private', settings: settings(true, false, true, true) },
  { groupType: 'team', privacy: 'private', settings: settings(false, true, true, true) },
  { groupType: 'meeting', privacy: 'private', settings: settings(true, false, false, true) },
  { groupType: 'social', privacy: 'public', settings: settings(true, false, true, false) },
  { groupType: 'department', privacy: 'invite-only', settings: settings(false, true, true, true) },
  { groupType: 'custom', privacy: 'private', settings: settings(true, false, true, true) },
]

/** The state of the Add Group wizard, which travels in its form from step to step. */
export type GroupWizard = {
  step: 1 | 2 | 3
  template: GroupType
  /** The template whose defaults the details have. Choosing another one replaces them. */
  filledFrom: GroupType | ''
  name: string
  description: string
  tags: string
  privacy: GroupPrivacy
  settings: ConversationSettings
  memberIds: string[]
  q: string
}

/** The buttons of the wizard. */
export type WizardMove = 'continue' | 'back' | 'search' | 'create'

const first = groupTemplates[0]

/** A wizard at its first step, with the first template chosen. */
export function startWizard(): GroupWizard {
  if (!first) throw new Error('startWizard: there is no template')
  const { groupType, privacy, settings } = first
  const answers = { name: '', description: '', tags: '', memberIds: [], q: '' }
  return { step: 1, template: groupType, filledFrom: '', privacy, settings, ...answers }
}

/** Reads the wizard from a posted form. Invalid choices get their defaults. */
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

/** The button that was pressed; `continue` by default. */
export function readMove(form: FormData): WizardMove {
  const asked = form.get('move')
  return (['back', 'search', 'create'] as const).find((move) => move === asked) ?? 'continue'
}

/** The wizard after a button was pressed. It does not check the details: the caller does so before. */
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
