import { Form } from '@remix-run/react'
import { Bell, BellOff, BellRing, Keyboard } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Dialog, DialogButton } from '#app/ui/dialog.tsx'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { useNotificationPermission } from './notification-permission.tsx'

const shortcutsId = 'chat-shortcuts'

/** A user's chat preferences (MSG-8, MSG-9, MSG-27, CALL-12), and how to allow notifications in the browser. */
export function PreferencesForm({
  shortcuts,
  linkPreviews,
  relayCalls,
  groupLevel,
}: {
  shortcuts: boolean
  linkPreviews: boolean
  relayCalls: boolean
  groupLevel: 'all' | 'mentions'
}) {
  const { t } = useTranslation('chatsettings')
  return (
    <div className="flex flex-col gap-6">
      <Form method="post" action="/settings/chat" key={`${shortcuts} ${linkPreviews} ${relayCalls} ${groupLevel}`}>
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
            <Checkbox
              name="relayCalls"
              label={t('preferences.relayCalls')}
              hint={t('preferences.relayCallsHint')}
              defaultChecked={relayCalls}
            />
          </div>
          <RadioGroup
            name="groupLevel"
            label={t('preferences.groupLevel')}
            hint={t('preferences.groupLevelHint')}
            options={(['all', 'mentions'] as const).map((value) => ({
              value,
              label: t(`preferences.groupLevels.${value}`),
            }))}
            defaultValue={groupLevel}
          />
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

/** Whether this browser shows notifications, or the button that asks for permission. */
export function NotificationState() {
  const { t } = useTranslation(['chatsettings', 'chat'])
  const { answer, ask } = useNotificationPermission()
  const asked = useRef(false)
  const said = useRef<HTMLParagraphElement>(null)
  // The answer takes the place of the button that asked for it, and its focus.
  useEffect(() => {
    if (!asked.current || answer === 'default') return
    asked.current = false
    said.current?.focus()
  }, [answer])
  if (answer === null) return null
  if (answer === 'default') {
    return (
      <Button
        variant="outline"
        size="sm"
        icon={BellRing}
        className="mb-4 self-start"
        onClick={() => {
          asked.current = true
          ask()
        }}
      >
        {t('chat:desktop.turnOn')}
      </Button>
    )
  }
  const Icon = answer === 'granted' ? Bell : BellOff
  return (
    <p ref={said} tabIndex={-1} className="mb-4 flex items-center gap-2 text-sm font-medium">
      <Icon aria-hidden className="size-4 shrink-0" />
      {t(`chatsettings:preferences.state.${answer}`)}
    </p>
  )
}

const shortcuts = {
  write: ['send', 'newLine', 'mention', 'editLast', 'leave'],
  read: ['switch', 'search', 'move', 'ends'],
  images: ['leaf', 'zoom', 'fit'],
} as const

/** A dialog that lists the keyboard shortcuts of chat; a `DialogButton` with the same id opens it. */
export function ShortcutsHelp({ id }: { id: string }) {
  const { t } = useTranslation('chatsettings')
  return (
    <Dialog id={id} title={t('shortcuts.title')} description={t('shortcuts.text')}>
      <div className="flex flex-col gap-5">
        {(Object.keys(shortcuts) as Array<keyof typeof shortcuts>).map((group) => (
          <section key={group}>
            <h3 className="text-sm font-semibold">{t(`shortcuts.groups.${group}`)}</h3>
            <dl className="mt-1 divide-y divide-border">
              {shortcuts[group].map((name) => (
                <div key={name} className="flex items-baseline justify-between gap-4 py-1.5 text-sm">
                  <dt>{t(`shortcuts.does.${name}`)}</dt>
                  <dd className="shrink-0">
                    <kbd className="rounded-sm border border-border bg-muted px-1.5 py-0.5 font-sans text-xs text-foreground">
                      {t(`shortcuts.keys.${name}`)}
                    </kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
