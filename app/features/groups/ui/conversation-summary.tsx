import { BellOff, CalendarPlus, FileDown, Files, Link2, MessageSquare, Settings, UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ConversationAvatar } from '#app/features/conversations/ui/conversation-row.tsx'
import { InvoiceShortcut } from '#app/features/conversations/ui/invoice-shortcut.tsx'
import type { DetailsPage } from '#app/features/groups/details-page.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { GroupTags, privacyIcons } from './group-card.tsx'
import { GroupSettingsSummary } from './group-settings-summary.tsx'

type Conversation = DetailsPage['conversation']

/** The name and settings of a conversation, with the actions for the whole conversation. */
export function ConversationSummary({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation('groups')
  const { id, type, name, description, groupType, privacy, subject, tags, level, memberCount, rights } = conversation
  const base = `/messages/${id}`
  const kind = groupType ? t(`wizard.templates.${groupType}`) : t(`details.type.${type}`)
  return (
    <Card as="div">
      <div className="flex flex-col gap-4">
        <div className="flex items-start gap-4">
          <ConversationAvatar conversation={conversation} status={undefined} />
          <div className="min-w-0 flex-1">
            <p className="text-lg leading-snug font-semibold wrap-anywhere">{name}</p>
            <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted-foreground">
              <span>{kind}</span>
              <span aria-hidden>·</span>
              <span>{t('discover.members', { count: memberCount })}</span>
              {type === 'group' && <Badge icon={privacyIcons[privacy]}>{t(`wizard.privacies.${privacy}`)}</Badge>}
              {level === 'none' && <Badge icon={BellOff}>{t('details.isMuted')}</Badge>}
            </p>
          </div>
        </div>
        {description && <p className="max-w-prose text-sm wrap-anywhere whitespace-pre-line">{description}</p>}
        <GroupTags tags={tags} />
        {type !== 'direct' && (
          <p className="text-sm text-muted-foreground">
            <GroupSettingsSummary settings={conversation.settings} />
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <ButtonLink to={base} icon={MessageSquare}>
            {t('details.open')}
          </ButtonLink>
          <ButtonLink to={`${base}/details/files`} variant="outline" icon={Files}>
            {t('files.title')}
          </ButtonLink>
          {/* In a window of its own from the panel, which cannot show a file. */}
          <ButtonLink to={`${base}/export`} variant="outline" icon={FileDown} target="_blank">
            {t('details.export')}
          </ButtonLink>
          {type !== 'direct' && rights.includes('call') && (
            <ButtonLink to={`/calls/join/${id}`} variant="outline" icon={Link2}>
              {t('details.meetingLink')}
            </ButtonLink>
          )}
          {rights.includes('call') && (
            <ButtonLink to={`/calls/times/new?conversation=${id}`} variant="outline" icon={CalendarPlus}>
              {t('details.callTime')}
            </ButtonLink>
          )}
          {rights.includes('invite') && (
            <ButtonLink to={`${base}/invite`} variant="outline" icon={UserPlus}>
              {t('details.invite')}
            </ButtonLink>
          )}
          {rights.includes('editSettings') && (
            <ButtonLink to={`${base}/settings`} variant="outline" icon={Settings}>
              {t('details.settings')}
            </ButtonLink>
          )}
          <InvoiceShortcut type={type} clientName={conversation.clientName} />
          {subject && subject.type !== 'company' && (
            <ButtonLink to={`/${subject.type}s/${subject.id}`} variant="ghost">
              {t(`details.subject.${subject.type}`)}
            </ButtonLink>
          )}
        </div>
      </div>
    </Card>
  )
}
