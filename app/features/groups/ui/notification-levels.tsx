import { useTranslation } from 'react-i18next'
import type { DetailsPage } from '#app/features/groups/details-page.server.ts'
import { Card } from '#app/ui/card.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'

/** What the conversation tells the reader of (MSG-27). */
export function NotificationLevels({
  base,
  isDirect,
  chosen: { own, forGroups },
}: {
  base: string
  isDirect: boolean
  chosen: DetailsPage['notifications']
}) {
  const { t } = useTranslation('groups')
  const levels = isDirect ? (['all', 'none'] as const) : (['all', 'mentions', 'none'] as const)
  const asInSettings = {
    value: '',
    label: t(forGroups === 'all' ? 'details.levels.defaultAll' : 'details.levels.defaultMentions'),
  }
  return (
    <Card id="notifications" title={t('details.notifications')}>
      <PostForm action={`${base}/notifications`} key={own} className="flex flex-col gap-4">
        <RadioGroup
          name="level"
          label={t('details.notifyOf')}
          options={[
            ...(isDirect ? [] : [asInSettings]),
            ...levels.map((value) => ({ value, label: t(`details.levels.${value}`) })),
          ]}
          defaultValue={own ?? (isDirect ? 'all' : '')}
        />
        <SubmitButton variant="outline" className="self-start">
          {t('details.saveLevel')}
        </SubmitButton>
      </PostForm>
    </Card>
  )
}
