import { Check, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ConversationSettings } from '#app/features/conversations/conversation-view.ts'
import { classes } from '#app/ui/classes.ts'

export const groupSettingNames = ['allowInvites', 'moderateMessages', 'allowFileSharing', 'allowCalls'] as const

/** The settings of a group, on and off, at a glance. */
export function GroupSettingsSummary({ settings }: { settings: ConversationSettings }) {
  const { t } = useTranslation('groups')
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1">
      {groupSettingNames.map((name) => {
        const on = settings[name]
        const Icon = on ? Check : X
        return (
          <span key={name} className={classes('inline-flex items-center gap-1', on && 'text-foreground')}>
            <Icon aria-hidden className={classes('size-3.5 shrink-0', on && 'text-success')} />
            {t(`wizard.${on ? 'on' : 'off'}.${name}`)}
          </span>
        )
      })}
    </span>
  )
}
