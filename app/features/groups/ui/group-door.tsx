import { useTranslation } from 'react-i18next'
import type { GroupCard } from '#app/features/groups/group-view.ts'
import { TextLink } from '#app/ui/text-link.tsx'
import { GroupCardView } from './group-card.tsx'

/** What stands at a group's address for those who may see it but are not in it: what it is, and how to get in. */
export function GroupDoor({ group }: { group: GroupCard }) {
  const { t } = useTranslation('groups')
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-4 p-4">
      <p className="text-sm text-muted-foreground">{t(`discover.door.${group.way}`)}</p>
      <GroupCardView group={group} linked={false} />
      <p className="text-sm">
        <TextLink to="/messages/groups">{t('discover.more')}</TextLink>
      </p>
    </div>
  )
}
