import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireUser } from '#app/features/accounts/guards.server.ts'
import { CallSettings } from '#app/features/calls/ui/call-settings.tsx'
import { getChatPreferences } from '#app/features/conversations/set-chat-preferences.server.ts'
import { PreferencesForm } from '#app/features/conversations/ui/preferences-form.tsx'
import { readTheme } from '#app/features/settings/theme.server.ts'
import { LanguageSelect } from '#app/features/settings/ui/language-select.tsx'
import { ThemePicker } from '#app/features/settings/ui/theme-picker.tsx'
import { writeOfflineChoice } from '#app/features/site/shell/offline-choice.server.ts'
import { keepsPages } from '#app/features/site/shell/shell.server.ts'
import { detectLanguage } from '#app/i18n/i18n.server.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { Tabs } from '#app/ui/tabs.tsx'

export const handle: PageHandle = { title: 'settings:title', description: 'settings:description' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireUser(request)
  const { actor } = ctx
  const { tag } = await detectLanguage(request, actor.locale)
  const tab = new URL(request.url).searchParams.get('tab') === 'media' ? 'media' : 'appearance'
  const preferences = tab === 'media' ? getChatPreferences(ctx) : null
  const keeps = await keepsPages(ctx, request)
  return { tag, theme: await readTheme(request, actor.id), tab, preferences, keeps }
}

/** Whether this device keeps the last pages of one's own work. */
export async function action({ request }: ActionFunctionArgs) {
  const { actor } = await requireUser(request)
  const keeps = (await readForm(request)).get('keeps') === 'on'
  const text = { key: `settings:offline.${keeps ? 'on' : 'off'}` }
  const answer = await redirectWithFlash(request, '/settings', { tone: 'success', text })
  answer.headers.append('Set-Cookie', await writeOfflineChoice(actor.id, keeps))
  return answer
}

export default function SettingsPage() {
  const { tag, theme, tab, preferences, keeps } = useLoaderData<typeof loader>()
  const { t } = useTranslation('settings')
  return (
    <div className="flex flex-col gap-6">
      <Tabs
        label={t('tabs.label')}
        tabs={[
          { to: '/settings', label: t('tabs.appearance'), current: tab === 'appearance' },
          { to: '/settings?tab=media', label: t('tabs.media'), current: tab === 'media' },
        ]}
      />
      {preferences ? (
        <>
          <CallSettings />
          <PreferencesForm {...preferences} />
        </>
      ) : (
        <>
          <Appearance tag={tag} theme={theme} />
          {keeps !== null && <OfflineForm keeps={keeps} />}
        </>
      )}
    </div>
  )
}

function Appearance({ tag, theme }: { tag: string; theme: string }) {
  const { t } = useTranslation('settings')
  return (
    <div className="flex flex-col gap-6">
      <Form method="post" action="/language" reloadDocument>
        <input type="hidden" name="returnTo" value="/settings" />
        <FormCard
          title={t('language.title')}
          description={t('language.description')}
          actions={<SubmitButton wide>{t('language.apply')}</SubmitButton>}
        >
          <div className="max-w-md">
            <LanguageSelect current={tag} labelHidden />
          </div>
        </FormCard>
      </Form>
      <ThemePicker current={theme} returnTo="/settings" />
    </div>
  )
}

function OfflineForm({ keeps }: { keeps: boolean }) {
  const { t } = useTranslation('settings')
  return (
    <Form method="post">
      <FormCard
        title={t('offline.title')}
        description={t('offline.description')}
        actions={<SubmitButton wide>{t('offline.save')}</SubmitButton>}
      >
        <Checkbox
          name="keeps"
          id="keeps"
          label={t('offline.label')}
          hint={t('offline.scripts')}
          defaultChecked={keeps}
        />
      </FormCard>
    </Form>
  )
}
