import { Form } from '@remix-run/react'
import { Keyboard } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Card } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { DialogButton } from '#app/ui/dialog.tsx'
import { FormCard } from '#app/ui/form-card.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { NotificationState } from './notification-state.tsx'
import { ShortcutsHelp } from './shortcuts-help.tsx'

const shortcutsId = 'chat-shortcuts'

/** A person's own choices about chat (decisions C11 and C12), and how a browser is allowed to notify. */
export function PreferencesForm({ shortcuts, linkPreviews }: { shortcuts: boolean; linkPreviews: boolean }) {
  const { t } = useTranslation('chatsettings')
  return (
    <div className="flex flex-col gap-6">
      <Form method="post" action="/settings/chat" key={`${shortcuts} ${linkPreviews}`}>
        <FormCard
          title={t('preferences.title')}
          description={t('preferences.intro')}
          actions={<SubmitButton wide>{t('preferences.save')}</SubmitButton>}
        >
          <div className="flex flex-col">
            <Checkbox
              name="shortcuts"
              label={t('preferences.shortcuts')}
              hint={t('preferences.shortcutsHint')}
              defaultChecked={shortcuts}
            />
            <DialogButton
              dialogId={shortcutsId}
              variant="outline"
              size="sm"
              icon={Keyboard}
              className="ms-7 mt-1 mb-2 self-start"
            >
              {t('shortcuts.show')}
            </DialogButton>
            <Checkbox
              name="linkPreviews"
              label={t('preferences.linkPreviews')}
              hint={t('preferences.linkPreviewsHint')}
              defaultChecked={linkPreviews}
            />
          </div>
        </FormCard>
      </Form>
      <ShortcutsHelp id={shortcutsId} />
      <Card title={t('preferences.notifications')} description={t('preferences.notificationsIntro')}>
        <NotificationState />
        <ol className="ms-5 flex list-decimal flex-col gap-1.5 text-sm marker:text-muted-foreground">
          <li>{t('preferences.steps.site')}</li>
          <li>{t('preferences.steps.allow')}</li>
          <li>{t('preferences.steps.reload')}</li>
        </ol>
        <p className="mt-4 text-sm text-muted-foreground">
          {t('preferences.quiet')} <TextLink to="/status">{t('preferences.toStatus')}</TextLink>
        </p>
      </Card>
    </div>
  )
}
