import { Form, useLocation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { statusTextLength } from '#app/features/presence/presence-status.ts'
import { Button } from '#app/ui/button.tsx'
import { inputClass } from '#app/ui/forms/input-class.ts'
import { presenceStatuses } from '#db/vocabulary/chat.ts'
import type { ShellData } from './shell.server.ts'

/** How others see the user, chosen in the menu itself; the form comes back to the page that it was on. */
export function StatusPicker({ status, statusText }: Pick<ShellData, 'status' | 'statusText'>) {
  const { t } = useTranslation(['shell', 'statuspicker'])
  const { pathname, search } = useLocation()
  const text = t('statuspicker:text')
  return (
    <Form method="post" action="/status" className="flex flex-col gap-2 px-2.5 py-2">
      <input type="hidden" name="returnTo" value={pathname + search} />
      <select name="status" aria-label={t('status')} defaultValue={status} className={inputClass}>
        {(['auto', ...presenceStatuses] as const).map((each) => (
          <option key={each} value={each}>
            {t(`statuses.${each}`)}
          </option>
        ))}
      </select>
      <input
        name="customText"
        aria-label={text}
        placeholder={text}
        defaultValue={statusText}
        maxLength={statusTextLength}
        autoComplete="off"
        className={inputClass}
      />
      <Button type="submit" size="sm" variant="outline">
        {t('statuspicker:save')}
      </Button>
    </Form>
  )
}
