import { Link } from '@remix-run/react'
import { Globe, KeyRound, Lock, type LucideIcon, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { GroupCard } from '#app/features/groups/group-view.ts'
import { Badge } from '#app/ui/badge.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { GroupPrivacy } from '#db/vocabulary/chat.ts'

export const privacyIcons: Record<GroupPrivacy, LucideIcon> = { public: Globe, private: Lock, 'invite-only': KeyRound }

/** A group as people outside it see it, with the button to join or to request it. */
export function GroupCardView({ group, linked = true }: { group: GroupCard; linked?: boolean }) {
  const { t } = useTranslation('groups')
  return (
    <article className="flex h-full min-w-0 flex-col gap-3 rounded-lg border border-border bg-card p-4 text-card-foreground sm:p-5">
      <div className="flex items-start gap-3">
        <span className="grid size-10 shrink-0 place-items-center rounded-md bg-primary/12 text-primary">
          <Users aria-hidden className="size-5" />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold wrap-anywhere">
            {linked ? (
              <Link to={`/messages/${group.id}`} className="hover:underline">
                {group.name}
              </Link>
            ) : (
              group.name
            )}
          </h2>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted-foreground">
            <span>{t(`wizard.templates.${group.groupType}`)}</span>
            <span aria-hidden>·</span>
            <span>{t('discover.members', { count: group.memberCount })}</span>
            <Badge icon={privacyIcons[group.privacy]}>{t(`wizard.privacies.${group.privacy}`)}</Badge>
          </p>
        </div>
      </div>
      {group.description && (
        <p className="text-sm wrap-anywhere whitespace-pre-line">
          {linked ? <span className="line-clamp-3">{group.description}</span> : group.description}
        </p>
      )}
      <GroupTags tags={group.tags} />
      <div className="mt-auto pt-1">
        <JoinForm group={group} />
      </div>
    </article>
  )
}

export function GroupTags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <li key={tag} className="max-w-full">
          <Badge tone="info" className="max-w-full">
            {tag}
          </Badge>
        </li>
      ))}
    </ul>
  )
}

/** The button to join, to request to join, or to withdraw the request. */
function JoinForm({ group }: { group: GroupCard }) {
  const { t } = useTranslation('groups')
  const { id, name, joinPolicy, requestId } = group
  if (requestId) {
    return (
      <PostForm action={`/messages/${id}/withdraw`} className="flex flex-wrap items-center gap-3">
        <Badge tone="warning">{t('discover.waiting')}</Badge>
        <SubmitButton variant="outline" size="sm" aria-label={t('discover.withdrawFrom', { name })}>
          {t('discover.withdraw')}
        </SubmitButton>
      </PostForm>
    )
  }
  const label = joinPolicy === 'join' ? 'join' : 'request'
  return (
    <PostForm action={`/messages/${id}/${label}`}>
      <SubmitButton
        size="sm"
        variant={joinPolicy === 'join' ? 'primary' : 'secondary'}
        aria-label={t(joinPolicy === 'join' ? 'discover.joinNamed' : 'discover.requestNamed', { name })}
      >
        {t(`discover.${label}`)}
      </SubmitButton>
    </PostForm>
  )
}

/** The page of a group for people who can see it but are not members. */
export function JoinPanel({ group }: { group: GroupCard }) {
  const { t } = useTranslation('groups')
  return (
    <div className="flex w-full max-w-form flex-col gap-4">
      <p className="text-sm text-muted-foreground">{t(`discover.joinPolicy.${group.joinPolicy}`)}</p>
      <GroupCardView group={group} linked={false} />
      <p className="text-sm">
        <TextLink to="/messages/groups">{t('discover.more')}</TextLink>
      </p>
    </div>
  )
}
